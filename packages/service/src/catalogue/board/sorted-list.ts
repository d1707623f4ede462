import type { TimeSlicer } from '../time-slicer.ts';

type Compare<T> = (a: T, b: T) => number;

/** A part of a sorted list: some items, and whatever else its maker keeps of them. */
export type SortedPart<T> = { readonly items: readonly T[] };

/** Makes a part of items; `before` is the part from which most of them come. */
type Make<T, P extends SortedPart<T>> = (items: readonly T[], before: P | undefined) => P;

/** Items of a part, at most; a larger one is divided. */
export const PART_ITEMS_MAX = 512;
/** Items sorted natively at a time: well under a millisecond. */
const RUN_ITEMS = 64;
/** Items merged before it is asked whether other work should get a turn. */
const CHECKED_EVERY = 16;

/**
 * The parts of a sorted list without some of its items and with others; the parts themselves are not changed, and those
 * without a change stay the same objects. So a change costs what it changes, however long the list is.
 *
 * @param compare never returns 0 for two different items of one list
 */
export async function updatedParts<T, P extends SortedPart<T>>(
  parts: readonly P[],
  change: { removed: Iterable<T>; added: Iterable<T> },
  compare: Compare<T>,
  make: Make<T, P>,
  slicer: TimeSlicer,
): Promise<readonly P[]> {
  const removed = await sorted([...change.removed], compare, slicer);
  const added = await sorted([...change.added], compare, slicer);
  if (!removed.length && !added.length) return parts;
  const result: P[] = [];
  let [taken, put, from] = [0, 0, 0];
  while (taken < removed.length || put < added.length) {
    const next = first(removed[taken], added[put], compare) as T;
    const place = Math.max(from, Math.min(partOf(parts, next, from, compare), parts.length - 1));
    for (; from < place; from++) result.push(parts[from] as P);
    const part = parts[place];
    const last = place < parts.length - 1 ? part?.items.at(-1) : undefined;
    const belongs = (item: T | undefined) => item !== undefined && (last === undefined || compare(item, last) <= 0);
    const gone = new Set<T>();
    while (taken < removed.length && belongs(removed[taken])) gone.add(removed[taken++] as T);
    const begin = put;
    while (put < added.length && belongs(added[put])) put += 1;
    const kept = gone.size ? (part?.items ?? []).filter((item) => !gone.has(item)) : (part?.items ?? []);
    const items = await merged(kept, added.slice(begin, put), compare, slicer);
    for (const piece of piecesOf(items)) {
      result.push(make(piece, part));
      await slicer();
    }
    from = place + 1;
  }
  for (; from < parts.length; from++) result.push(parts[from] as P);
  return result;
}

/** A sorted list of which later ones share the parts without a change. An immutable value. */
export class SortedList<T> {
  readonly length: number;
  readonly #parts: readonly SortedPart<T>[];
  readonly #starts: readonly number[];

  constructor(parts: readonly SortedPart<T>[] = []) {
    this.#parts = parts;
    const starts: number[] = [];
    let length = 0;
    for (const { items } of parts) {
      starts.push(length);
      length += items.length;
    }
    this.#starts = starts;
    this.length = length;
  }

  /** A list of items that are sorted already. */
  static of<T>(items: readonly T[]): SortedList<T> {
    return new SortedList([...piecesOf(items)].map((piece) => ({ items: piece })));
  }

  /** The item at a place from 0 on; undefined outside of the list. */
  at(place: number): T | undefined {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle + 1;
      else high = middle;
    }
    return this.#parts[low - 1]?.items[place - (this.#starts[low - 1] ?? 0)];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { items } of this.#parts) yield* items;
  }

  /** @param compare as for `updatedParts` */
  async with(
    change: { removed: Iterable<T>; added: Iterable<T> },
    compare: Compare<T>,
    slicer: TimeSlicer,
  ): Promise<SortedList<T>> {
    const parts = await updatedParts<T, SortedPart<T>>(this.#parts, change, compare, (items) => ({ items }), slicer);
    return parts === this.#parts ? this : new SortedList(parts);
  }
}

/** Items in pieces that leave room for more. */
function* piecesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) return;
  const pieces = items.length <= PART_ITEMS_MAX ? 1 : Math.ceil(items.length / ((PART_ITEMS_MAX * 3) / 4));
  for (let piece = 0; piece < pieces; piece++)
    yield items.slice(Math.floor((piece * items.length) / pieces), Math.floor(((piece + 1) * items.length) / pieces));
}

/** The part that an item belongs to: the first one whose last item is not before it. */
function partOf<T>(parts: readonly SortedPart<T>[], item: T, from: number, compare: Compare<T>): number {
  let [low, high] = [from, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(parts[middle]?.items.at(-1) as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const first = <T>(a: T | undefined, b: T | undefined, compare: Compare<T>): T | undefined =>
  a === undefined ? b : b === undefined ? a : compare(a, b) <= 0 ? a : b;

async function sorted<T>(items: readonly T[], compare: Compare<T>, slicer: TimeSlicer): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN_ITEMS) {
    runs.push(items.slice(at, at + RUN_ITEMS).sort(compare));
    await slicer();
  }
  while (runs.length > 1) {
    const next: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      next.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare, slicer));
    runs = next;
  }
  return runs[0] ?? [];
}

/** One sorted list of two. */
async function merged<T>(
  list: readonly T[],
  others: readonly T[],
  compare: Compare<T>,
  slicer: TimeSlicer,
): Promise<readonly T[]> {
  if (!others.length) return list;
  const result: T[] = [];
  let at = 0;
  for (const other of others) {
    for (const end = placeOf(list, other, at, compare); at < end; at++) result.push(list[at] as T);
    result.push(other);
    // An await costs more than what it would wait for.
    const turn = result.length % CHECKED_EVERY === 0 ? slicer() : undefined;
    if (turn) await turn;
  }
  for (; at < list.length; at++) result.push(list[at] as T);
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
