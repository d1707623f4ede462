import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signingKey } from '@readymark/tlog/note';
import { run } from '../../../../../test/world/processes.ts';
import { madeAuditor } from '../../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { rotateKey } from '../../../src/operations/public-log/rotate-key.ts';
import { showKeys } from '../../../src/operations/public-log/show-key.ts';
import { execute } from '../../../src/operations/run.ts';
import { commit, operator } from '../../world/operator.ts';
import { bin, readymark, temporaryFolder } from '../../world/readymark.ts';
import { testService } from '../../world/service.ts';
import { publishDraft } from '../../world/sites/published-draft.ts';

/** Who has an exported folder and the key checks every score in it, offline: `readymark verify FOLDER` (decision 147). */
const settings = { BASE_URL: 'https://readymark.test' };
const ctx = await testService('sqlite', settings, undefined, { auditor: madeAuditor({}) });
await commit(ctx, [
  exampleAudit({ slug: 'one', audit_date: '2026-05-01', scores: 1 }),
  ...['two', 'moved', 'gone', 'seen'].map((slug) => exampleAudit({ slug })),
]);
await commit(ctx, [exampleAudit({ slug: 'one', scores: 4 })]);
await commit(ctx, [exampleAudit({ slug: 'two', scores: 2 })], { replace: true });
await execute(ctx, correctCompany, operator, { slug: 'moved', new_slug: 'elsewhere' }, {});
await execute(ctx, retractCompany, operator, { slug: 'gone', reason: 'Wrong company.' }, {});
await ctx.catalogue.refresh();
const former = (await showKeys(ctx)).keys[0]?.key ?? assert.fail();
await rotateKey(ctx, { new_log: false });
await publishDraft(ctx, 'seen');
await ctx.catalogue.refresh();
const key = (await showKeys(ctx)).keys[0]?.key ?? assert.fail();
const parent = temporaryFolder('readymark-verify-');
const folder = join(parent, 'public');
const { DATA_DIR, BASE_URL } = ctx.settings;
const exported = await readymark(['export', folder], { DATA_DIR, BASE_URL });
assert.equal(exported.code, 0, exported.err);
const entries = 10;

/** In a place without a database, without the service, and without a network where this machine can take it away. */
const alone = await run('unshare', ['-rn', 'true']);
const without_network = alone.code === 0 ? ['unshare', '-rn'] : [];

async function verify(keys = [key], target = folder) {
  const args = ['verify', target, ...(keys.length ? ['--key', ...keys] : []), '--json'];
  const [command = '', ...rest] = [...without_network, process.execPath, bin, ...args];
  const { code, out, err } = await run(command, rest, { env: { DATA_DIR: join(parent, 'nothing') } });
  assert.equal(err, '');
  return { code, ...JSON.parse(out) } as { code: number; problems: string[] };
}

test('a whole folder is sound, by its key and by the one before', async (t) => {
  t.diagnostic(without_network.length ? 'without a network' : 'this machine cannot take the network away');
  const sound = { code: 0, sound: true, entries, scores: 4, audits: 6, problems: [] };
  assert.deepEqual(await verify(), { ...sound, own_key: false });
  assert.deepEqual(await verify([former]), { ...sound, own_key: false });
  assert.deepEqual(await verify([]), { ...sound, own_key: true });
  // One file of it is checked with what it needs of the others.
  for (const path of ['api/audits/seen.json', 'api/audits/seen/proof.json']) {
    const { code, checks } = (await verify([former], join(folder, path))) as unknown as Record<string, unknown>;
    assert.ok(code === 0 && Array.isArray(checks));
    assert.deepEqual(
      checks.filter(({ outcome }) => outcome !== 'passed'),
      [],
    );
  }
});

