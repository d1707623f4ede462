import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { Parser } from 'htmlparser2';
import { parse } from 'yaml';
import { captured } from '../../../../test/world/captured.ts';
import { run as runProcess } from '../../../../test/world/processes.ts';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { refusedAddresses, typedAddresses } from '../../../auditor/test/world/typed-addresses.ts';
import { runCommand } from '../../src/cli/program.ts';
import { junitReport, sarifReport } from '../../src/features/previews/domain/check-reports.ts';
import type { Checked } from '../../src/features/previews/domain/site-check.ts';
import { features } from '../../src/features.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** `readymark check-site` in CI: exit codes, and reports that CI services read (decision 180). */
const folder = temporaryFolder('readymark-check-');

/** Every criterion has two points, but P1-B, which has one for each price in /pricing.md. */
function checkSite(args: readonly string[], auditor = madeAuditor({ points: 2 })) {
  const absent = () => assert.fail('no database is opened');
  const openAuditor = async () => auditor;
  const { signal } = new AbortController();
  return captured((streams) => runCommand(['check-site', ...args], absent, streams, signal, { features, openAuditor }));
}

/** The published schema of SARIF 2.1.0, which is written in draft 4: it has none of the words that changed since. */
function sarifErrors(text: string): unknown {
  const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  const valid = ajv.compile(schema);
  return valid(JSON.parse(text)) ? [] : valid.errors;
}

/** The elements of an XML text, and what is wrong with its form. */
function elements(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name);
        found.push({ name, attributes });
      },
      onclosetag(name) {
        assert.equal(open.pop(), name);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  assert.deepEqual(open, []);
  return found;
}

describe('check-site', () => {
  test('ends with 0 where everything that is demanded is there, and with 1 where not', async () => {
    const enough = await checkSite(['https://acme.com', '--min', 'P1-B=2,total=40', '--min', 'p3=8']);
    assert.equal(enough.code, 0, enough.err);
    assert.match(enough.out, /enough {2}total {2}40 of 100/);
    const low = await checkSite(['https://acme.com', '--min', 'P1-B=4,P1=10', '--json']);
    assert.equal(low.code, 1);
    const { passed, checked } = JSON.parse(low.out);
    assert.equal(passed, false);
    assert.deepEqual(
      checked.filter((one: Checked) => !one.passed).map(({ of, proposed, min }: Checked) => [of, proposed, min]),
      [['P1-B', 2, 4]],
    );
    assert.equal((await checkSite(['https://acme.com'])).code, 0, 'nothing is demanded');
  });

  test('ends with 2 for demands that say nothing, and visits nothing', async () => {
    const auditor = madeAuditor({});
    for (const min of [
      'P9-Z=1',
      'P1-B',
      'P1-B=',
      'P1-B=6',
      'P1-B=-1',
      'P1=26',
      'total=101',
      'total=1e2',
      '=3',
      '',
      'P1-B=4=5x',
    ])
      assert.equal((await checkSite(['https://acme.com', '--min', min], auditor)).code, 2, min);
    assert.equal((await checkSite(['https://acme.com', '--rubric', 'v9'], auditor)).code, 2);
    assert.deepEqual(auditor.visits, []);
  });

  test('ends with 2 for what is no address of a site, with the next step, and visits nothing', async () => {
    const auditor = madeAuditor({});
    for (const [typed, says] of Object.entries(refusedAddresses)) {
      const { code, err } = await checkSite([typed, '--min', 'total=1'], auditor);
      assert.equal(code, 2, typed);
      assert.match(err, says, typed);
      assert.doesNotMatch(err, /[\u202e\u200b\u00ad\u2060]/, typed);
    }
    assert.deepEqual(auditor.visits, []);
    for (const typed of Object.keys(typedAddresses)) {
      const { code, err } = await checkSite([typed, '--min', 'total=1'], auditor);
      assert.equal(code, 0, `${typed}: ${err}`);
    }
    assert.deepEqual(auditor.visits, Object.values(typedAddresses));
  });

  test('ends with 3 where the site let nothing be seen', async () => {
    const auditor = madeAuditor({
      site: (website) => ({
        ...collected(website, { '/': 'x' }),
        outcome: 'unobserved',
        reason: 'its home page answers 403',
      }),
    });
    const { code, err } = await checkSite(['https://acme.com', '--min', 'P1-B=1'], auditor);
    assert.equal(code, 3);
    assert.match(err, /its home page answers 403/);
  });

  test('writes JUnit and SARIF that say the same', async () => {
    const [junit, sarif] = [join(folder, 'readymark.xml'), join(folder, 'readymark.sarif')];
    const args = ['https://acme.com', '--min', 'P1-B=4,P2-A=2', '--junit', junit, '--sarif', sarif];
    assert.equal((await checkSite(args)).code, 1);
    const [suites, ...rest] = elements(readFileSync(junit, 'utf8'));
    assert.deepEqual(
      [suites?.attributes.tests, suites?.attributes.failures, suites?.attributes.skipped],
      ['20', '1', '18'],
    );
    assert.equal(rest.filter(({ name }) => name === 'testcase').length, 20);
    assert.equal(rest.filter(({ name }) => name === 'failure').length, 1);
    const log = JSON.parse(readFileSync(sarif, 'utf8'));
    assert.deepEqual(sarifErrors(readFileSync(sarif, 'utf8')), []);
    assert.notDeepEqual(sarifErrors(JSON.stringify({ ...log, runs: [{ ...log.runs[0], tool: {} }] })), []);
    const [{ tool, results }] = log.runs;
    assert.deepEqual(
      results
        .filter(({ level }: { level: string }) => level === 'error')
        .map(({ ruleId }: { ruleId: string }) => ruleId),
      ['P1-B'],
    );
    for (const { ruleId, ruleIndex, locations } of results) {
      assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      assert.ok(URL.canParse(locations[0].physicalLocation.artifactLocation.uri));
    }
    const refused = await checkSite(['https://acme.com', '--junit', join(folder, 'no/such/folder.xml')]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /cannot be written: ENOENT/);
  });
});

