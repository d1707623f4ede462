import type { CompanyRow } from './company-row.ts';
import { hashOf } from './row-layout.ts';

/**
 * Companies by a text of theirs, spread by a hash of it over lists of their own, so that a change copies one of them.
 * Beside each company is the hash, so that hardly any row is read to find one. An immutable value.
 */
export type CompanyShards = readonly Shard[];

/** Companies by their hashes, in ascending order. */
type Shard = { hashes: Uint32Array; companies: readonly CompanyRow[] };

const SHARDS = 4096;
const none: Shard = { hashes: new Uint32Array(), companies: [] };

export const emptyShards: CompanyShards = new Array<Shard>(SHARDS).fill(none);

const shardOf = (hash: number) => hash & (SHARDS - 1);

/** The companies whose text it is. @param textOf what the shards are by */
export function findIn(shards: CompanyShards, text: string, textOf: (company: CompanyRow) => string): CompanyRow[] {
  const hash = hashOf(text);
  const { hashes, companies } = shards[shardOf(hash)] ?? none;
  const found: CompanyRow[] = [];
  for (let at = placeOf(hashes, hash); hashes[at] === hash; at++) {
    const company = companies[at] as CompanyRow;
    if (textOf(company) === text) found.push(company);
  }
  return found;
}

/** The first place whose hash is not lower. */
function placeOf(hashes: Uint32Array, hash: number): number {
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Collects changes of shards, and makes new ones of which most are the same. */
export class ShardChanges {
  readonly #base: CompanyShards;
  readonly #changed = new Map<number, Map<CompanyRow, number>>();

  constructor(base: CompanyShards) {
    this.#base = base;
  }

  /** @param hash that of the text, which the row remembers */
  add(company: CompanyRow, hash: number): void {
    this.#of(hash).set(company, hash);
  }

  remove(company: CompanyRow, hash: number): void {
    this.#of(hash).delete(company);
  }

  /** The companies of a text, after the changes so far. */
  find(text: string, textOf: (company: CompanyRow) => string): CompanyRow | undefined {
    const hash = hashOf(text);
    const changed = this.#changed.get(shardOf(hash));
    if (!changed) return findIn(this.#base, text, textOf)[0];
    for (const [company, other] of changed) if (other === hash && textOf(company) === text) return company;
    return undefined;
  }

  finish(): CompanyShards {
    const shards = [...this.#base];
    for (const [number, members] of this.#changed) shards[number] = shardWith([...members]);
    return shards;
  }

  #of(hash: number): Map<CompanyRow, number> {
    const number = shardOf(hash);
    const known = this.#changed.get(number);
    if (known) return known;
    const { hashes, companies } = this.#base[number] ?? none;
    const made = new Map(companies.map((company, at) => [company, hashes[at] as number]));
    this.#changed.set(number, made);
    return made;
  }
}

function shardWith(members: (readonly [CompanyRow, number])[]): Shard {
  members.sort(([, a], [, b]) => a - b);
  return { hashes: Uint32Array.from(members, ([, hash]) => hash), companies: members.map(([company]) => company) };
}

/** Shards of many companies at once. @param hashIn the hash that the row remembers */
export function shardsOf(companies: readonly CompanyRow[], hashIn: (company: CompanyRow) => number): CompanyShards {
  const hashes = Uint32Array.from(companies, hashIn);
  const ends = new Uint32Array(SHARDS + 1);
  for (const hash of hashes) ends[shardOf(hash) + 1] = (ends[shardOf(hash) + 1] as number) + 1;
  for (let shard = 0; shard < SHARDS; shard++) ends[shard + 1] = (ends[shard + 1] as number) + (ends[shard] as number);
  const order = new Uint32Array(hashes.length);
  const next = ends.slice(0, SHARDS);
  for (const [at, hash] of hashes.entries()) {
    const shard = shardOf(hash);
    order[next[shard] as number] = at;
    next[shard] = (next[shard] as number) + 1;
  }
  return Array.from({ length: SHARDS }, (_, shard) => {
    const members = order.subarray(ends[shard], ends[shard + 1]);
    members.sort((a, b) => (hashes[a] as number) - (hashes[b] as number));
    return {
      hashes: Uint32Array.from(members, (at) => hashes[at] as number),
      companies: Array.from(members, (at) => companies[at] as CompanyRow),
    };
  });
}