test('what was changed in a folder is said exactly', async () => {
  const other = signingKey('readymark.test/log', new Uint8Array(32).fill(1)).verifier.text;
  assert.match(
    (await verify([other])).problems.join(),
    /^log\/checkpoint: The checkpoint is signed by another key than readymark/,
  );

  const bundle = `log/tile/entries/000.p/${entries}`;
  const tile = `log/tile/0/000.p/${entries}`;
  const text = (from: string | RegExp, to: string) => (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  const another =
    /^api\/audits\/one\.json: The record differs from the one that was logged as entry 5: something in it was changed\./;
  const cases: [string, (bytes: Buffer) => Buffer | undefined, RegExp][] = [
    ['log/checkpoint', text(`\n${entries}\n`, '\n7\n'), /^log\/checkpoint: The signature of the checkpoint is wrong/],
    ['log/checkpoint', () => undefined, /^log\/checkpoint is missing$/],
    [
      '.well-known/readymark-keys',
      text(/"handover":"[^"]+"/, '"handover":null'),
      /^log\/checkpoint: The checkpoint is signed by another key/,
    ],
    [bundle, (bytes) => bytes.subarray(0, -3), /is cut off$/],
    [bundle, (bytes) => bytes.subarray(2 + bytes.readUInt16BE()), /has 9 entries instead of 10$/],
    [
      bundle,
      text('"slug":"two"', '"slug":"twx"'),
      /^the first 9 entries are not those that one key handed over to the next$/,
    ],
    [
      bundle,
      text(/"slug":"seen"(?!.*"slug":"seen")/s, '"slug":"sein"'),
      /^log\/tile\/0\/000\.p\/10: entry 9 differs from what is below it; the entries do not lead/,
    ],
    [tile, (bytes) => bytes.subarray(32), /has 288 bytes instead of 320$/],
    [
      tile,
      (bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]),
      /entry 0 differs from what is below it$/,
    ],
    ['api/audits/one.json', text('"overall_score":80', '"overall_score":90'), another],
    ['api/audits/one.json', text('What was seen', 'What was sEen'), another],
    ['api/audits/one.json', () => undefined, /^api\/audits\/one\.json is missing$/],
    [
      'api/audits/one/2026-05-01.json',
      text('"overall_score":20', '"overall_score":21'),
      /^api\/audits\/one\/2026-05-01\.json: The record differs .+ entry [0-4]: .+ The pillars sum to 20, and the score says 21\..+history\.json: The overall_score of 2026-05-01/,
    ],
    ['api/audits/one/2026-05-01.json', () => undefined, /^api\/audits\/one\/2026-05-01\.json is missing$/],
    [
      'api/audits/one/2026-05-01.json',
      text('"rank":null', '"rank":1'),
      /^api\/audits\/one\/2026-05-01\.json: It has a rank, which no audit of a date has\.$/,
    ],
    [
      'api/audits/one/history.json',
      text('"overall_score":20', '"overall_score":30'),
      /^api\/audits\/one\/history\.json: The overall_score of 2026-05-01 differs from its record\.$/,
    ],
    [
      'api/audits/seen/evidence.json',
      text('"excerpt":"', '"excerpt":"!'),
      /^api\/audits\/seen\/evidence\.json: The sources \(evidence\.json\) differ/,
    ],
    [
      'api/audits/seen/evidence.json',
      () => undefined,
      /^api\/audits\/seen\/evidence\.json: The entry names a document of sources/,
    ],
    ['rubrics/v1.json', text('"max":25', '"max":26'), /The rubric v1 differs from the one that was logged\./],
    [
      'api/audits/index.json',
      text('"overall_score":80', '"overall_score":81'),
      /^one: In the index, overall_score is 81, and in the record 80\.$/,
    ],
    [
      'api/audits/index.json',
      text('"rank":1', '"rank":2'),
      /^one: The rank is 1 by the scores of the index, and the index says 2\.$/,
    ],
    [
      'api/audits/index.json',
      text('"slug":"two"', '"slug":"gone"'),
      /two: By the log it is listed, .+gone: It is in the index, and by the log it is not listed\.$/,
    ],
    [
      'api/audits/index.json',
      text(/\{"rank":1,.+?\},(?=\{"rank")/, ''),
      /(^| )one: By the log it is listed, and it is not in the index\./,
    ],
    ['api/audits/index.json', () => Buffer.from('['.repeat(100_000)), /^The index is nested too deeply\.$/],
  ];
  for (const [path, change, expected] of cases) {
    const file = join(folder, path);
    const before = readFileSync(file);
    const changed = change(before);
    assert.ok(!changed?.equals(before), path);
    if (changed) writeFileSync(file, changed);
    else rmSync(file);
    const { code, problems } = await verify(path.startsWith('.well') ? [former] : [key, former]);
    assert.match(problems.join(' '), expected, path);
    assert.equal(code, 1);
    writeFileSync(file, before);
  }
  assert.equal((await verify()).code, 0);
});
