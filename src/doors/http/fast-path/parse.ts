import { type Wanted, wanted } from '../documents/representation.ts';

/**
 * A read that the fast lane may answer. A pure function of the request's head, so it is kept and used again for the
 * same bytes.
 */
export type SimpleRequest = { path: string; accept: string; wanted: Wanted };

/** Longest head that the lane reads; longer ones are node:http's. */
const MAX_HEAD = 8192;

/**
 * The whole grammar of the lane: GET or HEAD, a plain path (no query, no percent-encoding, no absolute form), HTTP/1.1,
 * header lines of a token, a colon at once, and visible ASCII. Bare CR or LF, folded lines, blanks before the colon and
 * bytes over 127 do not match.
 */
const simple =
  /^(GET|HEAD) (\/[\w.~!$&'()*+,;=:@/-]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+)\r\n$/;

/**
 * Headers that change where a message ends, what happens to the connection, or what the server does before it answers.
 */
const framing = /^(content-|transfer-|connection$|proxy-|upgrade|expect$|trailer$|te$|http2-)/;

const read = ['host', 'connection', 'accept', 'accept-encoding', 'if-none-match', 'if-modified-since'] as const;
type ReadName = (typeof read)[number];

/**
 * Reads one complete head, from its first byte to the empty line. Undefined: not simple beyond doubt, so node:http has
 * to judge it.
 *
 * @param head the bytes as latin1
 */
export function parseSimple(head: string): SimpleRequest | undefined {
  const [, method, path = '', lines = ''] = simple.exec(head) ?? [];
  if (method === undefined || head.length > MAX_HEAD) return undefined;
  const headers: Partial<Record<ReadName, string>> = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    // Blanks and tabs are all the white space that the grammar lets in. A pattern for those at the end would look from
    // each blank anew.
    const value = line.slice(colon + 1).trim();
    if (isRead(name)) {
      if (headers[name] !== undefined) return undefined;
      headers[name] = value;
    }
    if (framing.test(name) && !(name === 'connection' && value.toLowerCase() === 'keep-alive')) return undefined;
  }
  if (!/^[\w.:[\]-]+$/.test(headers.host ?? '')) return undefined;
  return { path, accept: headers.accept ?? '', wanted: wanted(method, headers) };
}

const isRead = (name: string): name is ReadName => (read as readonly string[]).includes(name);
