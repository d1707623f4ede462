import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { signingKey } from '@readymark/tlog/note';
import { openCheckpoint, parseKey } from '@readymark/verify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { run } from '../../../../../test/world/processes.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { canonicalHash } from '../../../src/domain/canonical-json.ts';
import { parseManifest } from '../../../src/features/dataset/domain/manifest.ts';
import { beginReply } from '../../../src/features/replies/operations/begin-reply.ts';
import { checkReplyProof } from '../../../src/features/replies/operations/check-reply-proof.ts';
import { publishReply } from '../../../src/features/replies/operations/publish-reply.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../../src/operations/run.ts';
import { commit, operator, publish } from '../../world/operator.ts';
import { temporaryFolder } from '../../world/readymark.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../../world/service.ts';
import { linesIn, type MadeFiles, made, planOf, problemsOf, resigned, textIn } from './made.ts';

/** The dataset of a publication (decision 153): what is in it, that it is the same again, and that it can be checked. */
sharedDatabases();

const HOSTILE = '=HYPERLINK("https://evil.example","x"),\r\nsecond "line", +1; @x\u2028\t–';

/** Publications of every kind: re-audits, a replacement, another slug, a retraction, a text that attacks spreadsheets. */
async function history(engine: 'sqlite' | 'postgres'): Promise<TestContext> {
  const ctx = await testContext(engine, { BASE_URL: 'https://readymark.test' });
  await ctx.signer.begin();
  await commit(ctx, [
    exampleAudit({ slug: 'one', audit_date: '2026-05-01', scores: 1 }),
    ...['two', 'moved', 'gone'].map((slug) => exampleAudit({ slug })),
  ]);
  await commit(ctx, [exampleAudit({ slug: 'one', scores: 4 })]);
  await commit(ctx, [exampleAudit({ slug: 'two', scores: 2 })], { replace: true });
  await execute(ctx, correctCompany, operator, { slug: 'moved', new_slug: 'elsewhere' }, {});
  await execute(ctx, retractCompany, operator, { slug: 'gone', reason: 'Wrong company.' }, {});
  const hostile = exampleAudit({ slug: 'hostile', company: '=1+1, "Ltd"' });
  hostile.criteria[0] = { ...(hostile.criteria[0] ?? assert.fail()), evidence: HOSTILE };
  hostile.executive_summary = "'quoted";
  await publish(ctx, [hostile]);
  return ctx;
}

/** One for all tests that only read it. */
const shared = await history('sqlite');

type Line = { slug: string; audit_date: string; current: boolean; rank: number | null; record: object };
/** Of one publication they are in the order of their ids, which is any. */
const audits = (files: MadeFiles) =>
  linesIn(files, 'audits.ndjson.zst')
    .map((line) => JSON.parse(line) as Line)
    .sort((a, b) => (`${a.slug} ${a.audit_date}` < `${b.slug} ${b.audit_date}` ? -1 : 1));
const packageOf = (files: MadeFiles) => JSON.parse(textIn(files, 'datapackage.json'));

