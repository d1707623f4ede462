import { Agent } from 'undici';
import type { FetchOrder } from '../../fetch.ts';
import { type ConnectorOptions, guardedConnector } from '../connector.ts';
import { FetchFailure } from '../failure.ts';
import type { Bounds } from './bounds.ts';
import { openBudget } from './budget.ts';
import { isChallenge } from './challenge.ts';
import { isPackedFile, isReadable, isScript } from './content.ts';
import { type Answer, exchange, textOf } from './exchange.ts';
import { type HostTurns, hostTurns } from './host-turns.ts';

type RequestsOptions = {
  bounds: Bounds;
  user_agent: string;
  interval_ms: number;
  signal: AbortSignal | undefined;
  now(): Date;
  connector: Pick<ConnectorOptions, 'resolve' | 'dial'> | undefined;
  /** Headers that sign a request; undefined where none is signed. */
  sign: ((url: URL) => Readonly<Record<string, string>>) | undefined;
};

/** Narrower bounds of an answer, and what is called when its request is sent. */
type Sending = { most: Partial<Bounds>; began: () => void };

const REDIRECTS = [301, 302, 303, 307, 308];

/** Where an answer redirects to; undefined for any other answer. */
export function redirectOf({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | undefined {
  const { location } = headers;
  return REDIRECTS.includes(status) ? (Array.isArray(location) ? location[0] : location) : undefined;
}

/** What an order may add to a request: nothing that says who asks or where from. */
const ALLOWED_HEADERS = /^(content-type|accept-language|last-event-id|mcp-[a-z-]{1,40})$/;

/** The requests of one audit: each in the turn of its host, within one budget, to addresses that were checked. */
export class Requests {
  readonly budget: ReturnType<typeof openBudget>;
  readonly #given: RequestsOptions;
  readonly #agent: Agent;
  readonly #hosts = new Map<string, HostTurns>();
  /** Connections begun, by host. */
  readonly #opened = new Map<string, number>();

  constructor(given: RequestsOptions) {
    const { bounds, connector } = given;
    this.#given = given;
    this.budget = openBudget(bounds);
    this.#agent = new Agent({
      connect: guardedConnector({
        ...connector,
        connect_ms: bounds.connect_ms,
        opening: (host) => this.#opened.set(host, (this.#opened.get(host) ?? 0) + 1),
      }),
      connections: 1,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: bounds.header_bytes,
      // Exact ones are in exchange.ts.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  hosts(): HostTurns[] {
    return [...this.#hosts.values()];
  }

  /** Lengthens the pause between two requests to a host, if it is one that was visited. */
  slow(host: string, ms: number): void {
    this.#hosts.get(host)?.slow(ms);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /**
   * Sends one request in its turn; waits and asks once more where the site says when.
   *
   * @param most bounds of this answer that are narrower
   * @param began called each time that it is sent
   * @throws FetchFailure
   */
  async send(url: URL, order: FetchOrder, most: Partial<Bounds>, began: () => void): Promise<Answer> {
    const host = this.#hostOf(url);
    for (let again = false; ; again = true) {
      const answer = await host.turn(this.budget.until, () => this.#sendOnce(url, order, host, { most, began }));
      const wait = [429, 503].includes(answer.status) ? retryAfter(answer, this.#given.now()) : undefined;
      if (wait === undefined) return answer;
      if (wait > this.#given.bounds.retry_after_ms) host.given_up ??= 'it asks to wait longer than we do';
      host.pause(wait);
      if (again || host.given_up !== undefined) return answer;
    }
  }

  #hostOf(url: URL): HostTurns {
    const { bounds, interval_ms, signal } = this.#given;
    const known = this.#hosts.get(url.hostname);
    if (known) return known;
    if (this.#hosts.size >= bounds.hosts) throw new FetchFailure('budget', `more than ${bounds.hosts} hosts`);
    const host = hostTurns(url.hostname, interval_ms, signal);
    this.#hosts.set(url.hostname, host);
    return host;
  }

  /** A connection may end while nothing is asked over it: the request that finds out is sent over another one. */
  async #sendOnce(url: URL, order: FetchOrder, host: HostTurns, given: Sending): Promise<Answer> {
    const before = this.#opened.get(url.hostname);
    try {
      return await this.#sendNow(url, order, host, given);
    } catch (error) {
      const kept = before !== undefined && this.#opened.get(url.hostname) === before;
      if (!kept || order.method || !(error instanceof FetchFailure) || error.problem !== 'unreachable') throw error;
      return this.#sendNow(url, order, host, given);
    }
  }

  async #sendNow(url: URL, order: FetchOrder, host: HostTurns, { most, began }: Sending): Promise<Answer> {
    const { bounds, user_agent, signal, sign } = this.#given;
    const limits = this.budget.begin(most);
    host.requests += 1;
    began();
    const request = {
      url,
      method: order.method ?? ('GET' as const),
      headers: { ...headersOf(order, url, user_agent), ...sign?.(url) },
      ...(order.body !== undefined && { body: order.body }),
      wants: (status: number, headers: Answer['headers']) =>
        status !== 204 &&
        status !== 304 &&
        redirectOf({ status, headers }) === undefined &&
        (order.role === 'robots' || isReadable(headers, url) || (order.role === 'script' && isScript(headers))),
      signal,
    };
    try {
      const answer = await exchange(this.#agent, request, limits);
      this.budget.take(answer.received, answer.body?.length ?? 0);
      const refused = [429, 503].includes(answer.status) || isChallenge(answer.status, answer.headers, answer.body);
      host.strike(refused, bounds.strikes);
      return answer;
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.budget.take(error.head?.received ?? 0, 0);
      host.strike(error.problem !== 'malformed', bounds.strikes);
      throw error;
    }
  }
}

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
