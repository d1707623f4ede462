import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signingKey } from '../../src/domain/public-log/note.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { showKeys } from '../../src/operations/public-log/show-key.ts';
import { execute } from '../../src/operations/run.ts';
import { exampleAudit } from '../world/example-audit.ts';
import { commit, operator } from '../world/operator.ts';
import { readymark, temporaryFolder } from '../world/readymark.ts';
import { testContext } from '../world/service.ts';

/** Who has an exported folder and the key checks every score in it, offline: `readymark verify`. */
test('verify finds a whole folder sound, and says exactly what was changed', { timeout: 120_000 }, async () => {
  const ctx = await testContext('sqlite', { BASE_URL: 'https://readymark.test' });
  await ctx.signer.begin();
  await commit(ctx, [
    exampleAudit({ slug: 'one', audit_date: '2026-05-01', scores: 1 }),
    ...['two', 'moved', 'gone'].map((slug) => exampleAudit({ slug })),
  ]);
  await commit(ctx, [exampleAudit({ slug: 'one', scores: 4 })]);
  await commit(ctx, [exampleAudit({ slug: 'two', scores: 2 })], { replace: true });
  await execute(ctx, correctCompany, operator, { slug: 'moved', new_slug: 'elsewhere' }, {});
  await execute(ctx, retractCompany, operator, { slug: 'gone', reason: 'Wrong company.' }, {});
  await ctx.catalogue.refresh();
  const parent = temporaryFolder('readymark-verify-');
  const { DATA_DIR, BASE_URL } = ctx.settings;
  const exported = await readymark(['export', join(parent, 'public')], { DATA_DIR, BASE_URL });
  assert.equal(exported.code, 0, exported.err);
  const key = (await showKeys(ctx)).keys[0]?.key ?? assert.fail();
  const verify = async (folder: string, keys = [key]) => {
    const args = ['verify', folder, ...(keys.length ? ['--key', ...keys] : []), '--json'];
    // In a place without a database, and without the service.
    const { code, out, err } = await readymark(args, { DATA_DIR: join(parent, 'nothing') });
    assert.equal(err, '');
    return { code, ...JSON.parse(out) } as { code: number; entries: number; scores: number; problems: string[] };
  };
  const whole = join(parent, 'public');
  assert.deepEqual(await verify(whole), {
    ...{ code: 0, sound: true, entries: 8, scores: 3, audits: 4, own_key: false, problems: [] },
  });
  assert.equal((await verify(whole, [])).code, 0);
  const other = signingKey('readymark.test/log', new Uint8Array(32).fill(1)).verifier.text;
  assert.match(
    (await verify(whole, [other])).problems.join(),
    /^log\/checkpoint: The checkpoint is signed by another key than readymark\.test\/log\+/,
  );

  const bundle = 'log/tile/entries/000.p/8';
  const text = (from: string, to: string) => (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  const cases: [string, (bytes: Buffer) => Buffer | undefined, RegExp][] = [
    ['log/checkpoint', text('\n8\n', '\n7\n'), /^log\/checkpoint: The signature of the checkpoint is wrong/],
    ['log/checkpoint', () => undefined, /^log\/checkpoint is missing$/],
    [bundle, (bytes) => bytes.subarray(0, -3), /^log\/tile\/entries\/000\.p\/8 is cut off$/],
    [bundle, (bytes) => bytes.subarray(2 + bytes.readUInt16BE()), /has 7 entries in place of 8$/],
    [
      bundle,
      text('"slug":"two"', '"slug":"twx"'),
      /^log\/tile\/0\/000\.p\/8: entry \d is another than below it; the entries do not lead/,
    ],
    ['log/tile/0/000.p/8', (bytes) => bytes.subarray(32), /has 224 bytes in place of 256$/],
    [
      'log/tile/0/000.p/8',
      (bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]),
      /entry 0 is another than below it$/,
    ],
    [
      'api/audits/one.json',
      text('"overall_score":80', '"overall_score":90'),
      /^api\/audits\/one\.json: The record is another than the one that was logged as entry 4: something in it was changed\.,one: In the index, overall_score is 80, and in the record 90\./,
    ],
    [
      'api/audits/one.json',
      text('What was seen', 'What was sEen'),
      /^api\/audits\/one\.json: The record is another[^,]+$/,
    ],
    ['api/audits/one.json', () => undefined, /^api\/audits\/one\.json is missing$/],
    [
      'api/audits/index.json',
      text('"overall_score":80', '"overall_score":81'),
      /^one: In the index, overall_score is 81, and in the record 80\.$/,
    ],
    [
      'api/audits/index.json',
      text('"slug":"two"', '"slug":"gone"'),
      /^two: By the log it is listed, .+,gone: .+ by the log it is not listed\.$/,
    ],
  ];
  for (const [path, change, expected] of cases) {
    const folder = join(parent, 'changed');
    cpSync(whole, folder, { recursive: true, dereference: true });
    const changed = change(readFileSync(join(folder, path)));
    if (changed) writeFileSync(join(folder, path), changed);
    else rmSync(join(folder, path));
    const { code, problems } = await verify(folder);
    assert.match(problems.join(), expected, path);
    assert.equal(code, 1);
    rmSync(folder, { recursive: true });
  }
});
