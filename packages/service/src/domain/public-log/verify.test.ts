import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { checkpointText } from '@readymark/tlog/checkpoint';
import { inclusionSubtrees } from '@readymark/tlog/inclusion';
import { signingKey, signNote } from '@readymark/tlog/note';
import { bundleOf } from '@readymark/tlog/tiles';
import { appendLeaf, completeRoot, emptyFrontier, joinTrees, leafHash, rootOf } from '@readymark/tlog/tree';
import {
  canonicalJson,
  handoverLine,
  leafHash as hashOfLeaf,
  parseKey,
  reading,
  strictJson,
  trustedKeys,
  verifyScore,
} from '@readymark/verify';
import fc from 'fast-check';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { canonicalHash } from '../canonical-json.ts';
import { inOrder, openLoggedAudits } from './logged-audits.ts';

/** verify.js against documents that are made here, as anybody may make them who has a key (decision 147). */
const NAME = 'readymark.test/log';
const ours = signingKey(NAME, new Uint8Array(32).fill(1));
const next = signingKey(NAME, new Uint8Array(32).fill(2));
const stranger = signingKey('elsewhere.test/log', new Uint8Array(32).fill(3));
const rubric = readRubrics().get('v1') ?? assert.fail();
const encode = (text: string) => Buffer.from(text);

type Statement = Record<string, unknown>;
type Made = { statements: Statement[]; at: number; record: object; index?: object; receipts?: object };

/** A whole log with the documents of one score: `proof.json` and all that it is checked with. */
function world({ statements, at, record, index, receipts }: Made): Map<string, Uint8Array> {
  const entries = statements.map((statement) => encode(canonicalJson(statement)));
  const leaves = entries.map(leafHash);
  const root = rootOf(leaves.reduce(appendLeaf, emptyFrontier));
  const inclusion = inclusionSubtrees(at, leaves.length).map((trees) =>
    joinTrees(trees.map(({ level, index: n }) => completeRoot(leaves.slice(n * 2 ** level, (n + 1) * 2 ** level)))),
  );
  const note = signNote(checkpointText({ origin: NAME, size: leaves.length, root }), [ours]);
  const proof = {
    statement: statements[at],
    index: at,
    inclusion: inclusion.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: note,
  };
  const documents: Record<string, unknown> = {
    'api/audits/acme/proof.json': proof,
    'api/audits/acme.json': record,
    'api/audits/index.json': index ?? indexOf(record),
    'rubrics/v1.json': rubric,
    '.well-known/readymark-keys': { keys: [{ key: ours.verifier.text, from: 'x', until: null, handover: null }] },
    ...(receipts && { 'api/audits/acme/evidence.json': receipts }),
  };
  const files = new Map(Object.entries(documents).map(([path, value]) => [path, encode(JSON.stringify(value))]));
  return files.set(`log/tile/entries/000.p/${entries.length}`, Buffer.from(bundleOf(entries)));
}

const { rank: _, ...plain } = { ...exampleAudit({ slug: 'acme', company: 'Acme' }), rank: 1 };
const receipts = { company: 'Acme', slug: 'acme', criteria: [] };

function statementOf(record: object, more: Statement = {}): Statement {
  const { slug, audit_date } = record as { slug: string; audit_date: string };
  const hashes = { record_sha256: canonicalHash(record), rubric: 'v1', rubric_sha256: canonicalHash(rubric) };
  return {
    ...{ format: 1, kind: 'audit', slug, audit_date, publication: 1, at: '2026-11-21T12:00:00.000Z' },
    ...{ ...hashes, record_format: 1, receipts_sha256: null, replaces: null, logged: 'at_publication', ...more },
  };
}

function indexOf(record: object, more: object[] = []) {
  const { company, slug, overall_score, tier, pillars } = record as typeof plain;
  const pillar_scores = Object.fromEntries(Object.entries(pillars).map(([id, { score }]) => [id, score]));
  return { count: 1 + more.length, audits: [{ rank: 1, company, slug, overall_score, tier, pillar_scores }, ...more] };
}

