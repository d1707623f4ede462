import type { ServerResponse } from 'node:http';
import type { AboutTools } from '../discovery/catalogs.ts';

/** Replies up to this size are sent in one text with their head, which saves a system call with several parts. */
const ONE_TEXT_BYTES_MAX = 16 * 1024;

export type ToolRequest = {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  body: string | Uint8Array;
  query: string;
  client: string;
  /** Whether the client has left. */
  gone(): boolean;
};

export type TextPart = string | Uint8Array;

/** The body in parts; empty when there is none. A part in pieces is made while it is sent. */
export type ToolReply = {
  status: number;
  headers: Record<string, string>;
  body: readonly (TextPart | AsyncIterable<TextPart>)[];
};

/** What answers at /mcp: it receives the request as it was sent and returns the whole reply. */
export type ToolDoor = {
  /** What the cards say about the tool server. */
  about: AboutTools;
  handle(request: ToolRequest): Promise<ToolReply>;
  /** What `handle` would reply to a POST of a client that sent no credentials twice, where that is known already. */
  known(request: Pick<ToolRequest, 'headers'> & { body: Uint8Array }): WholeReply | undefined;
};

/** One whose parts are all there. */
export type WholeReply = Omit<ToolReply, 'body'> & { body: readonly TextPart[] };

/** A reply with its headers as names and values in turn, which Node sends without looking at each; the length comes last. */
export type ListedReply = {
  status: number;
  headers: readonly string[];
  length_name: string;
  body: readonly TextPart[];
};

/** Of replies that are sent again, whose headers are the same object. */
const lists = new WeakMap<object, readonly string[]>();

export const listed = ({ status, headers, body }: WholeReply): ListedReply => ({
  ...{ status, headers: listOf(headers), length_name: 'Content-Length', body },
});

function listOf(headers: Record<string, string>): readonly string[] {
  const known = lists.get(headers);
  if (known) return known;
  const list = [...Object.entries(headers).flat(), 'X-Content-Type-Options', 'nosniff'];
  lists.set(headers, list);
  return list;
}

/**
 * Sends the parts as they are, in one packet where they fit.
 *
 * @returns bytes of the reply that no other reply shares
 */
export function sendWhole(response: ServerResponse, reply: ListedReply, head: boolean): number {
  const { status, headers, length_name, body } = reply;
  const { length, own, text, ascii } = measured(body);
  response.writeHead(status, [...headers, length_name, String(length)]);
  if (head || length === 0) response.end();
  else if (text !== undefined) response.end(text, ascii ? 'latin1' : 'utf8');
  else {
    response.cork();
    for (const part of body) response.write(part);
    response.end();
    response.uncork();
  }
  return own;
}

/** The bytes of a body, of them those that no other reply shares, and the body as one text where it is short. */
export function measured(body: readonly TextPart[]): {
  length: number;
  own: number;
  text: string | undefined;
  ascii: boolean;
} {
  let [length, own, letters, parts] = [0, 0, 0, 0];
  for (const part of body) {
    letters += part.length;
    const bytes = Buffer.byteLength(part);
    length += bytes;
    if (typeof part !== 'string') continue;
    own += bytes;
    parts += 1;
  }
  const text = length <= ONE_TEXT_BYTES_MAX && parts === body.length ? body.join('') : undefined;
  // Of ASCII alone a letter is a byte, and need not be encoded.
  return { length, own, text, ascii: letters === length };
}
