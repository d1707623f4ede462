/**
 * A cache with a budget in bytes; the least recently used values are dropped.
 *
 * Two generations instead of a list in order of use, so a hit in the younger one, the usual case, moves nothing. When
 * the younger one has used up half of the budget it becomes the older one, whose values are dropped.
 */
export class ByteCache<Key, Value> {
  readonly #budget: number;
  readonly #cost: (value: Value, key: Key) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #young_bytes = 0;
  #old_bytes = 0;

  /**
   * @param budget_bytes what all values together may take
   * @param cost bytes of memory that stay alive because of one value; must not change while the value is cached
   */
  constructor(budget_bytes: number, cost: (value: Value, key: Key) => number) {
    this.#budget = budget_bytes;
    this.#cost = cost;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    // A value that is larger than half of the budget stays where it is: it would end the younger generation.
    if (old !== undefined && this.#cost(old, key) <= this.#budget / 2) this.set(key, old);
    return old;
  }

  /** Keeps a value, unless it alone is larger than the budget. */
  set(key: Key, value: Value): void {
    const bytes = this.#cost(value, key);
    const replaced = this.#young.get(key);
    if (replaced !== undefined) {
      this.#young.delete(key);
      this.#young_bytes -= this.#cost(replaced, key);
    }
    if (bytes > this.#budget) return;
    if (this.#young_bytes + bytes > this.#budget / 2) {
      [this.#old, this.#old_bytes] = [this.#young, this.#young_bytes];
      [this.#young, this.#young_bytes] = [new Map(), 0];
    }
    if (bytes > this.#budget / 2) {
      [this.#old, this.#old_bytes] = [new Map([[key, value]]), bytes];
      return;
    }
    this.#young.set(key, value);
    this.#young_bytes += bytes;
  }

  clear(): void {
    [this.#young, this.#old, this.#young_bytes, this.#old_bytes] = [new Map(), new Map(), 0, 0];
  }

  /** Bytes that the cached values take; a value used in both generations counts twice. */
  bytes(): number {
    return this.#young_bytes + this.#old_bytes;
  }
}
