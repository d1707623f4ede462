import { type Limit, type Quota, quotaState } from './limit.ts';

/**
 * A limit per key, in memory only (decision 74): keys are remembered for two windows at most.
 *
 * Two counters per key estimate the sliding window: the count of the current span plus the count of the previous
 * one, weighted by how much of it still overlaps the window. Beyond `capacity` the oldest keys are dropped.
 */
export class KeyLimit {
  readonly limit: Limit;
  readonly #capacity: number;
  readonly #keyOf: (given: string) => string;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #span = 0;

  /** @param keyOf what a call counts for */
  constructor(limit: Limit, capacity = 100_000, keyOf = (given: string) => given) {
    this.limit = limit;
    this.#capacity = capacity;
    this.#keyOf = keyOf;
  }

  /**
   * Counts one call, unless the limit is reached.
   *
   * @returns undefined when the call is allowed, else the state of the limit
   */
  take(given: string, now: Date): Quota | undefined {
    const refused = this.full(given, now);
    if (refused) return refused;
    const key = this.#keyOf(given);
    const used = this.#current.get(key) ?? 0;
    if (used === 0 && this.#current.size >= this.#capacity)
      this.#current.delete(this.#current.keys().next().value ?? '');
    this.#current.set(key, used + 1);
    return undefined;
  }

  /** Takes back one call that was counted a moment ago: calls under way count until it is known how they end. */
  giveBack(given: string): void {
    const key = this.#keyOf(given);
    const used = this.#current.get(key) ?? 0;
    if (used > 1) this.#current.set(key, used - 1);
    else this.#current.delete(key);
  }

  /** The state of the limit if it is reached, else undefined. Counts nothing. */
  full(given: string, now: Date): Quota | undefined {
    if (this.limit.quota === 0) return undefined;
    const window = this.limit.window * 1000;
    this.#turn(Math.floor(now.getTime() / window));
    const key = this.#keyOf(given);
    const passed = (now.getTime() % window) / window;
    const used = this.#current.get(key) ?? 0;
    const before = this.#previous.get(key) ?? 0;
    if (used + before * (1 - passed) < this.limit.quota) return undefined;
    // A call is possible when enough of the previous span has left the window, or else in the next span.
    const free = used < this.limit.quota && before > 0 ? 1 - (this.limit.quota - used) / before : 1;
    const oldest = new Date(now.getTime() - window + Math.max(1, (free - passed) * window));
    return quotaState(this.limit, { used: this.limit.quota, oldest }, now);
  }

  #turn(span: number): void {
    if (span === this.#span) return;
    this.#previous = span === this.#span + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#span = span;
  }
}

/**
 * A limit per client, by its address from the connection or a trusted proxy; an IPv6 address counts by its /64. Addresses are never
 * stored or logged (decision 25).
 */
export class ClientLimit extends KeyLimit {
  constructor(limit: Limit, capacity?: number) {
    super(limit, capacity, clientOf);
  }
}

/** What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one customer. */
export function clientOf(forwarded: string): string {
  // A proxy may forward anything. The longest address with a zone is shorter than this; longer texts count as one
  // client.
  const address = forwarded.length > 64 ? '' : withoutPort(forwarded);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':').filter(Boolean)];
  return all.slice(0, 4).join(':');
}

/** Some proxies forward an address with its port, an IPv6 address in brackets: each connection has another port. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
