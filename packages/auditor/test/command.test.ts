import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../../test/world/processes.ts';
import { writeBundle } from '../src/evidence/folder.ts';
import { command } from './world/command.ts';
import { collected } from './world/sites/made-auditor.ts';

const cwd = mkdtempSync(join(tmpdir(), 'readymark-audit-'));
const main = join(import.meta.dirname, '../src/command/main.ts');
const audit = (...args: string[]) => command(args);

test('as a process it says what it can do, and ends with the exit code', async () => {
  const help = await run(process.execPath, [main, '--help'], { cwd });
  assert.equal(help.code, 0, help.err);
  assert.match(help.out, /^Usage: readymark-audit <url> \[options\]\n {7}readymark-audit score <folder> \[options\]\n/);
  assert.equal((await run(process.execPath, [main, 'score'], { cwd })).code, 2);
});

/** Its arguments, and what it does without a network. It visits sites in `plan.test.ts`. */
describe('readymark-audit', () => {
  const usual = process.cwd();
  before(() => process.chdir(cwd));
  after(() => {
    process.chdir(usual);
    rmSync(cwd, { recursive: true, force: true });
  });

  test('it says what is wrong with its arguments', async () => {
    for (const [name = '', ...args] of [
      ['Name one site'],
      ['Name one site', 'a.example', 'b.example'],
      ['Name one site', 'score'],
      ["Unknown option '--form'", 'a.example', '--form', 'x'],
      ['--about must be a web address', 'a.example', '--about', 'me'],
      ['--interval must be a number', 'a.example', '--interval', 'soon'],
      ['--registries takes mcp, npm, pypi', 'a.example', '--registries', 'npm,crates'],
    ]) {
      const { code, out, err } = await audit(...args);
      assert.equal(code, 2, name);
      assert.equal(out, '');
      assert.ok(err.includes(name), err);
      assert.match(err, /Run with --help for usage\.\n$/);
    }
  });

  test('it does not visit addresses of this machine, and says so', async () => {
    for (const address of ['http://127.0.0.1:1/', 'http://localhost/', 'file:///etc/passwd']) {
      const { code, err } = await audit(address, '--json');
      assert.equal(code, 1, address);
      assert.match(JSON.parse(err).message, /is not audited/);
    }
    assert.deepEqual(readdirSync(cwd), []);
  });

  test('it scores the evidence of a folder and drafts the record there', async () => {
    const { bundle, bodies } = collected('https://acme.example/', {
      '/': '<h1>Acme\u001b[2J</h1><p>Tools for all.</p>',
    });
    writeBundle(join(cwd, 'acme'), bundle, bodies);
    const { code, out, err } = await audit('score', 'acme', '--company', 'Acme', '--json');
    assert.equal(code, 0, err);
    const report = JSON.parse(out);
    assert.equal(report.criteria.length, 20);
    const draft = JSON.parse(readFileSync(join(cwd, report.draft), 'utf8'));
    assert.equal(draft.company, 'Acme');
    assert.equal(draft.overall_score, report.overall.proposed);
    assert.equal(report.tier, report.open_tier === null ? draft.tier : null);
    assert.deepEqual(report.business, { kind: 'other', because: 'nothing on the site decides' });
    assert.deepEqual(
      report.actions.map(({ snippets: _, ...action }: { snippets: unknown }) => action),
      draft.priority_actions,
    );
    const again = await audit('score', 'acme');
    assert.match(again.out, /\nkind of business: other, because nothing on the site decides\n\+2 P1, effort Low: /);
    assert.match(again.out, /\n {2}The company as JSON-LD, in the head of every page:\n {4}<script /);
    assert.match(again.out, /^Acme: \d+ of 100 \(\d+ to \d+\), .*; rubric v1, 1 requests/);
    assert.ok(!again.out.includes('\u001b'));
    const missing = await audit('score', 'nothing');
    assert.equal(missing.code, 1);
    assert.match(missing.err, /nothing holds no evidence; make it with `readymark-audit URL --out nothing`/);
  });
});
