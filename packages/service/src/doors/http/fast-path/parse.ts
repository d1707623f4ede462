import { acceptOf } from '../documents/accept.ts';
import { type Wanted, wanted } from '../documents/representation.ts';

/** A read that the fast path may answer. A pure function of the request's head. */
export type SimpleRequest = { path: string; accept: string; wanted: Wanted };

/** Longest head that the fast path reads; longer ones go to node:http. */
const HEAD_BYTES_MAX = 8192;

/**
 * The whole grammar of the fast path (decision 5): GET or HEAD, a plain path (no query, no percent-encoding, no
 * absolute form), HTTP/1.1, and header lines of a token, immediately a colon, and visible ASCII. A bare CR or LF,
 * folded lines, white space before the colon and bytes over 127 do not match.
 */
const requestLine = /^(GET|HEAD) (\/[\w.~!$&'()*+,;=:@/-]*) HTTP\/1\.1$/;
const headerLines = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/**
 * Headers that affect where a message ends, what happens to the connection, or what the server does before answering.
 */
const framing = /^(content-|transfer-|connection$|proxy-|upgrade|expect$|trailer$|te$|http2-)/;

const conditions = ['if-none-match', 'if-modified-since'] as const;
const read = ['host', 'connection', 'user-agent', 'accept', 'accept-encoding', ...conditions] as const;
type ReadName = (typeof read)[number];

/** What the header lines of a request want: of GET and of HEAD. */
export type SimpleHeaders = { accept: string; get: Wanted; head: Wanted };

/**
 * Parses one complete head, from its first byte to the empty line.
 *
 * @param head the bytes as latin1
 * @param headersOf `simpleHeaders`, or what remembers its results
 * @returns undefined when there is any doubt, so that node:http decides
 */
export function parseSimple(
  head: string,
  headersOf: (lines: string) => SimpleHeaders | undefined = simpleHeaders,
): SimpleRequest | undefined {
  if (head.length > HEAD_BYTES_MAX) return undefined;
  const end = head.indexOf('\r\n');
  const [, method, path = ''] = requestLine.exec(head.slice(0, Math.max(end, 0))) ?? [];
  if (method === undefined) return undefined;
  const headers = headersOf(head.slice(end + 2));
  return headers && { path, accept: headers.accept, wanted: method === 'HEAD' ? headers.head : headers.get };
}

/** Parses header lines with the empty line after them; undefined when there is any doubt. */
export function simpleHeaders(lines: string): SimpleHeaders | undefined {
  if (!headerLines.test(lines)) return undefined;
  const headers: Partial<Record<ReadName, string>> = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    // The grammar admits no white space but spaces and tabs. A pattern for trailing ones would take quadratic time.
    const value = line.slice(colon + 1).trim();
    if (isRead(name)) {
      if (headers[name] !== undefined) return undefined;
      headers[name] = value;
    }
    if (framing.test(name) && !(name === 'connection' && value.toLowerCase() === 'keep-alive')) return undefined;
  }
  if (!/^[\w.:[\]-]+$/.test(headers.host ?? '')) return undefined;
  const get = wanted('GET', headers);
  return { accept: acceptOf(headers), get, head: { ...get, head: true } };
}

const isRead = (name: string): name is ReadName => (read as readonly string[]).includes(name);
