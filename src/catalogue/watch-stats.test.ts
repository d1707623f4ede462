import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWatchStats } from './watch-stats.ts';

type Row = { slug: string; watchers: number; changed_at: string };
const time = (second: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + second * 1000).toISOString();

/** A source over rows that a test changes, like the store; it records the times that it was called with. */
function source(rows: Row[]) {
  const since: string[] = [];
  const read = async (changed_at: string) => {
    since.push(changed_at);
    return rows.filter((row) => row.changed_at >= changed_at).map((row) => ({ ...row }));
  };
  return { since, read };
}

test('companies come most watched first, then by slug; those without a watcher are left out', async () => {
  const rows = [
    ['b', 2],
    ['a', 2],
    ['none', 0],
    ['c', 5],
  ].map(([slug, watchers]) => ({ slug, watchers, changed_at: time(0) }) as Row);
  const stats = openWatchStats(source(rows).read);
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

test('only recent changes are read again, and the document stays the same object while nothing changes', async () => {
  const rows = Array.from({ length: 500 }, (_, number) => ({
    slug: `s${number}`,
    watchers: 1,
    changed_at: time(number),
  }));
  const { since, read } = source(rows);
  const stats = openWatchStats(read);
  await stats.refresh();
  const first = stats.document();
  await stats.refresh();
  assert.equal(stats.document(), first);
  rows[0] = { slug: 's0', watchers: 0, changed_at: time(600) };
  await stats.refresh();
  assert.notEqual(stats.document(), first);
  assert.equal(stats.companies().length, 499);
  assert.deepEqual(since, ['', time(439), time(439)]);
});

test('a write that becomes visible late is still counted', async () => {
  const rows = [{ slug: 'new', watchers: 1, changed_at: time(100) }];
  const stats = openWatchStats(source(rows).read);
  await stats.refresh();
  rows.push({ slug: 'late', watchers: 1, changed_at: time(41) });
  await stats.refresh();
  assert.deepEqual(
    stats.companies().map(({ slug }) => slug),
    ['late', 'new'],
  );
});

test('calls during a refresh share one more that starts after it', async () => {
  const rows: Row[] = [];
  let reads = 0;
  const gates: (() => void)[] = [];
  const stats = openWatchStats(async () => {
    reads++;
    const seen = [...rows];
    await new Promise<void>((open) => gates.push(open));
    return seen;
  });
  const first = stats.refresh();
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
  const stats = openWatchStats(async () => {
    if (broken) throw new Error('gone');
    return rows;
  });
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
  const stats = openWatchStats(source(rows).read);
  await stats.refresh();
  const { bodies } = stats.document();
  for (const deadline = performance.now() + 5_000; !bodies.br; ) {
    assert.ok(performance.now() < deadline);
    await new Promise((next) => setImmediate(next));
  }
  assert.deepEqual(Object.keys(bodies).sort(), ['br', 'gzip', 'identity', 'zstd']);
});
