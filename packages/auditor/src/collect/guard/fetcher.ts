import { type EvidenceItem, unanswered } from '../../evidence/evidence.ts';
import { ownedPart } from '../../site-owner.ts';
import { crawlerUserAgent } from '../crawler.ts';
import type { Fetch, Fetched, FetchOrder } from '../fetch.ts';
import { readDestination } from './address-policy.ts';
import type { ConnectorOptions } from './connector.ts';
import { type Bounds, defaultBounds } from './exchange/bounds.ts';
import type { HostTurns } from './exchange/host-turns.ts';
import { keptHeaders } from './exchange/kept-headers.ts';
import { completeItem } from './exchange/received-item.ts';
import { Requests, redirectOf } from './exchange/requests.ts';
import { FetchFailure } from './failure.ts';
import { type RobotsRules, rulesOf } from './robots-rules.ts';

type FetcherOptions = {
  /** Of this service: its page about the robot is named in the User-Agent. */
  base_url: string;
  now(): Date;
  /** Between the starts of two requests to one host. Default: a second. */
  interval_ms?: number;
  signal?: AbortSignal;
  bounds?: Partial<Bounds>;
  /** Why a host is never visited, because its owner does not wish it; undefined where it may be. */
  opted_out?(host: string): string | undefined;
  connector?: Pick<ConnectorOptions, 'resolve' | 'dial'>;
  /** Headers that sign a request to an address (decision 197). */
  sign?: ((url: URL) => Readonly<Record<string, string>>) | undefined;
  /** False where the owner of a site wishes to be asked. Default: robots.txt is heeded. */
  heeds_robots?: boolean;
};

/** The guarded fetcher of one audit (decision 92). */
export type Fetcher = {
  fetch: Fetch;
  /** The rules of the host of an address, fetched once. */
  robots(url: URL): Promise<RobotsRules>;
  /** Requests sent, redirects and robots.txt included. */
  requests(): number;
  /** Bytes of bodies received, as they were sent. */
  bytes(): number;
  hosts(): readonly Pick<HostTurns, 'host' | 'requests' | 'given_up'>[];
  close(): Promise<void>;
};

/** A redirect leads this far: `site` to the same owner only, `anywhere` to other sites too. */
type Reach = 'site' | 'anywhere';

type Visit = { order: FetchOrder; reach: Reach; ask_robots: boolean };

type RobotsOfHost = { rules: RobotsRules; fetched: Fetched };

export function openFetch(options: FetcherOptions): Fetcher {
  const visits = new Visits(options);
  const { requests } = visits;
  return {
    fetch: (order) => visits.fetch(order),
    robots: async (url) => (await visits.robotsOf(url)).rules,
    requests: requests.budget.requests,
    bytes: requests.budget.bytes,
    hosts: () => requests.hosts().map(({ host, requests, given_up }) => ({ host, requests, given_up })),
    close: () => requests.close(),
  };
}

/** Follows orders to their ends: robots.txt first, then redirects, each with the checks of decision 92. */
class Visits {
  readonly requests: Requests;
  readonly #options: FetcherOptions;
  readonly #bounds: Bounds;
  /** By host; while it is asked for, others wait for it. */
  readonly #robots = new Map<string, Promise<RobotsOfHost>>();
  #home_seen = false;

