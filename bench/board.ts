import { boardStore, edgeOf, signing, writerOf } from '../packages/service/test/world/board/board-world.ts';
import { madeCompany } from '../packages/service/test/world/made-companies.ts';
import { commit } from '../packages/service/test/world/operator.ts';

/**
 * What a publication costs where the board is in a store (decision 214): objects and bytes that are written, parts that an edge reads and
 * files that it writes, for one company in the middle of a board of each size.
 *
 * `npm run bench board [COMPANIES…]` (1000 10000 100000)
 */
const sizes = process.argv.slice(2).map(Number);
if (!sizes.length) sizes.push(1_000, 10_000, 100_000);
/** Programs that tests share do not keep a process alive. */
const alive = setInterval(() => {}, 60_000);
const rows: Record<string, Record<string, number>> = {};
for (const size of sizes) {
  const store = await boardStore();
  const ctx = await signing();
  for (let at = 0; at < size; at += 1_000)
    await commit(
      ctx,
      Array.from({ length: Math.min(1_000, size - at) }, (_, of) => madeCompany(at + of)),
    );
  const writer = await writerOf(ctx, store);
  const first = await timed(() => writer.pass(0));
  const edge = await edgeOf(store);
  const whole = await timed(() => edge.step());
  await commit(ctx, [madeCompany(size + 1, '2026-11-03', 0.5)]);
  const since = performance.now();
  const next = await timed(() => writer.pass(0));
  // The ranks of others follow in later looks, which the next publication does not wait for.
  const seen = await timed(() => edge.look());
  const until_seen = (performance.now() - since) / 1e3;
  const rest = await timed(() => edge.step());
  const again = await timed(() => writer.pass(60));
  const nothing = await timed(() => writer.pass(0));
  rows[size] = {
    'first: objects': first.of.writes,
    'first: MB': first.of.bytes / 1e6,
    'first: s of processor': first.seconds,
    'new edge: files': whole.of.files,
    'new edge: s of processor': whole.seconds,
    'publication: objects': next.of.writes,
    'publication: KB': next.of.bytes / 1e3,
    'publication: s of processor': next.seconds,
    'seen: s on the clock, without the pauses between looks': until_seen,
    'seen: s of processor, writer and edge': next.seconds + seen.seconds,
    'at the edge: parts': seen.of.parts,
    'at the edge: KB': seen.of.bytes / 1e3,
    'at the edge: files until seen': seen.of.files,
    'at the edge: s of processor until seen': seen.seconds,
    'ranks of others: files': rest.of.files,
    'ranks of others: s of processor': rest.seconds,
    'renewed pages: objects': again.of.writes,
    'renewed pages: KB': again.of.bytes / 1e3,
    'groups that wait': again.of.waiting,
    'nothing new: s of processor': nothing.seconds,
  };
  await ctx.close();
  await store.stop();
  console.table(rows);
}
clearInterval(alive);

/** What is measured is the processor, which others on the machine do not change. */
async function timed<T>(work: () => Promise<T>): Promise<{ of: T; seconds: number }> {
  const before = process.cpuUsage();
  const of = await work();
  const { user, system } = process.cpuUsage(before);
  return { of, seconds: (user + system) / 1e6 };
}
