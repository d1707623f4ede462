import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readymark, temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';
import { certify, getOverTls } from './front.ts';
import { blocks, cannot, freeNetwork, type Machine, machine } from './machine.ts';

/** "An object store and a CDN" of docs/deploying.md, run as written: a node, a store, and an edge, of which nothing but nginx is left. */
const SECTION = 'An object store and a CDN';
const folder = temporaryFolder('readymark-store-and-edge-');
const [install = '', enable = ''] = blocks('One machine', 'sh');
const [settings = ''] = blocks('One machine', 'ini');
const [added = '', at_edge = ''] = blocks(SECTION, 'ini');
const [follow = '', bring = '', examine = ''] = blocks(SECTION, 'sh');

describe('a node, an object store and an edge', {
  skip: cannot('nginx', 'openssl'),
  timeout: timeLimit(300_000),
}, async () => {
  // Not in `before`: what that opens ends with it.
  const s3 = await s3Store('readymark-board');
  let [origin, edge]: Machine[] = [];
  let network: Awaited<ReturnType<typeof freeNetwork>>;
  before(prepare, { timeout: timeLimit(300_000) });
  async function prepare() {
    network = await freeNetwork();
    chmodSync(folder, 0o755);
    for (const name of ['origin', 'edge']) mkdirSync(join(folder, name));
    origin = await machine(join(folder, 'origin'), { network });
    await origin.done(install);
    edge = await machine(join(folder, 'edge'), {
      ...{ network, address: `${network.prefix}30`, checkout: origin.path('/opt/readymark') },
    });
    await certify(edge);
    await edge.done(install);
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.env;
    const filled = (text: string) =>
      text
        .replace('https://s3.example.com', s3.endpoint)
        .replace(/^AWS_ACCESS_KEY_ID=.*$/m, `AWS_ACCESS_KEY_ID=${AWS_ACCESS_KEY_ID}`)
        .replace(/^AWS_SECRET_ACCESS_KEY=.*$/m, `AWS_SECRET_ACCESS_KEY=${AWS_SECRET_ACCESS_KEY}`);
    origin.put(settings + added.replace(/^#.*\n/, ''), (text) =>
      filled(text).replace(/^SMTP_URL=.*\n/m, `PORT=${network.ports.http}\nMETRICS_PORT=0\n`),
    );
    await origin.done(enable);
    await publish('acme', 3);
    await origin.done(follow);
    edge.put(at_edge, filled);
    await edge.done(bring);
  }
  after(async () => {
    await edge?.stop();
    await origin?.stop();
  });

  async function publish(slug: string, scores: number): Promise<void> {
    const file = join(folder, `${slug}.json`);
    writeFileSync(file, JSON.stringify(exampleAudit({ slug, company: `Company ${slug}`, scores })), { mode: 0o644 });
    assert.match((await origin?.done(`readymark publish - < '${file}'`)) ?? '', /1 published/);
  }
  const get = (path: string) => getOverTls(edge as Machine, network, `${network.prefix}30`, path);
  const node = async (path: string) => (await fetch(`http://127.0.0.1:${network.ports.http}${path}`)).text();

  test('what is published gets to the edge; then everything but nginx is killed, and it is read on', async () => {
    assert.ok(origin && edge);
    await publish('best', 5);
    const paths = ['/api/audits/best.json', '/api/audits/acme.json', '/api/audits/index.json', '/log/checkpoint'];
    for (const path of paths)
      await until(async () => (await get(path)).text === (await node(path)), `${path} is at the edge as at the node`);
    await origin.done('readymark correct acme --slug acme-widgets');
    await origin.done("readymark retract best --reason 'It was another company.'");
    await until(async () => (await get('/api/audits/acme.json')).status === 301, 'the renamed company');
    await until(async () => (await get('/api/audits/best.json')).status === 410, 'the retracted company');
    await until(
      () => !existsSync(edge?.path('/var/cache/readymark/board/site/api/audits/best.json') ?? ''),
      'it is removed',
    );
    const seen = ['/api/audits/acme-widgets.json', '/api/audits/index.json', '/log/checkpoint', '/audits/acme-widgets'];
    const shown = await Promise.all(seen.map(async (path) => (await get(path)).text));

    for (const name of ['readymark', 'readymark-board']) await origin.running(name).kill('SIGKILL');
    await edge.running('readymark-edge').kill('SIGKILL');
    await s3.stop();
    assert.deepEqual(await Promise.all(seen.map(async (path) => (await get(path)).text)), shown);
    const { status, headers } = await get('/api/audits/acme.json?x=1');
    assert.deepEqual([status, headers.location], [301, '/api/audits/acme-widgets.json?x=1']);
    assert.equal((await get('/api/audits/best/history.json')).status, 410);
    assert.equal((await get('/api/audits/nobody.json')).status, 404);
    assert.equal((await get('/mcp')).status, 503);
    assert.match(examine, /^readymark verify \S+$/m);
    const [, , site = ''] = edge.there(examine).trim().split(' ');
    const { code, out } = await readymark(['verify', site], {});
    assert.equal(code, 0, out);
  });
});
