import { Agent } from 'undici';
import { type EvidenceItem, unanswered } from '../../evidence/evidence.ts';
import { ownedPart } from '../../site-owner.ts';
import { crawlerUserAgent } from '../crawler.ts';
import type { Fetch, Fetched, FetchOrder } from '../fetch.ts';
import { readDestination } from './address-policy.ts';
import { type Bounds, defaultBounds } from './bounds.ts';
import { openBudget } from './budget.ts';
import { isChallenge } from './challenge.ts';
import { type ConnectorOptions, guardedConnector } from './connector.ts';
import { isPackedFile, isReadable } from './content.ts';
import { type Answer, exchange, textOf } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import { type HostTurns, hostTurns } from './host-turns.ts';
import { keptHeaders } from './kept-headers.ts';
import { completeItem } from './received-item.ts';
import { type RobotsRules, rulesOf } from './robots-rules.ts';

type FetcherOptions = {
  /** Of this service: robots are told where to read about us. */
  base_url: string;
  now(): Date;
  /** Between the starts of two requests to one host. Default: a second. */
  interval_ms?: number;
  signal?: AbortSignal;
  bounds?: Partial<Bounds>;
  /** Why a host is never visited, because its owner does not wish it; undefined where it may be. */
  opted_out?(host: string): string | undefined;
  connector?: Pick<ConnectorOptions, 'resolve' | 'dial'>;
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

const REDIRECTS = [301, 302, 303, 307, 308];

/** What an order may add to a request: nothing that says who asks or where from. */
const ALLOWED_HEADERS = /^(content-type|accept-language|last-event-id|mcp-[a-z-]{1,40})$/;

/** A redirect leads this far: `site` to the same owner only, `anywhere` to other sites too. */
type Reach = 'site' | 'anywhere';

type Visit = { order: FetchOrder; reach: Reach; ask_robots: boolean };

type RobotsOfHost = { rules: RobotsRules; fetched: Fetched };

export function openFetch(options: FetcherOptions): Fetcher {
  const bounds: Bounds = { ...defaultBounds, ...options.bounds };
  const { signal, now, interval_ms = 1_000 } = options;
  const user_agent = crawlerUserAgent(options.base_url);
  /** Connections begun, by host. */
  const opened = new Map<string, number>();
  const agent = new Agent({
    connect: guardedConnector({
      ...options.connector,
      connect_ms: bounds.connect_ms,
      opening: (host) => opened.set(host, (opened.get(host) ?? 0) + 1),
    }),
    connections: 1,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: bounds.header_bytes,
    // Exact ones are in exchange.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const budget = openBudget(bounds);
  const hosts = new Map<string, HostTurns>();
  const robots = new Map<string, Promise<RobotsOfHost>>();
  let home_seen = false;

  const hostOf = (url: URL): HostTurns => {
    const known = hosts.get(url.hostname);
    if (known) return known;
    if (hosts.size >= bounds.hosts) throw new FetchFailure('budget', `more than ${bounds.hosts} hosts`);
    const host = hostTurns(url.hostname, interval_ms, signal);
    hosts.set(url.hostname, host);
    return host;
  };

  /** Sends one request in its turn; waits and asks once more where the site says when. */
  async function send(url: URL, order: FetchOrder, most: Partial<Bounds> = {}): Promise<Answer> {
    const host = hostOf(url);
    for (let again = false; ; again = true) {
      const answer = await host.turn(budget.until, () => sendOnce(url, order, host, most));
      const wait = [429, 503].includes(answer.status) ? retryAfter(answer, now()) : undefined;
      if (wait === undefined) return answer;
      if (wait > bounds.retry_after_ms) host.given_up ??= 'it asks to wait longer than we do';
      host.pause(wait);
      if (again || host.given_up !== undefined) return answer;
    }
  }

  /** A connection may end while nothing is asked over it: the request that finds out is sent over another one. */
  async function sendOnce(url: URL, order: FetchOrder, host: HostTurns, most: Partial<Bounds>): Promise<Answer> {
    const before = opened.get(url.hostname);
    try {
      return await sendNow(url, order, host, most);
    } catch (error) {
      const kept = before !== undefined && opened.get(url.hostname) === before;
      if (!kept || order.method || !(error instanceof FetchFailure) || error.problem !== 'unreachable') throw error;
      return sendNow(url, order, host, most);
    }
  }

  async function sendNow(url: URL, order: FetchOrder, host: HostTurns, most: Partial<Bounds>): Promise<Answer> {
    const limits = budget.begin(most);
    host.requests += 1;
    const request = {
      url,
      method: order.method ?? ('GET' as const),
      headers: headersOf(order, url, user_agent),
      ...(order.body !== undefined && { body: order.body }),
      wants: (status: number, headers: Answer['headers']) =>
        status !== 204 &&
        status !== 304 &&
        !(REDIRECTS.includes(status) && headers.location !== undefined) &&
        (order.role === 'robots' || isReadable(headers, url)),
      signal,
    };
    try {
      const answer = await exchange(agent, request, limits);
      budget.take(answer.received, answer.body?.length ?? 0);
      const refused = [429, 503].includes(answer.status) || isChallenge(answer.status, answer.headers, answer.body);
      host.strike(refused, bounds.strikes);
      return answer;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      budget.take(error.head?.received ?? 0, 0);
      host.strike(error.problem !== 'malformed', bounds.strikes);
      throw error;
    }
  }

  /** Follows an order to its end. Everything that a site does ends in an item. */
  async function visit({ order, reach, ask_robots }: Visit): Promise<Fetched> {
    const first = readDestination(order.url);
    const item = unanswered({
      role: order.role,
      method: order.method ?? 'GET',
      url: 'url' in first ? first.url.href : order.url.slice(0, 2_000),
      accept: order.accept ?? '*/*',
      fetched_at: now().toISOString(),
    });
    try {
      let url = destination(first);
      for (;;) {
        if (ask_robots) await mayAsk(url);
        const most = order.role === 'robots' ? { decoded_bytes: bounds.robots_bytes } : {};
        const answer = await send(url, order, most);
        item.fetched_at = now().toISOString();
        item.status = answer.status;
        item.headers = keptHeaders(answer.headers);
        const location = firstOf(answer.headers.location);
        if (!REDIRECTS.includes(answer.status) || location === undefined) {
          const fetched = await completeItem(item, answer, url, bounds);
          // A packed file grew when it was unpacked.
          budget.take(0, Math.max(0, fetched.item.bytes - (answer.body?.length ?? 0)));
          return fetched;
        }
        const next = follow(item, url, location, { order, reach });
        if (!next) return { item, body: undefined };
        url = next;
      }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      if (error.head) Object.assign(item, { status: error.head.status, headers: keptHeaders(error.head.headers) });
      return { item: { ...item, problem: error.problem, detail: error.message }, body: undefined };
    }
  }

  /** Notes a hop; undefined when it is noted only. @throws FetchFailure when it may not be taken */
  function follow(item: EvidenceItem, from: URL, location: string, { order, reach }: Omit<Visit, 'ask_robots'>) {
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
    if (item.redirects.length > bounds.redirects)
      throw new FetchFailure('malformed', `more than ${bounds.redirects} redirects`);
    if (reach === 'site' && ownedPart(from.hostname) !== ownedPart(next.url.hostname))
      return noted('it redirects to another site, which is not followed');
    if (from.protocol === 'https:' && next.url.protocol === 'http:' && !['home', 'robots'].includes(order.role))
      return noted('it redirects from https to http, which is not followed');
    return destination(next);
  }

  function destination(read: ReturnType<typeof readDestination>): URL {
    if ('refused' in read) throw new FetchFailure('refused', `an address that is not visited: ${read.refused}`);
    const why = options.opted_out?.(read.url.hostname);
    if (why !== undefined) throw new FetchFailure('refused', why);
    return read.url;
  }

  async function mayAsk(url: URL): Promise<void> {
    const { rules } = await robotsOf(url);
    if (rules.allows(url)) return;
    if (rules.state !== 'closed') throw new FetchFailure('robots', 'robots.txt forbids it');
    throw new FetchFailure(rules.problem, `robots.txt could not be read: ${rules.reason}`);
  }

  function robotsOf(url: URL): Promise<RobotsOfHost> {
    const known = robots.get(url.hostname);
    if (known) return known;
    const order = { role: 'robots', url: `${url.origin}/robots.txt`, accept: 'text/plain, */*;q=0.5' };
    const asked = visit({ order, reach: 'anywhere', ask_robots: false }).then((fetched) => {
      const found = { rules: rulesOf(fetched), fetched };
      const led = URL.parse(fetched.item.redirects.at(-1)?.url ?? '');
      // Most often from a bare name to www: what was found there is the robots.txt of that host too.
      if (fetched.body && led?.pathname === '/robots.txt' && !robots.has(led.hostname)) {
        const item = { ...fetched.item, url: led.href, redirects: [] };
        robots.set(led.hostname, Promise.resolve({ ...found, fetched: { ...fetched, item } }));
      }
      const delay = Math.min((found.rules.crawl_delay ?? 0) * 1_000, bounds.crawl_delay_ms);
      for (const name of [url.hostname, led?.hostname ?? '']) hosts.get(name)?.slow(delay);
      return found;
    });
    robots.set(url.hostname, asked);
    return asked;
  }

  return {
    async fetch(order) {
      const { url } = asUrl(order.url);
      if (url?.pathname === '/robots.txt' && url.search === '' && order.method !== 'POST') {
        const { item, body } = (await robotsOf(url)).fetched;
        return { item: { ...item, role: order.role }, body };
      }
      // The first look at the home page may find that the site has moved.
      const reach = order.role === 'home' && !home_seen ? 'anywhere' : 'site';
      home_seen ||= order.role === 'home';
      return visit({ order, reach, ask_robots: options.heeds_robots ?? true });
    },
    robots: async (url) => (await robotsOf(url)).rules,
    requests: budget.requests,
    bytes: budget.bytes,
    hosts: () => [...hosts.values()].map(({ host, requests, given_up }) => ({ host, requests, given_up })),
    close: () => agent.destroy(),
  };
}

const asUrl = (text: string): { url?: URL } => {
  const read = readDestination(text);
  return 'url' in read ? read : {};
};

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function headersOf(order: FetchOrder, url: URL, user_agent: string): Record<string, string> {
  const added = Object.entries(order.headers ?? {}).filter(([name]) => ALLOWED_HEADERS.test(name.toLowerCase()));
  return {
    // Word lists are English.
    'accept-language': 'en, *;q=0.5',
    ...Object.fromEntries(added),
    'user-agent': user_agent,
    accept: order.accept ?? '*/*',
    // A packed file has its one layer already.
    'accept-encoding': isPackedFile(url) ? 'identity' : 'gzip, br',
  };
}

/** In milliseconds; undefined when the answer does not say. */
function retryAfter(answer: Answer, now: Date): number | undefined {
  const value = textOf(answer.headers['retry-after']).trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
