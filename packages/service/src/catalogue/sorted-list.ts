import type { TimeSlicer } from './time-slicer.ts';

type Compare<T> = (a: T, b: T) => number;

/** Items sorted natively at a time: well under a millisecond. */
const RUN_ITEMS = 64;
/** Items copied before other work gets a turn. */
const COPIED_ITEMS = 4096;

/**
 * A sorted list without some of its items and with others; the list itself is not changed. Takes time for what changes,
 * in slices, plus a copy.
 *
 * @param compare never returns 0 for two different items of one list
 */
export async function updatedList<T>(
  list: readonly T[],
  change: { removed: Iterable<T>; added: Iterable<T> },
  compare: Compare<T>,
  slicer: TimeSlicer,
): Promise<readonly T[]> {
  const removed = await sorted([...change.removed], compare, slicer);
  const added = await sorted([...change.added], compare, slicer);
  const kept = removed.length ? await merged(list, removed, compare, slicer, 'remove') : list;
  return added.length ? merged(kept, added, compare, slicer, 'add') : kept;
}

async function sorted<T>(items: readonly T[], compare: Compare<T>, slicer: TimeSlicer): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN_ITEMS) {
    runs.push(items.slice(at, at + RUN_ITEMS).sort(compare));
    await slicer();
  }
  while (runs.length > 1) {
    const next: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      next.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare, slicer, 'add'));
    runs = next;
  }
  return runs[0] ?? [];
}

/** One sorted list with the items of another added or removed. */
async function merged<T>(
  list: readonly T[],
  others: readonly T[],
  compare: Compare<T>,
  slicer: TimeSlicer,
  how: 'add' | 'remove',
): Promise<T[]> {
  const result: T[] = [];
  let at = 0;
  const copyTo = async (end: number) => {
    for (; at < end; at++) {
      result.push(list[at] as T);
      if (at % COPIED_ITEMS === 0) await slicer();
    }
  };
  for (const other of others) {
    await copyTo(placeOf(list, other, at, compare));
    if (how === 'add') result.push(other);
    else at += 1;
    await slicer();
  }
  await copyTo(list.length);
  return result;
}

/** Where the first item that is not before `item` is; searched from `from` on in growing steps, since it is often near. */
function placeOf<T>(list: readonly T[], item: T, from: number, compare: Compare<T>): number {
  let low = from;
  let step = 1;
  while (low + step <= list.length && compare(list[low + step - 1] as T, item) < 0) {
    low += step;
    step *= 2;
  }
  let high = Math.min(list.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
