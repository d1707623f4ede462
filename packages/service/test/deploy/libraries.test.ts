import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openParser } from '@readymark/auditor/collect/parse/parser';
import { collectSite } from '@readymark/auditor/collect/plan/plan';
import { writeBundle } from '@readymark/auditor/evidence/folder';
import { npmVariables, run } from '../../../../test/world/processes.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { fixtureFetch } from '../../../auditor/test/world/sites/fixture-fetch.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';

/**
 * The packages that are used without the service, each as a package of its own in an empty project. Needs what `npm ci` needs:
 * a registry, or its cache.
 */
const root = join(import.meta.dirname, '../../../..');
const place = mkdtempSync(join(tmpdir(), 'readymark-libraries-'));
after(() => rmSync(place, { recursive: true, force: true }));
const libraries = ['rubric', 'auditor', 'tlog', 'verify'];

async function done(command: string, args: readonly string[], cwd = place): Promise<string> {
  const { code, out, err } = await run(command, args, { cwd, env: command === 'npm' ? npmVariables() : {} });
  assert.equal(code, 0, `${command} ${args.join(' ')}: ${err}${out}`);
  return out;
}

/** Runs a module of the empty project. */
function runModule(name: string, text: string): Promise<string> {
  writeFileSync(join(place, name), text);
  return done(process.execPath, [join(place, name)]);
}

describe('the libraries, in an empty project', { timeout: timeLimit(170_000) }, () => {
  before(async () => {
    await done('npm', ['run', '--silent', 'library', '--', ...libraries], root);
    const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    const folders = libraries.map((name) => join(root, 'packages', name, 'dist'));
    const packed = JSON.parse(await done('npm', ['pack', '--json', ...folders, ...quick])) as { filename: string }[];
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    await done('npm', ['install', ...packed.map(({ filename }) => `./${filename}`), ...quick]);
  });

  test('tlog makes a log, signs its head and proves an entry, as its README shows', async () => {
    const example = readFileSync(join(place, 'node_modules/@readymark/tlog/example.ts'), 'utf8');
    assert.match(await runModule('example.ts', example), /^log\.example\n3\n[\s\S]*The first entry is in the log\.\n$/);
  });

  test('have types', async () => {
    const text = `
      import { type Hash, leafHash } from '@readymark/tlog/tree';
      import { readRubrics } from '@readymark/rubric/read-rubrics';
      import { openAuditor } from '@readymark/auditor/auditor';
      import { verifyScore } from '@readymark/verify';
      export const hash: Hash = leafHash(new Uint8Array());
      export const open: typeof openAuditor = openAuditor;
      export const total: number | undefined = readRubrics().get('v1')?.total;
      export const verdict: 'sound' | 'wrong' | 'unchecked' = (await verifyScore('acme', async () => undefined)).verdict;
      // @ts-expect-error A hash is bytes.
      export const wrong: string = hash;`;
    writeFileSync(join(place, 'types.ts'), text);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    await done(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'types.ts']);
  });

  test('the auditor scores evidence, as a library and by its own command', async () => {
    const now = () => new Date('2026-11-20T10:00:00.000Z');
    const parser = openParser();
    const website = fixtureSites.find((site) => site.folder === 'emerging')?.website ?? '';
    const given = { website, version: '1', fetcher: fixtureFetch(now), parse: parser.parse, now, progress: () => {} };
    const { bundle, bodies } = await collectSite(given);
    await parser.close();
    writeBundle(join(place, 'evidence'), bundle, bodies);
    const out = await runModule(
      'score.js',
      `
      import { openAuditor } from '@readymark/auditor/auditor';
      import { readBundle } from '@readymark/auditor/evidence/folder';
      import { readLadders } from '@readymark/rubric/read-rubrics';
      const options = { base_url: 'https://example.com', version: '1', interval_ms: 0, opt_out: [], now: () => new Date(0) };
      const auditor = openAuditor({ ...options, ladders: readLadders() });
      const { bundle, bodies } = readBundle('evidence');
      const proposals = await auditor.score(bundle, bodies, 'v1');
      await auditor.close();
      console.log(JSON.stringify(proposals.map(({ id, proposed }) => [id, proposed])));`,
    );
    const scores = JSON.parse(out) as [string, number][];
    assert.equal(scores.length, 21);
    assert.ok(scores.some(([, proposed]) => proposed > 0));

    const command = join(place, 'node_modules/.bin/readymark-audit');
    assert.match(await done(process.execPath, [command, '--help']), /^Usage: readymark-audit <url>/);
    const report = JSON.parse(await done(process.execPath, [command, 'score', 'evidence', '--json']));
    const previews = 1;
    assert.equal(report.criteria.length, scores.length - previews);
    assert.equal(JSON.parse(readFileSync(join(place, report.draft), 'utf8')).overall_score, report.overall.proposed);
    const refused = await run(process.execPath, [command, 'http://127.0.0.1/'], { cwd: place });
    assert.deepEqual([refused.code, refused.out], [1, '']);
  });
});
