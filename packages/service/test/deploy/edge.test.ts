import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { inTurn } from '../../src/operations/board/in-turn.ts';
import { PROBLEM_MEMBERS } from '../world/call.ts';
import { bin, readymark, serving, startReadymark, temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';
import { edgeNginx, withoutNginx } from './edge-nginx.ts';

/** A board in a store is read from nginx as from the nodes, and while none of them is there (decision 214). */

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { headers: { 'accept-encoding': 'identity', ...headers }, method, redirect: 'manual' });

/** A node with a board that is followed to an edge. */
async function followed(t: TestContext) {
  const s3 = await s3Store();
  const DATA_DIR = temporaryFolder('readymark-board-');
  const env = { ...s3.env, DATA_DIR };
  const node = await serving(env, [bin, 'serve', '--with-examples']);
  const to = s3.env.BLOB_URL.replace('/blobs', '/public');
  const folder = join(temporaryFolder('readymark-edge-'), 'board');
  mkdirSync(folder);
  const run = { ...env, BASE_URL: node.url };
  const writer = startReadymark(['export', '--to', to, '--follow', '--json'], run);
  await writer.prints(/"outcome":"published"/);
  const reader = startReadymark(['edge', to, folder, '--json'], s3.env);
  await reader.prints(/"outcome":"shown"/);
  const url = await edgeNginx(t, folder);
  t.after(() => Promise.all([writer.kill('SIGTERM'), reader.kill('SIGTERM'), node.stop()]));
  return { s3, env: run, node, to, folder, writer, reader, url };
}