const others = ['b', 'c', 'd', 'e'].map((slug) => statementOf({ slug, audit_date: '2026-01-01' }));
const ranked = { ...plain, rank: 1 };
const sound: Made = {
  statements: [...others.slice(0, 2), statementOf(plain, { receipts_sha256: canonicalHash(receipts) }), ...others],
  at: 2,
  record: ranked,
  receipts,
};

async function check(files: ReadonlyMap<string, Uint8Array>, keys = [ours.verifier.text]) {
  const { verdict, checks } = await verifyScore('acme', async (path: string) => files.get(path), { keys });
  return {
    verdict,
    failed: checks.filter(({ outcome }) => outcome === 'failed').map(({ id, says }) => `${id}: ${says}`),
    unchecked: checks.filter(({ outcome }) => outcome === 'not_checked').map(({ id }) => id),
  };
}

/** The documents with one of them changed as text; undefined leaves it out. */
function changed(path: string, change: (text: string) => string | Uint8Array | undefined, of = sound) {
  const files = world(of);
  const before = files.get(path) ?? assert.fail(path);
  const after = change(before.toString());
  assert.notEqual(after, before.toString());
  if (after === undefined) files.delete(path);
  else files.set(path, Buffer.from(after));
  return files;
}

test('a score whose documents agree with the log is sound', async () => {
  assert.deepEqual(await check(world(sound)), { verdict: 'sound', failed: [], unchecked: [] });
  assert.deepEqual(await check(world(sound), []), { verdict: 'sound', failed: [], unchecked: ['key'] });
  const last = { ...sound, statements: sound.statements.slice(0, 3) };
  assert.equal((await check(world(last))).verdict, 'sound');
});

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const nextSign = (sign: string) => signs[signs.indexOf(sign) + 1] ?? assert.fail(sign);

const proof = 'api/audits/acme/proof.json';
const record = 'api/audits/acme.json';
const index = 'api/audits/index.json';
const bundle = 'log/tile/entries/000.p/7';