for (const engine of engines)
  describe(`a dataset on ${engine}`, () => {
    test('has every audit that stands, as it is served, with its rank, and is found sound', async () => {
      const ctx = await history(engine);
      const plan = await planOf(ctx);
      const files = await made(ctx, plan);
      const lines = audits(files);
      assert.deepEqual(
        lines.map(({ slug, audit_date, current, rank }) => [slug, audit_date, current, rank]),
        [
          ['elsewhere', '2026-11-20', true, 2],
          ['hostile', '2026-11-20', true, 2],
          ['one', '2026-05-01', false, null],
          ['one', '2026-11-20', true, 1],
          ['two', '2026-11-20', true, 4],
        ],
      );
      for (const { slug, rank, current, record } of lines.filter((line) => line.current)) {
        assert.ok(current);
        const served = ctx.catalogue.current().document(`/api/audits/${slug}.json`)?.bodies.identity ?? assert.fail();
        assert.deepEqual({ ...record, rank }, JSON.parse(Buffer.from(served).toString()), slug);
      }
      const validate = new Ajv2020({ strict: false, formats: { date: true, uri: true, 'date-time': true } }).compile(
        JSON.parse(textIn(files, 'audit.schema.json')),
      );
      for (const line of lines) assert.ok(validate(line), JSON.stringify(validate.errors));
      assert.ok(!validate({ ...lines[0], rank: 'first' }));
      assert.deepEqual(packageOf(files).counts, {
        ...{ companies: 4, audits: 5, fictional: 0, first_audit: '2026-05-01', last_audit: '2026-11-20' },
      });
      assert.deepEqual(await problemsOf(files, plan.key), []);
    });

    test('is the same again, whatever is published while it is made, and publishing does not wait for it', async () => {
      const ctx = await history(engine);
      const plan = await planOf(ctx);
      const files = await made(ctx, plan);
      const orders = [
        () => commit(ctx, [exampleAudit({ slug: 'two', scores: 5 })], { replace: true }),
        () => execute(ctx, correctCompany, operator, { slug: 'hostile', new_slug: 'renamed' }, {}),
        () => execute(ctx, retractCompany, operator, { slug: 'one', reason: 'Wrong.' }, {}),
        () => commit(ctx, [exampleAudit({ slug: 'elsewhere', audit_date: '2026-11-21' })]),
      ];
      const again = await made(ctx, plan, async () => void (await orders.shift()?.()));
      assert.equal(orders.length, 0, 'all of it was published meanwhile');
      for (const name of files.keys()) assert.equal(textIn(again, name), textIn(files, name), name);
      assert.deepEqual(again, files);
      assert.deepEqual(await made(ctx, plan), files);
      await ctx.catalogue.refresh();
      const later = await made(ctx, await planOf(ctx));
      assert.deepEqual(
        audits(later).map(({ slug }) => slug),
        ['elsewhere', 'elsewhere', 'renamed', 'two'],
      );
      assert.deepEqual(await problemsOf(later, plan.key), []);
    });
  });

test('its description names each file as it is, the rubrics with their hashes, the licence and the time of the publication', async () => {
  const ctx = shared;
  const plan = await planOf(ctx);
  const files = await made(ctx, plan);
  const described = packageOf(files);
  assert.equal(described.created, plan.subject.at);
  const last = linesIn(files, 'log.ndjson.zst').length - 1;
  assert.equal(described.changes, `https://readymark.test/api/changes?after=${last}`);
  assert.ok(textIn(files, 'README.md').includes(described.changes));
  assert.deepEqual(
    described.licenses.map(({ name }: { name: string }) => name),
    ['CC-BY-NC-4.0'],
  );
  assert.deepEqual(
    described.rubrics,
    [...ctx.rubrics].map(([version, rubric]) => ({ version, sha256: canonicalHash(rubric) })),
  );
  for (const { path, bytes, rows, unpacked_bytes } of described.resources) {
    assert.equal(bytes, files.get(path)?.byteLength, path);
    if (path.endsWith('.zst')) assert.equal(unpacked_bytes, Buffer.byteLength(textIn(files, path)), path);
    if (path.endsWith('.ndjson.zst')) assert.equal(rows, linesIn(files, path).length, path);
  }
  const cff = parse(textIn(files, 'CITATION.cff'));
  assert.deepEqual(
    [cff['cff-version'], cff.type, cff.version, cff['date-released'], cff.license, cff.url, cff.authors],
    [
      ...['1.2.0', 'dataset', String(plan.subject.publication), plan.subject.at.slice(0, 10), 'CC-BY-NC-4.0'],
      ...['https://readymark.test/dataset', [{ name: 'Readymark', website: 'https://readymark.test/' }]],
    ],
  );
  assert.match(textIn(files, 'README.md'), /\| Companies \| 4 \|[\s\S]+CC BY-NC 4\.0|Creative Commons/);
});

