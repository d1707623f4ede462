import { Agent, buildConnector } from 'undici';
import { asFailure } from './connector.ts';
import { type Bounds, defaultBounds } from './exchange/bounds.ts';
import { exchange, type Method, textOf } from './exchange/exchange.ts';
import { FetchFailure } from './failure.ts';

/** A request to a given address: a path below it, and how many bytes of body are taken at most. */
type GivenRequest = {
  method: Method;
  /** Below the address, without a slash in front. */
  path: string;
  most_bytes: number;
  /** A text, or bytes as they are. */
  body?: string | Uint8Array;
  /** Beside those that are always sent, or in their place; names in lower case. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
};

/** `body` is undefined where the answer has more than `most_bytes`. */
type GivenAnswer = { status: number; header(name: string): string; body: Uint8Array | undefined };

/**
 * A service at an address that a person gave, with a command or a setting, and never a page (decision 149): so it may be on this
 * machine or in a private network. What it answers is hostile all the same.
 */
export type GivenAddress = {
  /** @throws FetchFailure where there is no whole answer in time; the reason of the signal */
  ask(order: GivenRequest): Promise<GivenAnswer>;
  close(): Promise<void>;
};

const bounds: Bounds = { ...defaultBounds, headers_ms: 15_000, idle_ms: 10_000, request_ms: 60_000 };

/**
 * No redirect is followed, no proxy of the environment is used, and certificates are checked whatever the environment says.
 *
 * @param base an http or https address, with or without a path
 * @param within bounds of time other than those for a person who waits
 */
export function openGivenAddress(base: string, user_agent: string, within: Partial<Bounds> = {}): GivenAddress {
  const root = base.endsWith('/') ? base : `${base}/`;
  const limits = { ...bounds, ...within };
  const connect = buildConnector({ timeout: limits.connect_ms, rejectUnauthorized: true, allowH2: false });
  const agent = new Agent({
    connect: (options, callback) =>
      connect(options, (error, socket) => (socket ? callback(null, socket) : callback(asFailure(error), null))),
    connections: 8,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: limits.header_bytes,
    // Exact ones are in exchange.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async ask({ method, path, most_bytes, body, headers: more, signal }) {
      const request = {
        url: new URL(path, root),
        method,
        headers: {
          ...{ 'user-agent': user_agent, accept: '*/*', 'accept-encoding': 'gzip' },
          ...(typeof body === 'string' && { 'content-type': 'text/plain; charset=utf-8' }),
          ...more,
        },
        ...(body !== undefined && { body }),
        wants: (status: number) => status < 300 || status >= 400,
        signal,
      };
      // What cannot be compressed is a little longer as it is sent.
      const most = {
        wire_bytes: Math.ceil(most_bytes * 1.01) + 1_024,
        decoded_bytes: most_bytes,
        ratio_from_bytes: most_bytes,
      };
      const answer = await exchange(agent, request, { ...limits, ...most });
      const { status, headers, cut } = answer;
      const too_long = cut !== null && (answer.body?.byteLength ?? 0) >= most_bytes;
      if (cut !== null && !too_long) throw new FetchFailure('unreachable', cut);
      return { status, header: (name) => textOf(headers[name]), body: too_long ? undefined : answer.body };
    },
    close: () => agent.destroy(),
  };
}
