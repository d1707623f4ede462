import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import type { FormerSlugs } from '../domain/companies/former-slug.ts';
import { type CountRow as Row, WatchStats } from './watch-stats.ts';

const time = (second: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + second * 1000).toISOString();

/** The clock of the tests, later than every row that they do not date into the future. */
const now = () => new Date(time(3_600));

/** A source over rows that a test changes, like the store; it records what was read. */
function source(rows: Row[]) {
  const reads: (readonly string[])[] = [];
  const found = (matches: (row: Row) => boolean) => rows.filter(matches).map((row) => ({ ...row }));
  const read = {
    async changed(from: string, to: string) {
      reads.push([from, to]);
      return found(({ changed_at }) => changed_at >= from && changed_at <= to);
    },
    async of(slugs: readonly string[]) {
      reads.push(slugs);
      return found(({ slug }) => slugs.includes(slug));
    },
  };
  return { reads, read };
}

test('companies come most watched first, then by slug; those without a watcher are left out', async () => {
  const rows = [
    ['b', 2],
    ['a', 2],
    ['none', 0],
    ['c', 5],
  ].map(([slug, watchers]) => ({ slug, watchers, changed_at: time(0) }) as Row);
  const stats = new WatchStats(source(rows).read, now);
  assert.equal(Buffer.from(stats.document().bodies.identity).toString(), '{"companies":[]}');
  await stats.refresh();
  assert.deepEqual(stats.companies(), [
    { slug: 'c', watchers: 5 },
    { slug: 'a', watchers: 2 },
    { slug: 'b', watchers: 2 },
  ]);
  assert.equal(
    Buffer.from(stats.document().bodies.identity).toString(),
    JSON.stringify({ companies: stats.companies() }),
  );
  assert.equal(stats.document().modified.toISOString(), time(0));
});

test('the count of a slug that no company has any more is not public (decision 100)', async () => {
  const rows = ['a', 'b'].map((slug) => ({ slug, watchers: 1, changed_at: time(0) }));
  let former: FormerSlugs = new Map();
  const stats = new WatchStats(source(rows).read, now, () => former);
  await stats.refresh();
  const both = stats.document();
  former = new Map([['other', { moved_to: 'a', at: time(0), publication: 1 }]]);
  assert.equal(stats.document(), both, 'nothing that it shows has changed');
  former = new Map([...former, ['b', { retracted: { at: time(0), reason: 'Closed.', publication: 2 } }]]);
  assert.deepEqual(stats.companies(), [{ slug: 'a', watchers: 1 }]);
  assert.equal(Buffer.from(stats.document().bodies.identity).toString(), '{"companies":[{"slug":"a","watchers":1}]}');
  assert.ok(stats.document().modified > both.modified);
  former = new Map();
  assert.equal(stats.companies().length, 2);
});

test('only recent changes are read again, and the document stays the same object while nothing changes', async () => {
  const rows = Array.from({ length: 500 }, (_, number) => ({
    slug: `s${number}`,
    watchers: 1,
    changed_at: time(number),
  }));
  const { reads, read } = source(rows);
  const stats = new WatchStats(read, now);
  await stats.refresh();
  const first = stats.document();
  await stats.refresh();
  assert.equal(stats.document(), first);
  rows[0] = { slug: 's0', watchers: 0, changed_at: time(600) };
  await stats.refresh();
  assert.notEqual(stats.document(), first);
  assert.equal(stats.companies().length, 499);
  assert.deepEqual(
    reads.map(([from]) => from),
    ['', time(439), time(439)],
  );
});

test('a write that becomes visible late is still counted', async () => {
  const rows = [{ slug: 'new', watchers: 1, changed_at: time(100) }];
  const stats = new WatchStats(source(rows).read, now);
  await stats.refresh();
  rows.push({ slug: 'late', watchers: 1, changed_at: time(41) });
  await stats.refresh();
  assert.deepEqual(
    stats.companies().map(({ slug }) => slug),
    ['late', 'new'],
  );
});

