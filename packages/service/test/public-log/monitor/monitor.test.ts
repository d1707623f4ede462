import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { signingKey, signNote } from '@readymark/tlog/note';
import { entriesOf } from '@readymark/tlog/tiles';
import { canonicalJson } from '@readymark/verify';
import type { Ran } from '../../../../../test/world/processes.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import type { Statement } from '../../../src/domain/public-log/statement.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { rotateKey } from '../../../src/operations/public-log/rotate-key.ts';
import { execute } from '../../../src/operations/run.ts';
import { logFile } from '../../../src/store/public-log/files.ts';
import { readKey } from '../../../src/store/public-log/key-file.ts';
import { commit, operator, publish } from '../../world/operator.ts';
import { temporaryFolder } from '../../world/readymark.ts';
import { testContext, testService } from '../../world/service.ts';
import { checkpointOf, type Files, handoverOf, keysFile, logOf, logServer, lyingServer } from './lying-log.ts';
import { monitor } from './run-monitor.ts';

/** `readymark monitor`: keeps the last checkpoint, tells what is new, and fails on any other history (decision 149). */

const folder = temporaryFolder('readymark-monitor-');
let number = 0;
const newState = () => join(folder, `state-${number++}.json`);

const json = ({ code, out, err }: Ran) => ({ code, err, ...JSON.parse(out || '{}') });

const service = await testService('sqlite', { BASE_URL: 'https://readymark.test' });
await publish(service, [
  exampleAudit({ slug: 'one', audit_date: '2026-05-01', scores: 1 }),
  ...['two', 'moved', 'gone'].map((slug) => exampleAudit({ slug })),
]);
const key = () => readKey(service.signer.file) ?? assert.fail('the service has a key');