test('each thing that is wrong is said exactly', async () => {
  const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  const noted = (key: typeof ours, origin: string) => (text: string) => {
    const parsed = JSON.parse(text);
    const head = parsed.checkpoint.split('\n').slice(1, 3);
    return JSON.stringify({ ...parsed, checkpoint: signNote(`${origin}\n${head.join('\n')}\n`, [key]) });
  };
  const cases: [string, (text: string) => string | undefined, RegExp[]][] = [
    [proof, () => undefined, [/^proof: The proof \(proof\.json\) is missing\.$/]],
    [proof, () => '[]', [/^proof: The proof \(proof\.json\) does not have the form of one/]],
    [proof, swap('log\\n7\\n', 'log\\n8\\n'), [/^signature: The signature of the checkpoint is wrong/]],
    [
      proof,
      noted(stranger, 'elsewhere.test/log'),
      [/^signature: The checkpoint is of another log: “elsewhere\.test\/log”/],
    ],
    [proof, noted(next, NAME), [/^signature: The checkpoint is signed by another key than readymark\.test\/log\+/]],
    [proof, swap('"index":2', '"index":3'), [/^inclusion: Entry 3 and its proof do not lead to the root/]],
    [proof, swap('"index":2', '"index":7'), [/^inclusion: Entry 7 and its proof do not lead/]],
    [proof, swap('"publication":1', '"publication":2'), [/^inclusion: Entry 2 and its proof do not lead/]],
    [
      proof,
      swap('"slug":"acme"', '"slug":"bcme"'),
      [/^statement: The proof is of “bcme”, not of “acme”/, /^inclusion/, /^record: .+ but its slug is “acme”/],
    ],
    [proof, swap('"kind":"audit"', '"kind":"gift"'), [/^statement: .+ does not know: “gift”/, /^inclusion/]],
    [proof, swap('"inclusion":["', '"inclusion":["A'), [/^proof: .+ does not have the form of one/]],
    [record, () => undefined, [/^record: The record is missing\.$/]],
    [record, swap('What was seen', 'What was sEen'), [/^record: The record differs from .+ entry 2: something in it/]],
    [
      record,
      swap('"tier":"Emerging"', '"tier":"Agent-Ready"'),
      [
        /^record/,
        /^tier: 60 points are the tier “Emerging”, and the record says “Agent-Ready”\.$/,
        /^index: In the index, tier/,
      ],
    ],
    [
      record,
      swap('"overall_score":60', '"overall_score":61'),
      [
        /^record/,
        /^total: The pillars sum to 60, and the score says 61\.$/,
        /^index: In the index, overall_score is 60, and in the record 61/,
      ],
    ],
    [record, swap('"score":3', '"score":4'), [/^record/, /^sums: P1 says 15, and its criteria sum to 16\.$|^sums/]],
    [
      'rubrics/v1.json',
      swap('"min":60', '"min":61'),
      [/^rubric: The rubric v1 differs from the one that was logged\.$/],
    ],
    ['api/audits/acme/evidence.json', swap('"Acme"', '"Acne"'), [/^receipts: The sources \(evidence\.json\) differ/]],
    [index, swap('"rank":1', '"rank":2'), [/^rank: The rank is 1 by the scores of the index, and the index says 2\.$/]],
    [
      index,
      swap('"tier":"Emerging"', '"tier":"Agent-Ready"'),
      [/^index: In the index, tier is “Agent-Ready”, and in the record “Emerging”\.$/],
    ],
    [index, swap('"slug":"acme"', '"slug":"b"'), [/^index: The company is not in the index\.$/]],
    [
      index,
      swap('"company"', '"fictional":true,"company"'),
      [/^index: In the index, fictional is true, and in the record false/],
    ],
    [record, swap('"rank":1', '"rank":3'), [/^rank: The rank in the index is 1, and the record says 3\.$/]],
    // The same bytes, written in another way: the last sign of 32 bytes has two bits that nobody reads.
    [
      proof,
      (text) => text.replace(/([^"])=",/, (_, sign) => `${nextSign(sign)}=",`),
      [/^proof: .+ does not have the form of one/],
    ],
    [
      proof,
      (text) => text.replace(/(.)=\\n"/, (_, sign) => `${nextSign(sign)}=\\n"`),
      [/^signature: The checkpoint is not a signed note\.$/],
    ],
    ['.well-known/readymark-keys', () => '{"keys":7}', []],
  ];
  for (const [path, change, expected] of cases) {
    const { verdict, failed } = await check(changed(path, change));
    assert.equal(failed.length, expected.length, `${path}: ${failed.join('; ')}`);
    for (const [at, pattern] of expected.entries()) assert.match(failed[at] ?? '', pattern);
    assert.equal(verdict, expected.length ? 'wrong' : 'sound');
  }
});

test('a record that was logged with a wrong tier, sum or maximum is wrong, though nothing was changed', async () => {
  const lies: [object, RegExp][] = [
    [
      { ...plain, tier: 'Agent-Ready' },
      /^tier: 60 points are the tier “Emerging”, and the record says “Agent-Ready”\.$/,
    ],
    [{ ...plain, overall_score: 61 }, /^total: The pillars sum to 60, and the score says 61\.$/],
    [{ ...plain, criteria: plain.criteria.slice(1) }, /^sums: The record has 19 criteria, and the rubric 20\.$/],
    [
      { ...plain, criteria: plain.criteria.map((one) => ({ ...one, score: 3.5 })) },
      /^sums: P1-A has 3\.5 points, of 5\.$/,
    ],
    [
      { ...plain, criteria: [plain.criteria[1], ...plain.criteria.slice(1)] },
      /^sums: The record does not have the criterion “P1-A” once\.$/,
    ],
    [
      { ...plain, pillars: { ...plain.pillars, P9: plain.pillars.P1 } },
      /^sums: The record does not have exactly the 5 pillars of the rubric\.$/,
    ],
  ];
  for (const [lie, pattern] of lies) {
    const { failed } = await check(
      world({
        ...sound,
        record: { ...lie, rank: 1 },
        statements: [...others.slice(0, 2), statementOf(lie), ...others],
      }),
    );
    assert.match(failed.filter((text) => !/^index/.test(text)).join('\n'), pattern);
  }
});

test('an entry behind it that takes its place is found, and so is one that was left out or changed', async () => {
  for (const [later, said] of [
    [
      statementOf(plain, { kind: 'replacement', replaces: 2 }),
      /^current: Entry 5 took its place: “replacement” of “acme”/,
    ],
    [
      { ...statementOf(plain), kind: 'retraction', audit_date: null, replaces: 2 },
      /^current: Entry 5 took its place: “retraction”/,
    ],
    [
      statementOf({ slug: 'renamed', audit_date: '2026-11-02' }, { kind: 'name_change', replaces: 2 }),
      /^current: Entry 5 took its place: “name_change” of “renamed”/,
    ],
  ] as const) {
    const statements = [...sound.statements.slice(0, 5), later, ...others];
    assert.match((await check(world({ ...sound, statements }))).failed.join('\n'), said);
    // Whoever has it left out of what he serves has another tree.
    const without = world({ ...sound, statements });
    without.set(
      'log/tile/entries/000.p/10',
      Buffer.from(bundleOf([...sound.statements, ...others].slice(0, 10).map((one) => encode(canonicalJson(one))))),
    );
    assert.match(
      (await check(without)).failed.join('\n'),
      /^current: The entries beside it are not those that were signed/,
    );
  }
  const cut = await check(changed(bundle, (text) => text.slice(0, -3)));
  assert.match(cut.failed.join(), /^current: The file of entries log\/tile\/entries\/000\.p\/7 is cut off/);
  assert.deepEqual((await check(changed(bundle, () => undefined))).failed, [
    `current: The file of entries ${bundle} is missing.`,
  ]);
});

test('an earlier audit that is logged later, and an entry about something else, leave a score current', async () => {
  const earlier = statementOf({ ...plain, audit_date: '2026-01-01' });
  const reply = { ...statementOf(plain), kind: 'reply', record_sha256: null };
  const { verdict, failed } = await check(world({ ...sound, statements: [...sound.statements, earlier, reply] }));
  assert.deepEqual([verdict, failed], ['sound', []]);
});

test('the one entry that is current by verify.js is the last that stands by the whole log', async () => {
  const old = { ...plain, audit_date: '2026-01-05' };
  const said = { kind: 'reply', audit_date: plain.audit_date, record_sha256: null, rubric: null, rubric_sha256: null };
  const statements = [
    statementOf(old),
    statementOf(plain),
    statementOf(plain, said),
    statementOf(plain, { kind: 'replacement', replaces: 1 }),
    statementOf(plain, { ...said, kind: 'outcome' }),
    statementOf(old, { kind: 'replacement', replaces: 0 }),
    statementOf({ ...plain, audit_date: '2025-12-01' }),
    statementOf({ slug: 'other', audit_date: '2026-11-30' }),
    statementOf(plain, { ...said, kind: 'removal' }),
    statementOf(plain, { ...said, kind: 'a_kind_of_later' }),
  ];
  const current: number[] = [];
  for (const at of statements.keys()) {
    const { failed } = await check(world({ statements, at, record: ranked }));
    if (!failed.some((one) => /^(current|statement): /.test(one))) current.push(at);
  }
  const { add, companies } = openLoggedAudits();
  for (const statement of statements) add(statement as Parameters<typeof add>[0]);
  const standing = inOrder(companies.get('acme') ?? new Map());
  assert.deepEqual(current, [3]);
  assert.deepEqual(
    standing.map(({ index }) => index),
    [6, 5, 3],
  );
});

test('a past audit that was logged last is not the current one, whatever its file of entries says', async () => {
  const past = { ...plain, audit_date: '2025-12-01' };
  const statements = [statementOf(plain), statementOf(past), ...others];
  const made = { statements, at: 1, record: { ...past, rank: 1 } };
  const newer =
    /^current: Entry 0 is of a later date \(2026-\d\d-\d\d\), and nothing took its place: this audit is a past one\.$/;
  assert.match((await check(world(made))).failed.join(), newer);
  const lying = world(made);
  const other = [statements[0], statementOf(past, { replaces: 0 }), ...others].map((one) => encode(canonicalJson(one)));
  lying.set('log/tile/entries/000.p/6', Buffer.from(bundleOf(other)));
  assert.match((await check(lying)).failed.join(), newer);
  const retracted = { ...statementOf(plain), kind: 'retraction', audit_date: null, replaces: 0 };
  assert.equal(
    (await check(world({ ...made, statements: [statementOf(plain), retracted, statementOf(past)], at: 2 }))).verdict,
    'sound',
  );
  // Who has saved only the entries that follow is told what was not read.
  const long = world({
    ...made,
    statements: [statementOf(plain), ...Array(5_118).fill(others[0]), statementOf(past), others[1]],
    at: 5_119,
  });
  long.set('log/tile/entries/020.p/1', Buffer.from(bundleOf([encode(canonicalJson(others[1]))])));
  const { checks } = await verifyScore('acme', async (path: string) => long.get(path), { keys: [ours.verifier.text] });
  assert.deepEqual(checks.at(-1), {
    ...{ id: 'current', outcome: 'passed' },
    says: 'The one entry that follows it does not take its place. The 5119 before it were not read.',
  });
});

test('ranks count real companies; fictional ones while there is no other', async () => {
  const company = (slug: string, overall_score: number, rank: number, more = {}) => ({
    rank,
    company: slug,
    slug,
    overall_score,
    tier: 'x',
    ...more,
  });
  const at = async (rank: number, more: object[]) => {
    const own = { ...ranked, rank };
    const { failed } = await check(
      world({ ...sound, record: own, index: { audits: [{ ...indexOf(plain).audits[0], rank }, ...more] } }),
    );
    return failed;
  };
  assert.deepEqual(await at(2, [company('b', 70, 1), company('c', 60, 2), company('d', 10, 4)]), []);
  assert.deepEqual(await at(1, [company('b', 70, 1, { fictional: true })]), []);
  assert.match((await at(2, [company('b', 70, 1, { fictional: true })])).join(), /^rank: The rank is 1 by the scores/);
  assert.match((await at(2, [company('b', 70, 1), company('b', 70, 1)])).join(), /^index: The index lists “b” twice\./);
});

test('whoever has the key cannot log what fits several records, or another audit', async () => {
  const entry = (more: Statement) => statementOf(plain, more);
  const one = (of: Partial<Made>) => check(world({ statements: [entry({})], at: 0, record: ranked, ...of }));
  assert.equal((await one({})).verdict, 'sound');
  // What has no canonical JSON has no hash, and so none that an entry says.
  const unwritten = { ...ranked, summary: '\ud800' };
  for (const record_sha256 of ['', null, undefined])
    assert.deepEqual(
      (await one({ record: unwritten, statements: [entry({ record_sha256 })] })).failed.map((says) =>
        says.slice(0, 28),
      ),
      ['record: The record differs f'],
    );
  assert.deepEqual((await one({ statements: [entry({ audit_date: '2026-01-02' })] })).failed, [
    `record: The record is the one of entry 0, but its audit_date is “${plain.audit_date}”, and the entry says “2026-01-02”.`,
  ]);
  const other = { ...plain, slug: 'bcme' };
  const record_sha256 = canonicalHash(other);
  assert.match(
    (await one({ record: { ...other, rank: 1 }, statements: [entry({ record_sha256 })] })).failed.join(),
    /^record: .+ its slug is “bcme”, and the entry says “acme”/,
  );
  // A rubric of which no hash was logged may be any.
  assert.equal((await one({ statements: [entry({ rubric_sha256: null })] })).verdict, 'unchecked');
  // Two readers may read it as two things, of which one takes the place.
  const files = world({ ...sound, statements: [entry({}), { kind: 'X', kinds: 'retraction' }], at: 0, record: ranked });
  const twice = Buffer.from('{"kind":"X","kind":"retraction"}');
  assert.equal((await check(files)).verdict, 'sound');
  const leaves = [encode(canonicalJson(entry({}))), twice].map(leafHash);
  const root = rootOf(leaves.reduce(appendLeaf, emptyFrontier));
  const parsed = JSON.parse((files.get(proof) ?? assert.fail()).toString());
  const checkpoint = signNote(checkpointText({ origin: NAME, size: 2, root }), [ours]);
  const inclusion = [Buffer.from(leaves[1] ?? []).toString('base64')];
  files.set(proof, encode(JSON.stringify({ ...parsed, inclusion, checkpoint })));
  files.set('log/tile/entries/000.p/2', Buffer.from(bundleOf([encode(canonicalJson(entry({}))), twice])));
  assert.deepEqual((await check(files)).failed, ['current: Entry 1 has the name “kind” twice in one object.']);
});

test('a key vouches for those that it handed the log over to, and for no other', async () => {
  const given = (await parseKey(ours.verifier.text)) ?? assert.fail();
  const head = checkpointText({ origin: NAME, size: 1, root: leafHash(encode('x')) });
  const rows = (handover: string | null) => ({
    keys: [
      { key: next.verifier.text, handover },
      { key: ours.verifier.text, handover: null },
    ],
  });
  const trusted = async (handover: string | null) =>
    (await trustedKeys([given], rows(handover))).keys.map(({ text }) => text);
  const naming = `${head}${handoverLine(next.verifier.text)}\n`;
  assert.deepEqual(await trusted(signNote(naming, [ours, next])), [ours.verifier.text, next.verifier.text]);
  for (const handover of [
    ...[null, '', signNote(naming, [ours]), signNote(naming, [next]), signNote(naming, [stranger, next])],
    // Anybody can sign below a checkpoint of the log.
    signNote(head, [ours, next]),
    signNote(`${head}${handoverLine(stranger.verifier.text)}\n`, [ours, next]),
  ])
    assert.deepEqual(await trusted(handover), [ours.verifier.text], String(handover));
});

test('JSON that two readers may read differently is refused in words', () => {
  const fault = (text: string | Uint8Array) => {
    const read = strictJson(text);
    return 'fault' in read ? read.fault : undefined;
  };
  assert.equal(fault('{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}'), undefined);
  assert.equal(fault('{"a":1,"\\u0061":2}'), 'has the name “a” twice in one object');
  assert.equal(fault('{"__proto__":1,"__proto__":2}'), 'has the name “__proto__” twice in one object');
  assert.equal(fault('[9007199254740991,-1.5e3]'), undefined);
  for (const number of ['9007199254740993', '-9007199254740993', '1e999', '1e300', '1'.repeat(400)])
    assert.equal(fault(`{"a":${number}}`), 'has a number that is too large to be read exactly', number);
  for (const number of ['94.0', '1e2', '-0', '0.1', '123456789012.345', '0.30000000000000004', '6000000000000000e-14'])
    assert.equal(fault(`{"a":${number}}`), undefined, number);
  for (const number of ['60.00000000000000000001', '59.99999999999999999999', '1e-400', '6000000000000000000001e-20'])
    assert.equal(fault(`{"a":${number}}`), 'has a number with more digits than are read exactly', number);
  assert.equal(fault('['.repeat(1_000_000)), 'is nested too deeply');
  assert.equal(fault(`${'['.repeat(64)}${']'.repeat(64)}`), undefined);
  for (const text of ['', '{', '"', '"\\', '{"a"}', '01', 'nul', '{]', ':', '}}}'])
    assert.equal(fault(text), 'is not JSON', text);
  for (const text of ['\ufeff{}', Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)])
    assert.equal(fault(text), 'begins with a byte-order mark, which not every reader skips');
  assert.equal(fault(`[${'0,'.repeat(249_998)}0]`), undefined);
  for (const many of [`[${'0,'.repeat(250_000)}0]`, '[],'.repeat(200_000), `[${'{},'.repeat(9_000_000)}0]`])
    assert.equal(fault(many), 'has more than 250000 values, as no such document has');
  assert.equal(fault(Uint8Array.of(0x22, 0xff, 0x22)), 'is not text in UTF-8');
});

test('whatever a server sends, the check ends with a sentence and never with an error', {
  timeout: timeLimit(60_000),
}, async () => {
  const paths = [...world(sound).keys()];
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, '', -1, 1.5, 2 ** 53 - 1, [], {}, [null], 'x'.repeat(200), '\ud800', true),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.json().map(encode)),
      async (path, bytes) => {
        const files = world(sound).set(path, bytes);
        const { failed } = await check(files);
        assert.ok(failed.length > 0 || path === '.well-known/readymark-keys', path);
      },
    ),
    { numRuns: 150 },
  );
  // One member, at any depth, is something else.
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths.filter((path) => path !== bundle)),
      fc.nat(),
      value,
      fc.constantFrom('', '__proto__'),
      async (path, place, other, name) => {
        const files = world(sound);
        const document = JSON.parse((files.get(path) ?? assert.fail()).toString());
        const places: [object, string][] = [];
        const walk = (of: unknown) => {
          if (typeof of !== 'object' || of === null) return;
          for (const [key, inner] of Object.entries(of)) {
            places.push([of, key]);
            walk(inner);
          }
        };
        walk(document);
        const [of, key] = places[place % places.length] ?? assert.fail();
        Object.defineProperty(of, name || key, { value: other, enumerable: true, configurable: true, writable: true });
        const { verdict } = await check(files.set(path, encode(JSON.stringify(document))));
        assert.ok(['sound', 'wrong', 'unchecked'].includes(verdict));
        if (path === record && JSON.stringify(document) !== JSON.stringify(ranked)) assert.equal(verdict, 'wrong');
      },
    ),
    { numRuns: 300 },
  );
});

test('keys and hashes are those of the rest of the program', async () => {
  const key = await parseKey(ours.verifier.text);
  assert.deepEqual(Buffer.from(key?.id ?? []), Buffer.from(ours.verifier.id));
  for (const text of [
    '',
    'x',
    ours.secret,
    `${ours.verifier.text}=`,
    ours.verifier.text.replace('+', '++'),
    ours.verifier.text.slice(0, -1),
  ])
    assert.equal(await parseKey(text), undefined, text);
  assert.deepEqual(await hashOfLeaf(encode('x')), new Uint8Array(leafHash(encode('x'))));
});

test('an endless answer, and none at all, are a proof that is missing', async (t) => {
  const server = createServer((_request, response) => {
    const more = (error?: Error | null) => void (error || response.write('x'.repeat(65_536), more));
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  for (const [base, fault] of [
    [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'has more bytes than any such document'],
    ['http://127.0.0.1:1', 'is missing'],
    ['nothing://', 'is missing'],
  ] as const) {
    const { verdict, checks } = await verifyScore('acme', reading(base));
    assert.deepEqual([verdict, checks.map(({ says }) => says)], ['wrong', [`The proof (proof.json) ${fault}.`]]);
  }
});

test('where there is no WebCrypto, nothing is called right', async (t) => {
  const { crypto } = globalThis;
  t.after(() => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }));
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  const { verdict, checks } = await verifyScore('acme', async () => undefined);
  assert.equal(verdict, 'unchecked');
  assert.match(checks[0]?.says ?? '', /has no WebCrypto; a browser offers it to pages over https only/);
});