test('what companies say is in the log of it, and changes nothing of what stands', async () => {
  const looked = { dns: { found: true, problem: null }, file: { found: false, problem: 'no' } };
  const ctx = await testContext('sqlite', {}, undefined, { domain_proofs: { look: async () => looked } });
  await ctx.signer.begin();
  const audit = { ...exampleAudit({ slug: 'acme' }), website: 'https://acme.com/' };
  await commit(ctx, [audit]);
  const { proof_id } = (await execute(ctx, beginReply, operator, { slug: 'acme' }, {})).body;
  await execute(ctx, checkReplyProof, operator, { proof_id }, {});
  const replies = [{ kind: 'dispute', criterion: 'P1-A', text: 'We have one.' } as const];
  await execute(ctx, publishReply, operator, { proof_id, replies }, {});
  await ctx.catalogue.refresh();
  const plan = await planOf(ctx);
  const files = await made(ctx, plan);
  assert.deepEqual(
    linesIn(files, 'log.ndjson.zst').map((entry) => JSON.parse(entry).kind),
    ['audit', 'reply'],
  );
  assert.deepEqual(await problemsOf(files, plan.key), []);
  for (const name of files.keys()) assert.ok(!textIn(files, name).includes('We have one.'), name);
});

const python = (await run('python3', ['--version']).catch(() => ({ code: 1 }))).code === 0;

test('a strict reader of CSV finds every text, none of which a spreadsheet calculates', {
  skip: python ? false : 'Python is not there',
}, async () => {
  const ctx = shared;
  const files = await made(ctx, await planOf(ctx));
  const folder = temporaryFolder('readymark-csv-');
  const read = async (name: string): Promise<Record<string, string>[]> => {
    writeFileSync(join(folder, name), textIn(files, `${name}.zst`));
    const script = `import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True, restkey='more', restval=None))
print(json.dumps(rows))`;
    const { out, err, code } = await run('python3', ['-c', script, join(folder, name)]);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  const [table, criteria] = [await read('audits.csv'), await read('criteria.csv')];
  const [described] = packageOf(files).resources.slice(1);
  assert.deepEqual(
    Object.keys(table[0] ?? {}),
    described.schema.fields.map(({ name }: { name: string }) => name),
  );
  assert.equal(table.length, 5);
  assert.equal(criteria.length, 100);
  const hostile = table.find(({ slug }) => slug === 'hostile');
  assert.deepEqual([hostile?.company, hostile?.executive_summary], [`'=1+1, "Ltd"`, "''quoted"]);
  assert.equal(criteria.find(({ slug }) => slug === 'hostile')?.evidence, `'${HOSTILE}`);
  for (const row of [...table, ...criteria])
    for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/);
  const one = table.find(({ slug, current }) => slug === 'one' && current === 'false');
  assert.deepEqual([one?.rank, one?.overall_score, one?.P1, one?.fictional], ['', '20', '5', 'false']);
});

test('nobody can take its manifest for a checkpoint, nor a checkpoint for it', async () => {
  const ctx = shared;
  const { key, checkpoint } = await planOf(ctx);
  const files = await made(ctx, await planOf(ctx));
  const public_key = (await parseKey(key.verifier.text)) ?? assert.fail();
  assert.ok('head' in (await openCheckpoint(checkpoint, [public_key])));
  assert.deepEqual(await openCheckpoint(textIn(files, 'manifest.txt'), [public_key]), {
    fault: 'The checkpoint does not say origin, size and root of a log.',
  });
  const swapped = new Map(files).set('manifest.txt', Buffer.from(checkpoint));
  assert.deepEqual(await problemsOf(swapped, key), ['manifest.txt: it is signed and is no manifest of a dataset']);
  assert.equal(parseManifest(checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)), undefined);
});

