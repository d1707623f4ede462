/** All randomness of a life, from its seed. */
export type Chance = {
  /** From 0 to 1. */
  next(): number;
  /** From 0 to one less than `below`. */
  int(below: number): number;
  /** Whether what happens once in `in_how_many` happens now. */
  one(in_how_many: number): boolean;
  pick<T>(list: readonly T[]): T | undefined;
  bytes(count: number): Uint8Array;
};

/** SplitMix32: every number of 32 bits is a seed, and neighbours have nothing in common. */
export function openChance(seed: number): Chance {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const next = () => word() / 2 ** 32;
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    one: (in_how_many) => int(in_how_many) === 0,
    pick: (list) => list[int(list.length)],
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 0xff),
  };
}