test('the count of one company is read alone, once for all calls at a time', async () => {
  const rows = [
    { slug: 'a', watchers: 1, changed_at: time(0) },
    { slug: 'b', watchers: 1, changed_at: time(0) },
  ];
  const { reads, read } = source(rows);
  const stats = new WatchStats(read, now);
  await stats.refresh();
  rows[0] = { slug: 'a', watchers: 2, changed_at: time(1) };
  await Promise.all([stats.refresh('a'), stats.refresh('b'), stats.refresh('a')]);
  assert.deepEqual(reads.slice(1), [['a', 'b']]);
  assert.deepEqual(stats.companies(), [
    { slug: 'a', watchers: 2 },
    { slug: 'b', watchers: 1 },
  ]);
});

test('a change is read though an earlier one is dated later than now, and so are changes of a clock that is ahead', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({ slug: `s${at}`, watchers: 1, changed_at: time(90_000 + at) }));
  const { reads, read } = source(rows);
  const stats = new WatchStats(read, now);
  await stats.refresh();
  const first = stats.document().modified;
  rows.push({ slug: 'now', watchers: 1, changed_at: time(3_600) });
  rows.push({ slug: 'ahead', watchers: 1, changed_at: time(90_301) });
  await stats.refresh();
  assert.deepEqual(stats.companies().filter(({ slug }) => slug === 'now' || slug === 'ahead').length, 2);
  assert.ok(stats.document().modified.getTime() >= first.getTime() + 1_000, 'Last-Modified grows with the content');
  assert.deepEqual(reads.slice(1), [
    ['', time(3_660)],
    [time(90_239), '9999'],
  ]);
});

test('calls during a refresh share one more that starts after it', async () => {
  const rows: Row[] = [];
  let reads = 0;
  const gates: (() => void)[] = [];
  const changed = async () => {
    reads++;
    const seen = [...rows];
    await new Promise<void>((open) => gates.push(open));
    return seen;
  };
  const stats = new WatchStats({ ...source(rows).read, changed }, now);
  const first = stats.refresh();
  while (gates.length < 1) await new Promise((next) => setImmediate(next));
  rows.push({ slug: 'a', watchers: 1, changed_at: time(0) });
  const later = [stats.refresh(), stats.refresh(), stats.refresh()];
  gates[0]?.();
  await first;
  assert.deepEqual(stats.companies(), []);
  while (gates.length < 2) await new Promise((next) => setImmediate(next));
  gates[1]?.();
  await Promise.all(later);
  assert.deepEqual([stats.companies().length, reads], [1, 2]);
});

test('when the counts cannot be read the last ones stay, and the next refresh continues', async () => {
  let broken = false;
  const rows = [{ slug: 'a', watchers: 1, changed_at: time(0) }];
  const changed = async () => {
    if (broken) throw new Error('gone');
    return rows;
  };
  const stats = new WatchStats({ ...source(rows).read, changed }, now);
  await stats.refresh();
  broken = true;
  await assert.rejects(stats.refresh());
  assert.equal(stats.companies().length, 1);
  broken = false;
  rows[0] = { slug: 'a', watchers: 2, changed_at: time(1) };
  await stats.refresh();
  assert.equal(stats.companies()[0]?.watchers, 2);
});

test('long documents get their encodings from the thread pool', async () => {
  const rows = Array.from({ length: 50 }, (_, number) => ({
    slug: `company-${number}`,
    watchers: 1,
    changed_at: time(0),
  }));
  const stats = new WatchStats(source(rows).read, now);
  await stats.refresh();
  const { bodies } = stats.document();
  for (const deadline = performance.now() + timeLimit(5_000); !bodies.br; ) {
    assert.ok(performance.now() < deadline);
    await new Promise((next) => setImmediate(next));
  }
  assert.deepEqual(Object.keys(bodies).sort(), ['br', 'gzip', 'identity', 'zstd']);
});