  constructor(options: FetcherOptions) {
    const { base_url, interval_ms = 1_000, signal, now, connector, sign } = options;
    this.#options = options;
    this.#bounds = { ...defaultBounds, ...options.bounds };
    const user_agent = crawlerUserAgent(base_url);
    this.requests = new Requests({ bounds: this.#bounds, user_agent, interval_ms, signal, now, connector, sign });
  }

  async fetch(order: FetchOrder): Promise<Fetched> {
    const { url } = asUrl(order.url);
    if (url?.pathname === '/robots.txt' && url.search === '' && order.method !== 'POST') {
      const { item, body } = (await this.robotsOf(url)).fetched;
      return { item: { ...item, role: order.role }, body };
    }
    // The first look at the home page may find that the site has moved.
    const reach = order.role === 'home' && !this.#home_seen ? 'anywhere' : 'site';
    this.#home_seen ||= order.role === 'home';
    return this.#visit({ order, reach, ask_robots: this.#options.heeds_robots ?? true });
  }

  /** The rules of the host of an address, asked for once. */
  robotsOf(url: URL): Promise<RobotsOfHost> {
    const known = this.#robots.get(url.hostname);
    if (known) return known;
    const asked = this.#askRobots(url);
    this.#robots.set(url.hostname, asked);
    return asked;
  }

  async #askRobots(url: URL): Promise<RobotsOfHost> {
    const order = { role: 'robots', url: `${url.origin}/robots.txt`, accept: 'text/plain, */*;q=0.5' };
    const fetched = await this.#visit({ order, reach: 'anywhere', ask_robots: false });
    const found = { rules: rulesOf(fetched), fetched };
    const led = URL.parse(fetched.item.redirects.at(-1)?.url ?? '');
    // Most often from a bare name to www: what was found there is the robots.txt of that host too.
    if (fetched.body && led?.pathname === '/robots.txt' && !this.#robots.has(led.hostname)) {
      const item = { ...fetched.item, url: led.href, redirects: [] };
      this.#robots.set(led.hostname, Promise.resolve({ ...found, fetched: { ...fetched, item } }));
    }
    const delay = Math.min((found.rules.crawl_delay ?? 0) * 1_000, this.#bounds.crawl_delay_ms);
    for (const name of [url.hostname, led?.hostname ?? '']) this.requests.slow(name, delay);
    return found;
  }

  /** Follows an order to its end. Everything that a site does ends in an item. */
  async #visit(visit: Visit): Promise<Fetched> {
    const { order } = visit;
    const first = readDestination(order.url);
    const item = unanswered({
      role: order.role,
      method: order.method ?? 'GET',
      url: 'url' in first ? first.url.href : order.url.slice(0, 2_000),
      accept: order.accept ?? '*/*',
      fetched_at: null,
    });
    try {
      return await this.#walk(item, this.#destination(first), visit);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      // A name that leads to no public address, at a first connection: nothing was sent.
      if (error.problem === 'refused' && item.status === null) item.fetched_at = null;
      if (error.head) Object.assign(item, { status: error.head.status, headers: keptHeaders(error.head.headers) });
      return { item: { ...item, problem: error.problem, detail: error.message }, body: undefined };
    }
  }

  /** Asks, and follows redirects, until there is an answer. Writes into the item what each answer was. */
  async #walk(item: EvidenceItem, first: URL, visit: Visit): Promise<Fetched> {
    const { order, ask_robots } = visit;
    const bounded = {
      robots: this.#bounds.robots_bytes,
      style_sheet: this.#bounds.style_sheet_bytes,
      script: this.#bounds.style_sheet_bytes,
    }[order.role];
    const most = bounded === undefined ? {} : { decoded_bytes: bounded };
    let url = first;
    for (;;) {
      if (ask_robots) await this.#mayAsk(url);
      const answer = await this.requests.send(url, order, most, () => {
        item.fetched_at = this.#options.now().toISOString();
      });
      item.fetched_at = this.#options.now().toISOString();
      item.status = answer.status;
      item.headers = keptHeaders(answer.headers);
      const location = redirectOf(answer);
      if (location === undefined) {
        const fetched = await completeItem(item, answer, url, this.#bounds);
        // A packed file grew when it was unpacked.
        this.requests.budget.take(0, Math.max(0, fetched.item.bytes - (answer.body?.length ?? 0)));
        return fetched;
      }
      const next = this.#follow(item, url, location, visit);
      if (!next) return { item, body: undefined };
      url = next;
    }
  }

  /** Notes a hop; undefined when it is noted only. @throws FetchFailure when it may not be taken */
  #follow(item: EvidenceItem, from: URL, location: string, { order, reach }: Visit): URL | undefined {
    const next = readDestination(location, from);
    const url = 'url' in next ? next.url.href : location.slice(0, 2_000);
    item.redirects.push({ status: item.status ?? 0, url });
    if (!('url' in next))
      throw new FetchFailure('refused', `it redirects to an address that is not visited: ${next.refused}`);
    const noted = (why: string) => {
      item.detail = why;
      return undefined;
    };
    if (order.method === 'POST') return noted('it redirects; only GET follows');
    if (item.redirects.length > this.#bounds.redirects)
      throw new FetchFailure('malformed', `more than ${this.#bounds.redirects} redirects`);
    if (reach === 'site' && ownedPart(from.hostname) !== ownedPart(next.url.hostname))
      return noted('it redirects to another site, which is not followed');
    if (from.protocol === 'https:' && next.url.protocol === 'http:' && !['home', 'robots'].includes(order.role))
      return noted('it redirects from https to http, which is not followed');
    return this.#destination(next);
  }

  #destination(read: ReturnType<typeof readDestination>): URL {
    if ('refused' in read) throw new FetchFailure('refused', `an address that is not visited: ${read.refused}`);
    const why = this.#options.opted_out?.(read.url.hostname);
    if (why !== undefined) throw new FetchFailure('refused', why);
    return read.url;
  }

  async #mayAsk(url: URL): Promise<void> {
    const { rules } = await this.robotsOf(url);
    if (rules.allows(url)) return;
    if (rules.state !== 'closed') throw new FetchFailure('robots', 'robots.txt forbids it');
    throw new FetchFailure(rules.problem, `robots.txt could not be read: ${rules.reason}`);
  }
}

const asUrl = (text: string): { url?: URL } => {
  const read = readDestination(text);
  return 'url' in read ? read : {};
};