describe('a log that grows', () => {
  const state = newState();
  const look = (...more: string[]) => monitor([service.url, '--state', state, ...more], undefined, service.clock.now());
  const now = ' Its head was signed less than a minute ago.';

  test('is believed at first, with its key, and then tells each statement once', async () => {
    const first = await look();
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.deepEqual(first.out.split('\n'), [
      '4 entries (4 audit), read and checked. New entries are reported one by one.',
      `The log is believed to be signed by ${key().verifier.text}, because it was at this first look. Compare that with where its operator publishes the key, or give it with --key.`,
      `sound  readymark.test/log has 4 entries, signed.${now}`,
      '',
    ]);
    assert.equal((await look()).out, `sound  readymark.test/log has 4 entries, none of them new.${now}\n`);
    service.clock.advance(3_600_000);
    await commit(service, [exampleAudit({ slug: 'one', scores: 4 })]);
    await commit(service, [exampleAudit({ slug: 'two', scores: 2 })], { replace: true });
    await execute(service, correctCompany, operator, { slug: 'moved', new_slug: 'elsewhere' }, {});
    await execute(service, retractCompany, operator, { slug: 'gone', reason: 'Wrong company.' }, {});
    await service.catalogue.refresh();
    const { code, out } = await look();
    assert.equal(code, 0);
    const day = exampleAudit({}).audit_date;
    assert.deepEqual(
      out
        .split('\n')
        .map((one) =>
          one.replace(/, 2026-11-21T13:00:0\d\.000Z$/, ', TIME').replace(/of entry [0-3]\)/, 'of entry N)'),
        ),
      [
        `4  audit  one ${day}  publication 2, TIME`,
        `5  replacement  two ${day} (in place of entry N)  publication 3, TIME`,
        `6  name change  elsewhere ${day} (in place of entry N)  publication 4, TIME`,
        '7  retraction  gone (in place of entry N)  publication 5, TIME',
        `sound  readymark.test/log has 8 entries, 4 of them new.${now}`,
        '',
      ],
    );
  });

  test('is told to programs, and its key may be given', async () => {
    const given = ['--key', key().verifier.text, '--state', newState(), '--json'];
    const found = json(await monitor([service.url, ...given]));
    const { code, sound, size, from, first, counts, entries } = found;
    assert.deepEqual([code, sound, size, from, first, entries], [0, true, 8, 0, true, []]);
    assert.deepEqual(counts, { audit: 5, replacement: 1, name_change: 1, retraction: 1 });
    const again = json(await monitor([service.url, ...given]));
    assert.deepEqual([again.code, again.from, again.first], [0, 8, false]);
    const other = signingKey('readymark.test/log', new Uint8Array(32).fill(1)).verifier.text;
    const refused = await monitor([service.url, '--key', other, '--state', newState(), '--json']);
    assert.match(json(refused).problem, /^log\/checkpoint is not signed by a key that is trusted/);
    assert.equal(refused.code, 1);
    const mixed = await look('--key', other);
    assert.equal(mixed.code, 1);
    assert.match(mixed.err, /remembers a log of another key/);
  });

  test('is looked at again and again until somebody stops it', async () => {
    const stop = new AbortController();
    const running = monitor([service.url, '--state', state, '--every', '999'], stop);
    // It waits between two looks for longer than this test may last.
    const timer = setInterval(() => {
      if (readFileSync(state, 'utf8')) stop.abort();
    }, 20);
    assert.equal((await running).code, 0);
    clearInterval(timer);
    for (const wrong of [
      ['--every', '0'],
      ['--every', 'x'],
      ['--every', '5', '--once'],
    ])
      assert.equal((await look(...wrong)).code, 2, wrong.join(' '));
  });

  test('may be given another key, which is followed and told', async () => {
    const before = key().verifier.text;
    await rotateKey(service, { new_log: false });
    await service.catalogue.refresh();
    const rotated = await look();
    assert.match(
      rotated.out,
      /^another key {2}readymark\.test\/log\+\S+ took over from readymark\.test\/log\+\S+: both/,
    );
    assert.deepEqual([rotated.code, rotated.out.includes(before)], [0, true]);
    await rotateKey(service, { new_log: false });
    await publish(service, [exampleAudit({ slug: 'later' })]);
    const next = await look();
    assert.equal(next.code, 0);
    assert.match(next.out, /^another key.+\n8 {2}audit {2}later .+\nsound/);
    // Who trusts the first key alone gets there too.
    const late = json(await monitor([service.url, '--key', before, '--state', newState(), '--json']));
    assert.deepEqual([late.code, late.handovers.length, late.key], [0, 2, key().verifier.text]);
  });

  test('may end, and another one is followed only when somebody says so', async () => {
    await rotateKey(service, { new_log: true });
    await publish(service, [exampleAudit({ slug: 'newest' })]);
    const next = key().verifier.text;
    const ended = await look();
    assert.equal(ended.code, 1);
    assert.match(
      ended.out,
      /^wrong {2}log\/checkpoint is of another log, readymark\.test\/log\/[\dTZ-]+, and nothing leads/,
    );
    assert.ok(ended.out.includes(`It is signed by ${next}. If the operator says that the former log ended`));
    const accepted = await look('--accept', next);
    assert.equal(accepted.code, 0);
    assert.match(
      accepted.out,
      /^another log {2}readymark\.test\/log\/[\dTZ-]+ takes the place of readymark\.test\/log, as you accepted\. It begins with the 9 entries of that\.\n10 entries/,
    );
    assert.equal((await look()).out, `sound  ${key().verifier.name} has 10 entries, none of them new.${now}\n`);
    assert.equal((await look('--accept', next)).code, 0);
  });
});

test('a log that is frozen says how old it is, and is refused when it is older than it may be', async () => {
  const frozen = await testService('sqlite', { BASE_URL: 'https://readymark.test' });
  await publish(frozen, [exampleAudit({ slug: 'one' })]);
  const files: Files = (path) => kept.get(path);
  const kept = new Map<string, Uint8Array>();
  for (const path of ['log/checkpoint', 'log/tile/0/000.p/1', 'log/tile/entries/000.p/1', '.well-known/readymark-keys'])
    kept.set(path, new Uint8Array(await (await fetch(`${frozen.url}/${path}`)).arrayBuffer()));
  const server = await logServer(files);
  const state = newState();
  const look = (hours: number, ...more: string[]) => {
    const now = new Date(frozen.clock.now().getTime() + hours * 3_600_000);
    return monitor([server.url, '--state', state, ...more], undefined, now);
  };
  assert.equal((await look(0, '--older-than', '48')).code, 0);
  const old = await look(87_600);
  assert.match(old.out, /none of them new\. Its head was signed 3650 days ago\.\n$/);
  const refused = await look(49, '--older-than', '48');
  assert.match(
    refused.out,
    /^wrong {2}the head of the log was signed at 2026-11-21T12:00:00\.000Z, longer ago than it may/,
  );
  assert.deepEqual([refused.code, /\n {2}The note is in /.test(refused.out)], [1, true]);
  assert.equal((await look(48, '--older-than', '48')).code, 0);
  assert.match((await look(-1, '--older-than', '48')).out, /^wrong .+ a time that has not come/);
  const entry = entriesOf(kept.get('log/tile/entries/000.p/1') ?? new Uint8Array());
  assert.ok(Array.isArray(entry));
  const silent = await logServer(logOf(entry, [signingKey('readymark.test/log', new Uint8Array(32).fill(7))]));
  const told = await monitor([
    silent.url,
    '--state',
    newState(),
    '--older-than',
    '48',
    '--key',
    signingKey('readymark.test/log', new Uint8Array(32).fill(7)).verifier.text,
  ]);
  assert.match(told.out, /^wrong {2}the head of the log does not say when it was signed\.\n/);
  for (const wrong of ['0', 'x', '-1', '1.5']) assert.equal((await look(0, '--older-than', wrong)).code, 2, wrong);
});

