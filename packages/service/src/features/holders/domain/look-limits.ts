import { ClientLimit, clientOf, KeyLimit } from '../../../domain/limit/client-limit.ts';
import type { Limit, Quota } from '../../../domain/limit/limit.ts';

/** Looks of a client that are counted apart at each domain. */
const FIRST = 3;
const FIRST_AT_DOMAIN = 120;
const FURTHER_AT_DOMAIN = 60;

/** Looks for tokens in an hour: of one client, of one client at one domain, and at one domain. */
export const looksPerHour = { client: 60, client_at_domain: 10, domain: FIRST_AT_DOMAIN + FURTHER_AT_DOMAIN } as const;

const perHour = (quota: number): Limit => ({ name: 'domain-looks', quota, window: 3_600, window_words: 'one hour' });

/**
 * How often tokens are looked for, in memory (decisions 74 and 181). Whoever begins pages for the domain of another may not have it asked
 * without end, and may not use up what its owner needs either: the first looks of each client at a domain are counted apart from those
 * of clients who look again and again.
 */
export class LookLimits {
  readonly #client = new ClientLimit(perHour(looksPerHour.client));
  readonly #client_at_domain = new KeyLimit(perHour(looksPerHour.client_at_domain));
  readonly #begun = new KeyLimit(perHour(FIRST));
  readonly #first = new KeyLimit(perHour(FIRST_AT_DOMAIN));
  readonly #further = new KeyLimit(perHour(FURTHER_AT_DOMAIN));

  /**
   * Counts a look, unless a limit is reached.
   *
   * @param site what the owner of the domain registered
   * @returns undefined when it is allowed, else which limit is reached and what it counts
   */
  take(client: string, site: string, now: Date): { quota: Quota; what: string } | undefined {
    const pair = `${clientOf(client)} ${site}`;
    const first = !this.#begun.full(pair, now) && !this.#first.full(site, now);
    const counted = [
      [this.#client, client, 'looks for tokens of one client'],
      [this.#client_at_domain, pair, 'looks for tokens of one domain by one client'],
      [first ? this.#first : this.#further, site, 'looks for tokens of one domain'],
    ] as const;
    for (const [limit, key, what] of counted) {
      const quota = limit.full(key, now);
      if (quota) return { quota, what };
    }
    for (const [limit, key] of counted) limit.take(key, now);
    if (first) this.#begun.take(pair, now);
    return undefined;
  }
}