test('nginx answers as the nodes do, from files alone', {
  skip: withoutNginx,
  timeout: timeLimit(180_000),
}, async (t) => {
  const { s3, env, node, to, folder, writer, reader, url } = await followed(t);
  const second = await readymark(['edge', to, folder, '--once'], s3.env);
  assert.equal(second.code, 1);
  assert.match(second.err, /Another readymark edge works in/);
  const paths = readdirSync(join(folder, 'site'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.endsWith('.gz'))
    .map((one) => `/${join(one.parentPath.slice(join(folder, 'site').length), one.name)}`.replaceAll('//', '/'))
    .map((path) => path.replace(/\.html$/, '').replace(/^\/index$/, '/'));
  assert.ok(paths.length > 250);
  const names = [
    'content-type',
    'cache-control',
    'access-control-allow-origin',
    'x-content-type-options',
    'content-security-policy',
    'referrer-policy',
  ];
  const differ: string[] = [];
  await inTurn(8, paths, async (path) => {
    const [there, here] = await Promise.all([get(node.url + path), get(url + path)]);
    if (here.status !== 200) differ.push(`${path}: ${here.status}`);
    for (const name of names)
      if (here.headers.get(name) !== there.headers.get(name))
        differ.push(`${path} ${name}: ${here.headers.get(name)} and not ${there.headers.get(name)}`);
    const vary = (of: Response) => (of.headers.get('vary') ?? '').split(', ').sort().join();
    if (vary(here) !== vary(there) && Number(there.headers.get('content-length')) >= 200)
      differ.push(`${path} vary: ${vary(here)} and not ${vary(there)}`);
    const [a, b] = [Buffer.from(await there.arrayBuffer()), Buffer.from(await here.arrayBuffer())];
    if (!a.equals(b)) differ.push(path);
  });
  assert.deepEqual(differ, []);

  const gzipped = await get(`${url}/api/audits/index.json`, { 'accept-encoding': 'gzip' });
  assert.equal(gzipped.headers.get('content-encoding'), 'gzip');
  assert.equal(await gzipped.text(), await (await get(`${url}/api/audits/index.json`)).text());
  const tag = (await get(`${url}/api/audits/zwillexum.json`)).headers.get('etag') ?? '';
  assert.equal((await get(`${url}/api/audits/zwillexum.json`, { 'if-none-match': tag })).status, 304);
  assert.equal((await get(`${url}/api/audits/zwillexum.json`, {}, 'OPTIONS')).status, 204);

  // A company comes first, and all ranks shift.
  const file = join(temporaryFolder('readymark-audit-'), 'first.json');
  writeFileSync(file, JSON.stringify(exampleAudit({ slug: 'first', company: 'First', fictional: true, scores: 5 })));
  const begun = performance.now();
  assert.equal((await readymark(['publish', file], env)).code, 0);
  const committed = performance.now();
  await until(async () => (await get(`${url}/api/audits/first.json`)).status === 200, 'the company is at the edge');
  t.diagnostic(
    `at the edge ${Math.round(performance.now() - committed)} ms after the command that took ${Math.round(committed - begun)} ms`,
  );
  const same = async (path: string) =>
    (await (await get(url + path)).text()) === (await (await get(node.url + path)).text());
  const scores = [
    'index',
    'zwillexum',
    'zwillexum/brief',
    'zwillexum/P3',
    'tidequorl',
    'first',
    'first/history',
    'first/proof',
  ];
  await until(
    async () => (await Promise.all(scores.map((name) => same(`/api/audits/${name}.json`)))).every(Boolean),
    'all ranks are those of the nodes',
  );
  assert.notEqual(
    (await get(`${url}/api/audits/zwillexum.json`, { 'if-none-match': tag })).status,
    304,
    'another rank',
  );

  // It gets another slug, and another company leaves.
  assert.equal((await readymark(['correct', 'first', '--slug', 'second'], env)).code, 0);
  assert.equal((await readymark(['retract', 'zwillexum', '--reason', 'It was another company.'], env)).code, 0);
  for (const [path, status] of [
    ['/api/audits/first.json?x=1', 301],
    ['/api/audits/first/history.json', 301],
    ['/audits/first', 301],
    ['/badge/first.svg', 301],
    ['/api/audits/second.json', 200],
    ['/audits/second', 200],
    ['/api/audits/zwillexum.json', 410],
    ['/api/audits/zwillexum/history.json', 410],
    ['/api/audits/nobody.json', 404],
    ['/audits/nobody', 404],
    ['/badge/nobody.svg', 404],
  ] as const) {
    await until(async () => (await get(url + path)).status === status, `${path} is ${status} at the edge`);
    const [there, here] = await Promise.all([get(node.url + path), get(url + path)]);
    assert.equal(there.status, status, path);
    assert.equal(here.headers.get('location'), there.headers.get('location'), path);
    assert.equal(here.headers.get('cache-control'), there.headers.get('cache-control'), path);
    if (status === 410) assert.equal(await here.text(), await there.text());
    if (status === 404) assert.deepEqual(Object.keys((await here.json()) as object), PROBLEM_MEMBERS);
  }
  for (const path of ['/api/audits/zwillexum.json', '/audits/zwillexum.html', '/badge/zwillexum.svg'])
    await until(() => !existsSync(join(folder, 'site', path)), 'its files are removed');
  const before = await Promise.all(
    scores
      .filter((name) => !/zwill|first/.test(name))
      .map(async (name) => (await get(`${url}/api/audits/${name}.json`)).text()),
  );

  // Nothing is left but nginx and the files.
  await Promise.all([node.kill('SIGKILL'), writer.kill('SIGKILL'), reader.kill('SIGKILL'), s3.stop()]);
  const after = await Promise.all(
    scores
      .filter((name) => !/zwill|first/.test(name))
      .map(async (name) => (await get(`${url}/api/audits/${name}.json`)).text()),
  );
  assert.deepEqual(after, before);
  assert.equal((await get(`${url}/api/audits/zwillexum.json`)).status, 410);
  const call = await get(`${url}/mcp`, {}, 'POST');
  assert.deepEqual([call.status, ((await call.json()) as { error: string }).error], [503, 'unavailable']);
  assert.equal((await get(`${url}/compare?slugs=a,b`)).status, 503);
  const verified = await readymark(['verify', join(folder, 'site'), '--json'], {});
  assert.equal(JSON.parse(verified.out).sound, true, verified.out);
  const checked = await readymark(['verify', `${url}/api/audits/second.json`], {});
  assert.equal(checked.code, 0, checked.out + checked.err);
});
