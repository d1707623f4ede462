import { acceptOf } from '../documents/accept.ts';
import { type Wanted, wanted } from '../documents/representation.ts';

/** A read that the fast path may answer. A pure function of the request's head. */
export type SimpleRequest = { path: string; accept: string; wanted: Wanted };

/** Longest head that the fast path reads; longer ones go to node:http. */
const HEAD_BYTES_MAX = 8192;

/**
 * The whole grammar of the fast path (decision 5): GET or HEAD (of calls also POST or DELETE, decision 227), a plain path (no query, no percent-encoding, no
 * absolute form), HTTP/1.1, and header lines of a token, immediately a colon, and visible ASCII. A bare CR or LF,
 * folded lines, white space before the colon and bytes over 127 do not match.
 */
const requestLine = /^(GET|HEAD|POST|DELETE) (\/[\w.~!$&'()*+,;=:@/-]*) HTTP\/1\.1$/;
const headerLines = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/**
 * Headers that affect where a message ends, what happens to the connection, or what the server does before answering.
 */
const framing = /^(content-|transfer-|connection$|proxy-|upgrade|expect$|trailer$|te$|http2-)/;

const conditions = ['if-none-match', 'if-modified-since'] as const;
const read = ['host', 'connection', 'user-agent', 'accept', 'accept-encoding', ...conditions] as const;
type ReadName = (typeof read)[number];

/** What the header lines of a request want: of GET and of HEAD. */
type SimpleHeaders = { accept: string; get: Wanted; head: Wanted };

/** The first line of a head, and the header lines with the empty line after them. */
export type RequestLine = { method: string; path: string; lines: string };

/**
 * Reads the first line of one complete head, from its first byte to the empty line.
 *
 * @param head the bytes as latin1
 * @returns undefined when there is any doubt, so that node:http decides
 */
export function readLine(head: string): RequestLine | undefined {
  if (head.length > HEAD_BYTES_MAX) return undefined;
  const end = head.indexOf('\r\n');
  const [, method, path = ''] = requestLine.exec(head.slice(0, Math.max(end, 0))) ?? [];
  return method === undefined ? undefined : { method, path, lines: head.slice(end + 2) };
}

/** Parses one complete head as a read of a document; undefined when there is any doubt. */
export function parseSimple(head: string): SimpleRequest | undefined {
  const line = readLine(head);
  const headers = line && simpleHeaders(line.lines);
  return headers && simpleRequest(line, headers);
}

/** The read that a head asks for; undefined where it is none. */
export function simpleRequest({ method, path }: RequestLine, headers: SimpleHeaders): SimpleRequest | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  return { path, accept: headers.accept, wanted: method === 'HEAD' ? headers.head : headers.get };
}

/** Parses the header lines of a read; undefined when there is any doubt. */
export function simpleHeaders(lines: string): SimpleHeaders | undefined {
  const headers: Partial<Record<ReadName, string>> = {};
  const fits = eachHeader(lines, (name, value) => {
    if (!isRead(name)) return true;
    const is_first = headers[name] === undefined;
    headers[name] = value;
    return is_first;
  });
  if (!fits || !isHost(headers.host)) return undefined;
  const get = wanted('GET', headers);
  return { accept: acceptOf(headers), get, head: { ...get, head: true } };
}

/** The headers of a call, each sent once, with names in lower case; and the length of its body. */
type CallHeaders = { headers: Readonly<Record<string, string>>; length: number };

/** What a call may have beside the headers of a read: they say where its body ends, and what it is. */
const of_body: ReadonlySet<string> = new Set(['content-length', 'content-type']);

/**
 * Parses the header lines of a call; undefined when there is any doubt. Whatever was sent twice is one: there is nothing to choose, and nothing
 * to join.
 */
export function callHeaders(lines: string): CallHeaders | undefined {
  const headers: Record<string, string> = Object.create(null);
  const fits = eachHeader(
    lines,
    (name, value) => {
      if (headers[name] !== undefined) return false;
      headers[name] = value;
      return true;
    },
    of_body,
  );
  const length = headers['content-length'] ?? '0';
  if (!fits || !isHost(headers.host) || !/^(0|[1-9]\d{0,5})$/.test(length)) return undefined;
  return { headers, length: Number(length) };
}

/** Calls `take` with each header, until it says no. @returns whether it never did, and all lines are in the grammar */
function eachHeader(
  lines: string,
  take: (name: string, value: string) => boolean,
  allowed?: ReadonlySet<string>,
): boolean {
  if (!headerLines.test(lines)) return false;
  for (let at = 0; at < lines.length - 2; ) {
    const end = lines.indexOf('\r\n', at);
    const colon = lines.indexOf(':', at);
    const name = lines.slice(at, colon).toLowerCase();
    // The grammar admits no white space but spaces and tabs. A pattern for trailing ones would take quadratic time.
    const value = lines.slice(colon + 1, end).trim();
    at = end + 2;
    if (!take(name, value)) return false;
    if (!framing.test(name) || allowed?.has(name)) continue;
    if (name !== 'connection' || value.toLowerCase() !== 'keep-alive') return false;
  }
  return true;
}

const isHost = (host: string | undefined): boolean => /^[\w.:[\]-]+$/.test(host ?? '');

const isRead = (name: string): name is ReadName => (read as readonly string[]).includes(name);