test('a check says what was changed: by others, or by whoever signs', async () => {
  const ctx = shared;
  const { key } = await planOf(ctx);
  const whole = await made(ctx, await planOf(ctx));
  const other = signingKey('elsewhere.test/log', new Uint8Array(32).fill(1));
  const renamed = signingKey('readymark.test/log', new Uint8Array(32).fill(2));
  for (const name of whole.keys()) {
    const bytes = Buffer.from(whole.get(name) ?? '');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    const expected =
      name === 'manifest.txt' ? /^manifest\.txt: / : `${name}: its SHA-256 differs from that in manifest.txt`;
    const [problem = ''] = await problemsOf(new Map(whole).set(name, bytes), key);
    if (typeof expected === 'string') assert.ok(problem.startsWith(expected), problem);
    else assert.match(problem, expected);
    const without = new Map(whole);
    without.delete(name);
    assert.deepEqual(await problemsOf(without, key), [`${name} is missing`]);
  }
  const cut = new Map(whole).set('audits.csv.zst', whole.get('audits.csv.zst')?.subarray(0, -1) ?? Buffer.alloc(0));
  assert.match((await problemsOf(cut, key)).join(), /^audits\.csv\.zst has \d+ bytes instead of \d+$/);
  for (const wrong of [other, renamed])
    assert.match(
      (await problemsOf(whole, wrong)).join(),
      /^manifest\.txt: it is not signed by the key that is trusted/,
    );
  assert.match(
    (await problemsOf(resigned(whole, other, 'README.md', String), other)).join(),
    /^manifest\.txt: it is of the log readymark\.test\/log, not of that of the key$/,
  );

  const line = (text: string, slug: string) => text.split('\n').find((one) => one.includes(`"slug":"${slug}"`)) ?? '';
  const lies: [string, (text: string) => string, RegExp][] = [
    [
      'audits.ndjson.zst',
      (text) => text.replace('What was seen', 'What was sEen'),
      /its record differs from that of entry \d/,
    ],
    [
      'audits.ndjson.zst',
      (text) => text.replace('"rank":4', '"rank":3'),
      /^two: its rank is 4, and the dataset says 3$/,
    ],
    [
      'audits.ndjson.zst',
      (text) => text.replace('"rank":2', '"rank":3'),
      /: its rank is \d, and that of (elsewhere|hostile) with the same score \d/,
    ],
    [
      'audits.ndjson.zst',
      (text) => text.replace('"current":false', '"current":true'),
      /^one of 2026-05-01: current is true, and by the log it is false$/,
    ],
    ['audits.ndjson.zst', (text) => text.replace('"fictional":false', '"fictional":true'), /fictional differs/],
    ['audits.ndjson.zst', (text) => text.replace(/"log_index":\d/, '"log_index":8'), /: by the log it is entry \d$/],
    [
      'audits.ndjson.zst',
      (text) => text.replace(`${line(text, 'two')}\n`, ''),
      /^two of 2026-11-20: by the log it is public, and it is not there/,
    ],
    ['audits.ndjson.zst', (text) => `${text}${line(text, 'two')}\n`, /^two of 2026-11-20: it is there twice/],
    [
      'audits.ndjson.zst',
      (text) => text.replace('{"slug":"two"', '{"slug":"gone"'),
      /^audits\.ndjson, line \d: by the log there is no such audit/,
    ],
    [
      'log.ndjson.zst',
      (text) => text.replace('"slug":"two"', '"slug":"twx"'),
      /^log\.ndjson: its entries do not lead to the root that was signed$/,
    ],
    ['log.ndjson.zst', (text) => text.slice(text.indexOf('\n') + 1), /^log\.ndjson: its entries do not lead/],
    [
      'datapackage.json',
      (text) => text.replace('"publication": 6', '"publication": 7'),
      /^datapackage\.json: it describes other files/,
    ],
    [
      'checkpoint',
      (text) => text.replace('\n9\n', '\n8\n'),
      /^checkpoint: its signature is wrong,checkpoint: it is another head/,
    ],
  ];
  for (const [name, change, expected] of lies) {
    const lying = resigned(whole, key, name, change);
    assert.notDeepEqual(lying.get(name), whole.get(name), `${expected} changes something`);
    assert.match((await problemsOf(lying, key)).join(), expected);
  }
  assert.deepEqual(await problemsOf(resigned(whole, key, 'audits.ndjson.zst', String), key), []);
});