test('a text of a site cannot end an element of a report, or stand in it unseen', () => {
  const hostile: Checked = {
    ...{ of: 'P1-B', name: 'Prices', min: 4, low: 0, proposed: 1, high: 2, max: 5, passed: false },
    evidence: `</failure><failure message="x"> & ' " <![CDATA[ ]]> \u0000\u0007\ufffe\ud800 \u202e <!-- -->`,
    next: '<x>',
    url: 'https://acme.com/a|b?a="<&%z[{}',
  };
  const about = { website: 'https://acme.com/"<', version: '1', information: 'https://readymark.test', seconds: 1 };
  const xml = junitReport([hostile], about);
  assert.deepEqual(
    elements(xml).map(({ name }) => name),
    ['testsuites', 'testsuite', 'testcase', 'failure'],
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them.
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\u202e]/);
  assert.ok(xml.isWellFormed());
  const [{ results }] = JSON.parse(sarifReport([hostile], about)).runs;
  assert.match(results[0].message.text, /P1-B is 1 of 5, and 4 is demanded/);
  assert.deepEqual(sarifErrors(sarifReport([hostile], about)), []);
});

test('the action for GitHub gives its inputs to the command as they are', async () => {
  const file = join(import.meta.dirname, '../../../../deploy/check-site/action.yml');
  const action = parse(readFileSync(file, 'utf8'));
  const step = action.runs.steps.find(({ run }: { run?: string }) => run !== undefined);
  assert.deepEqual([action.runs.using, step.shell], ['composite', 'bash'], 'what such an action must say');
  for (const { description } of Object.values<{ description?: string }>(action.inputs)) assert.ok(description);
  for (const [name, value] of Object.entries<string>(step.env))
    assert.equal(value, `\${{ inputs.${name.toLowerCase()} }}`, 'and no text of theirs is in the command');
  assert.doesNotMatch(step.run, /\$\{\{/);
  // In the place of npx: it writes what it was given.
  const npx = join(folder, 'npx');
  writeFileSync(npx, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 1\n');
  chmodSync(npx, 0o755);
  const inputs = {
    WEBSITE: 'https://acme.com/?a=b; touch x',
    MIN: 'P1-B=4,total=60',
    VERSION: '1.1.0',
    JUNIT: 'a b.xml',
    SARIF: 's',
  };
  const ran = await runProcess('bash', ['-c', step.run], {
    env: { ...inputs, PATH: `${folder}:/usr/bin:/bin` },
    cwd: folder,
  });
  assert.equal(ran.code, 1, 'the code of the command is that of the step');
  assert.deepEqual(ran.out.trim().split('\n'), [
    ...['--yes', '@readymark/readymark@1.1.0', 'check-site', inputs.WEBSITE, '--min', inputs.MIN],
    ...['--junit', inputs.JUNIT, '--sarif', inputs.SARIF],
  ]);
  assert.ok(!existsSync(join(folder, 'x')));
});