const true_log = await testContext('sqlite');
await commit(
  true_log,
  ['a', 'b', 'c', 'd', 'e'].map((slug) => exampleAudit({ slug })),
);
for (const slug of ['f', 'g']) await commit(true_log, [exampleAudit({ slug })]);
await execute(true_log, retractCompany, operator, { slug: 'a', reason: 'Wrong company.' }, {});
const served = await logFile(true_log.store.db, { level: 'entries', n: 0, width: 8 }, 8);
const bundle = entriesOf(served?.bytes ?? new Uint8Array());
assert.ok(Array.isArray(bundle));
const entries: readonly Uint8Array[] = bundle;

describe('a server that lies', { concurrency: true }, () => {
  const mine = signingKey('readymark.test/log', new Uint8Array(32).fill(7));
  const next = signingKey('readymark.test/log', new Uint8Array(32).fill(8));
  const five = logOf(entries.slice(0, 5), [mine]);
  const eight = logOf(entries, [mine]);
  const first: Parameters<typeof keysFile>[0] = [{ key: mine, handover: null }];
  const withKeys =
    (files: Files, named = first): Files =>
    (path) =>
      path === '.well-known/readymark-keys' ? keysFile(named) : files(path);

  /** Sees five entries of the true log, and then what the server makes of it. */
  async function after(lie: Files) {
    const state = newState();
    const server = await logServer(withKeys(five));
    const look = (...more: string[]) => monitor([server.url, '--state', state, ...more]);
    assert.equal((await look()).code, 0);
    const remembered = readFileSync(state, 'utf8');
    server.serve(withKeys(lie));
    const told = await look();
    // Nothing that is wrong is remembered.
    if (told.code) assert.equal(readFileSync(state, 'utf8'), remembered);
    return { ...told, state, server, look };
  }
  const changed =
    (path: string, change: (bytes: Buffer) => Uint8Array | undefined, files = eight): Files =>
    (asked) => {
      const bytes = files(asked);
      return bytes && asked === path ? change(Buffer.from(bytes)) : bytes;
    };
  const only = (note: string, files = eight): Files => changed('log/checkpoint', () => Buffer.from(note), files);
  const statement = (at: number) => JSON.parse(Buffer.from(entries[at] ?? []).toString());
  const saying = (...more: unknown[]) =>
    logOf([...entries, ...more.map((one) => Buffer.from(typeof one === 'string' ? one : canonicalJson(one)))], [mine]);
  const last = statement(7);
  const later = { ...statement(0), publication: 9, at: '2026-11-21T15:00:00.000Z' };
  const nothing = {
    record_sha256: null,
    record_format: null,
    rubric: null,
    rubric_sha256: null,
    receipts_sha256: null,
  };
  const retracted = { ...nothing, kind: 'retraction', audit_date: null, replaces: null };
  const tile = 'log/tile/0/000.p/8';
  const texts = 'log/tile/entries/000.p/8';
  const foreign = signingKey('elsewhere.example/log', new Uint8Array(32).fill(9));

  const lies: [what: string, lie: Files, told: RegExp][] = [
    ['no checkpoint', changed('log/checkpoint', () => undefined), /checkpoint is missing/],
    ['a text in its place', only('OK\n'), /is not a signed note/],
    ['a key that is not trusted', logOf(entries, [next]), /is not signed by a key that is trusted/],
    ['another log', logOf(entries, [foreign]), /is of another log, elsewhere\.example\/log, and nothing leads to it/],
    [
      'a bad signature',
      only(checkpointOf(entries, [mine]).replace('\n8\n', '\n9\n')),
      /has a wrong signature: it was changed after it was signed/,
    ],
    [
      'another log under the same key',
      only(checkpointOf(entries, [{ ...mine, name: 'other.example/log' }])),
      /is of another log, other\.example\/log/,
    ],
    ['a signed text that is no checkpoint', only(signNote('hello\n', [mine])), /is signed and is no checkpoint/],
    ['an impossible size', only(checkpointOf(entries, [mine], 1e15)), /says 1000000000000000 entries, more than such/],
    ['a cut tile', changed(tile, (bytes) => bytes.subarray(32)), /000\.p\/8 has 224 bytes instead of 256/],
    [
      'a swapped tile',
      changed(tile, (bytes) => Buffer.concat([bytes.subarray(0, 192), bytes.subarray(224), bytes.subarray(192, 224)])),
      /tile\/0\/000\.p\/8: entry 6 differs from what is below it/,
    ],
    [
      'a tile of another place',
      changed(tile, (bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
      /entry 0 differs from the hash in its tile/,
    ],
    ['no tile', changed(tile, () => undefined), /log\/tile\/0\/000\.p\/8 is missing/],
    ['a long tile', changed(tile, () => Buffer.alloc(9_000)), /has more than 8192 bytes, as no such file has/],
    [
      'an entry left out',
      changed(texts, (bytes) => bytes.subarray(2 + bytes.readUInt16BE())),
      /has 7 entries instead of 8/,
    ],
    ['a bundle that is cut off', changed(texts, (bytes) => bytes.subarray(0, -1)), /000\.p\/8 is cut off/],
    [
      'a changed entry',
      changed(texts, (bytes) =>
        Buffer.from(bytes.toString('latin1').replace('"retraction"', '"retractiom"'), 'latin1'),
      ),
      /log\/tile\/0\/000\.p\/8: entry 7 differs from what is below it/,
    ],
    [
      'an entry changed long ago',
      logOf(entries.with(1, Buffer.from('{}')), [mine]),
      /the log was rewritten: its 8 entries are signed, and the first 5 of them are not those that were seen before/,
    ],
    [
      'a root of other entries',
      only(checkpointOf(entries.with(1, Buffer.from('{}')), [mine])),
      /do not lead to the root that was signed/,
    ],
    [
      'two histories of one size',
      logOf(entries.slice(0, 5).with(4, Buffer.from('{}')), [mine]),
      /two checkpoints of 5 entries have different roots/,
    ],
    [
      'a smaller tree',
      logOf(entries.slice(0, 3), [mine]),
      /has 3 entries, and 5 were seen before: a log never shrinks/,
    ],
    ['an entry that is no JSON', saying('hello'), /entry 8 is not canonical JSON/],
    ['an entry in another order', saying('{"b":1,"a":2}'), /entry 8 is not canonical JSON/],
    ['an entry of any kind', saying({ a: 1 }), /entry 8 is no statement: \w+ is missing or not valid/],
    ['an audit without a hash', saying({ ...later, record_sha256: null }), /entry 8 is no statement: record_sha256 is/],
    ['a slug that moves the cursor', saying({ ...later, slug: '\u001b[2J' }), /entry 8 is no statement: slug is/],
    ['deep nesting', saying(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), /entry 8 is not canonical JSON/],
    [
      'an older publication',
      saying({ ...later, publication: 1 }),
      /publication 1, after one of 4: publication numbers never go back/,
    ],
    ['an older time', saying({ ...later, at: '2026-01-01T00:00:00.000Z' }), /time never goes back/],
    ['what replaces a later entry', saying({ ...later, replaces: 8 }), /entry 8 replaces an entry that comes later/],
  ];
  for (const [what, lie, told] of lies)
    test(`is found out: ${what}`, async () => {
      const { code, out, err } = await after(lie);
      assert.match(out, told);
      assert.deepEqual([code, err, out.startsWith('wrong  ')], [1, '', true]);
      assert.equal(/\p{Cc}/u.test(out.replaceAll('\n', '')), false);
    });

  test('two notes of one size are kept as evidence', async () => {
    const other = entries.slice(0, 5).with(4, Buffer.from('{}'));
    const { out, state, look } = await after(logOf(other, [mine]));
    const files = readdirSync(folder).filter((name) => name.startsWith(`${basename(state)}.evidence-`));
    const notes = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.deepEqual(notes.sort(), [checkpointOf(entries.slice(0, 5), [mine]), checkpointOf(other, [mine])].sort());
    for (const name of files) assert.ok(out.includes(join(folder, name)));
    const told = json(await look('--json'));
    assert.deepEqual([told.sound, told.evidence.length], [false, 2]);
  });

  test('a key that takes over must have signed with the one before it', async () => {
    const handover = handoverOf(entries.slice(0, 6), mine, next);
    const taken = logOf(entries, [next]);
    const named = (note: string | null) => [{ key: next, handover: note }, ...first];
    for (const [note, told] of [
      [null, /none took over/],
      [checkpointOf(entries.slice(0, 6), [next]), /none took over/],
      [checkpointOf(entries.slice(0, 6), [mine]), /none took over/],
      // Anybody can sign below a checkpoint of the log.
      [checkpointOf(entries.slice(0, 6), [mine, next]), /none took over/],
      [handoverOf(entries.slice(0, 6).with(5, Buffer.from('{}')), mine, next), /the tree of 6 entries differs/],
      [handoverOf(entries.slice(0, 4).with(3, Buffer.from('{}')), mine, next), /the tree of 4 entries that a key/],
      [handoverOf([...entries, Buffer.from('{}')], mine, next), /the tree of 9 entries that a key/],
      [handover, /^another key.+both signed the 6 entries of then\.\n5 {2}/],
    ] as const) {
      const state = newState();
      const server = await logServer(withKeys(five));
      const look = () => monitor([server.url, '--state', state]);
      await look();
      server.serve(withKeys(taken, named(note)));
      const { code, out } = await look();
      assert.match(out, told);
      assert.equal(code, note === handover ? 0 : 1);
      if (note !== handover) continue;
      // From now on the former key alone is not enough.
      server.serve(withKeys(saying(later), named(note)));
      assert.match((await look()).out, /signed by a former key alone, after another took over/);
    }
  });

  test('what is new is told without what moves the cursor, also of a kind that is not known', async () => {
    const { slug: _, ...nothing } = later;
    const { out, code } = await after(saying({ ...nothing, kind: 'something_new', words: '\u001b[31m' }));
    assert.equal(code, 0);
    assert.match(
      out,
      /\n8 {2}something new {2} \d{4}-\d\d-\d\d \(of a kind that this version does not know\) {2}publication 9, /,
    );
  });

  test('what a company says is told with what it is about, and what became of it', async () => {
    const none = { record_sha256: null, record_format: null, rubric: null, rubric_sha256: null, receipts_sha256: null };
    const said = { reply_id: 'rep_1', text_sha256: 'a'.repeat(64), proof: 'dns', proven_at: later.at } as const;
    const about = (kind: 'reply' | 'outcome' | 'removal', more: object) =>
      ({
        ...{ ...later, ...none, kind, replaces: null },
        reply: { ...said, kind: 'dispute', criterion: 'P1-A', outcome: null, about: 0, corrected_by: null, ...more },
      }) satisfies Statement;
    const other_time = { ...about('outcome', { about: 8 }), at: '2026-11-21T15:00:01.000Z' };
    assert.match((await after(saying(about('reply', {}), other_time))).out, /publication 9 at .+ time never goes back/);
    const right = await after(
      saying(
        about('reply', {}),
        about('outcome', { outcome: 'upheld', about: 8 }),
        about('reply', { kind: 'reply', criterion: null }),
      ),
    );
    assert.equal(right.code, 0, right.out);
    const [, , , first, second, third] = right.out.split('\n');
    assert.match(first ?? '', /^8 {2}reply {2}\w \S+ \(dispute about P1-A, to entry 0\) {2}publication 9/);
    assert.match(second ?? '', /^9 {2}outcome {2}\w \S+ \(dispute about P1-A, of entry 8: upheld\)/);
    assert.match(third ?? '', /^10 {2}reply {2}\w \S+ \(reply about the whole audit, to entry 0\)/);
    assert.match((await after(saying(about('reply', { about: 8 })))).out, /entry 8 is about an entry that comes later/);
  });

  const manyOf = (length: number) =>
    Array.from({ length }, (_, at) =>
      Buffer.from(
        canonicalJson({ ...last, publication: at + 1, replaces: null, at: new Date(at * 1_000).toISOString() }),
      ),
    );

  test('older entries that vanished or were changed are found in a later look, by drawing some', async () => {
    const many = manyOf(70_000);
    const whole = logOf(many, [mine]);
    const state = newState();
    const server = await logServer(withKeys(whole));
    // Every draw is of these files.
    const draw = (...files: number[]) => {
      const bytes = Buffer.alloc(16);
      for (const [at, n] of files.entries()) bytes.writeUInt32BE(n, 4 * at);
      return monitor([server.url, '--state', state], undefined, undefined, () => bytes);
    };
    assert.equal((await draw(0, 0, 0, 0)).code, 0);
    const [some, end] = ['log/tile/entries/003', 'log/tile/entries/273.p/112'];
    const other = Buffer.from(whole('log/tile/entries/004') ?? []);
    for (const [path, lie, told] of [
      [some, () => undefined, /^wrong {2}log\/tile\/entries\/003 is missing\.\n/],
      [
        some,
        () => other,
        /^wrong {2}log\/tile\/entries\/003 is not what was signed: an entry that was seen before was/,
      ],
      [some, (bytes) => bytes.subarray(0, -1), /^wrong {2}log\/tile\/entries\/003 is cut off/],
      [end, () => undefined, /^wrong {2}log\/tile\/entries\/273\.p\/112 is missing/],
      ['log/tile/1/000', () => undefined, /^wrong {2}log\/tile\/1\/000 is missing/],
      ['log/tile/1/000', (bytes) => bytes.reverse(), /^wrong {2}log\/tile\/entries\/003 is not what was signed/],
      ['log/tile/2/000.p/1', (bytes) => bytes.reverse(), /^wrong {2}the tiles at the end of the log do not lead/],
    ] as [string, (bytes: Buffer) => Uint8Array | undefined, RegExp][]) {
      server.serve(withKeys(changed(path, lie, whole)));
      const { code, out } = await draw(3, 100, 255, 273);
      assert.match(out, told);
      assert.equal(code, 1);
    }
    server.serve(withKeys(whole));
    assert.equal((await draw(3, 255, 256, 273)).code, 0);
  });

  test('an entry that replaces one of another company, lies in the future or doubles a date is noted', async () => {
    const audit = { ...later, kind: 'audit', replaces: null };
    const state = newState();
    const server = await logServer(withKeys(saying({ ...audit, slug: 'h' })));
    const look = () => monitor([server.url, '--state', state], undefined, new Date('2026-11-22T12:00:00.000Z'));
    assert.doesNotMatch((await look()).out, /note/);
    // Companies of one publication have no order, and `a` was retracted.
    const b = entries.findIndex((_, at) => statement(at).slug === 'b');
    const more = [
      { ...audit, slug: 'h', kind: 'replacement', replaces: 8 },
      { ...audit, slug: 'h' },
      { ...audit, slug: 'i', kind: 'replacement', replaces: b },
      { ...audit, slug: 'j', kind: 'name_change', replaces: 5 },
      { ...audit, slug: 'k', audit_date: '2099-01-01' },
      { ...later, slug: 'f', ...retracted },
      { ...audit, slug: 'f' },
      { ...audit, slug: 'l', publication: 10, at: '2099-01-01T00:00:00.000Z' },
    ];
    server.serve(withKeys(saying({ ...audit, slug: 'h' }, ...more)));
    const { code, out } = await look();
    assert.equal(code, 0, out);
    assert.deepEqual(out.match(/^note .+$/gm), [
      `note  Entry 10 is a second audit of ${audit.audit_date}, beside entry 9.`,
      `note  Entry 11 replaces entry ${b}, which is of another company: b.`,
      'note  Entry 13 is of an audit of 2099-01-01, later than it was published.',
      'note  Entry 16 says that it was published at 2099-01-01T00:00:00.000Z, a time that has not come.',
    ]);
    assert.doesNotMatch((await look()).out, /note/);
  });

  test('a few new entries take a few files, and so does nothing new', async () => {
    const many = manyOf(600);
    const state = newState();
    const server = await logServer(withKeys(logOf(many.slice(0, 597), [mine])));
    const look = () => monitor([server.url, '--state', state]);
    await look();
    const older = ['log/tile/entries/000', 'log/tile/entries/001'];
    for (const [size, files] of [
      [597, ['log/checkpoint', 'log/tile/0/002.p/85', 'log/tile/1/000.p/2', ...older, 'log/tile/entries/002.p/85']],
      [600, ['log/checkpoint', 'log/tile/0/002.p/88', 'log/tile/1/000.p/2', ...older, 'log/tile/entries/002.p/88']],
    ] as const) {
      server.asked.length = 0;
      server.serve(withKeys(logOf(many.slice(0, size), [mine])));
      assert.equal((await look()).code, 0);
      assert.deepEqual([...new Set(server.asked)].sort(), files);
    }
  });

  test('trouble of the network accuses nobody, and has an exit code of its own', async () => {
    const state = newState();
    const nowhere = await monitor(['http://127.0.0.1:1', '--state', state]);
    assert.deepEqual([nowhere.code, nowhere.out], [3, '']);
    assert.match(nowhere.err, /cannot be reached: no connection \(ECONNREFUSED\)\. That says nothing about the log/);
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    for (const [answer, told] of [
      [{ status: 500 }, /^\S+ answers log\/checkpoint with status 500\. That says nothing/],
      [{ status: 302, location: 'https://elsewhere.example/' }, /with a redirect, which is not followed/],
      [{ status: 200, body: bomb, 'content-encoding': 'gzip' }, /log\/checkpoint has more than 500000 bytes/],
    ] as const) {
      const { status, body, ...headers } = { body: '\u001b[31m', ...answer };
      const server = await lyingServer((_, response) => response.writeHead(status, headers).end(body));
      const { code, out, err } = await monitor([server.url, '--state', state]);
      assert.match(out + err, told);
      assert.equal(code, status === 200 ? 1 : 3);
      assert.ok(!(out + err).includes('\u001b'));
    }
    assert.ok(!readdirSync(folder).includes(basename(state)));
    // With --every it is asked again.
    const stop = new AbortController();
    let times = 0;
    const server = await lyingServer((path, response) => {
      const bytes = withKeys(five)(path);
      if (path === 'log/checkpoint') times += 1;
      if (path === 'log/checkpoint' && times === 1) response.writeHead(500).end();
      else response.writeHead(bytes ? 200 : 404).end(bytes);
      if (path === 'log/checkpoint' && times === 3) stop.abort();
    });
    const { code, out, err } = await monitor([server.url, '--state', state, '--every', '1'], stop);
    assert.match(err, /status 500\. That says nothing about the log; look again later\./);
    assert.match(out, /^5 entries \(5 audit\), read and checked/);
    assert.equal(code, 0);
  });

  test('a state that is something else is never begun anew, nor taken back by another run', async () => {
    const state = newState();
    for (const text of ['', '{}', '{"format":1,"note":"x","keys":[],"publication":1,"at":""}']) {
      writeFileSync(state, text);
      const { code, err } = await monitor([service.url, '--state', state]);
      assert.equal(code, 1);
      assert.match(err, /is not what `readymark monitor` remembers of a log/);
    }
    const missing = await monitor([service.url, '--state', join(folder, 'nowhere', 'x.json')]);
    assert.deepEqual([missing.code, /cannot be written \(ENOENT\)/.test(missing.err + missing.out)], [1, true]);
    // A run that began before another one ended.
    const shared = newState();
    const ahead = await logServer(withKeys(eight));
    let during: Promise<Ran> | undefined;
    const behind = await lyingServer(async (path, response) => {
      if (path.startsWith('log/tile')) during ??= monitor([ahead.url, '--state', shared]);
      await during;
      const bytes = withKeys(five)(path);
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    assert.match((await monitor([behind.url, '--state', shared])).out, /has 5 entries/);
    assert.match((await during)?.out ?? '', /has 8 entries/);
    assert.match((await monitor([ahead.url, '--state', shared])).out, /has 8 entries, none of them new/);
  });
});
