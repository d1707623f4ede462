import { ByteCache } from '../../documents/byte-cache.ts';
import { headerOf, type RequestHeaders } from './headers.ts';
import type { HttpReply, WholeReply } from './reply.ts';

/** A request as it was sent, without its id: what was answered once is answered so again, under another id, which is JSON. */
export type Sent = { key: string; id: string };

/** A reply to a public read: what follows the id, and, where it is long, the serialised result. */
type KnownReply = { rest: string; fragment?: Uint8Array; headers: Record<string, string>; bytes: number };

/** Requests and replies that are kept, in bytes. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Longer requests are rare, and answered by the SDK. */
export const REQUEST_LENGTH_MAX = 2_000;

/** Results up to this size are kept as a text, which is sent together with what is before it; longer ones are never copied. */
const TEXT_BYTES_MAX = 8 * 1024;

/** Headers by which the SDK decides what a request is. */
const deciding = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Replies of public reads that the SDK has made, by the bytes of their requests: the next such request gets the same
 * bytes under its own id, without being read again (decision 205). They are kept as long as the state from which they
 * were made is the current one.
 */
export class KnownReplies {
  readonly #state: () => object;
  readonly #replies = new ByteCache<string, KnownReply>(KEPT_BYTES_MAX, ({ bytes }) => bytes);
  #of: object | undefined;

  /** @param state another object as soon as any reply may be another one */
  constructor(state: () => object) {
    this.#state = state;
  }

  /** The reply to a request; undefined where the SDK has to be asked. */
  find({ key, id }: Sent): WholeReply | undefined {
    if (this.#of !== this.#state()) return undefined;
    const known = this.#replies.get(key);
    if (!known) return undefined;
    const begin = `{"jsonrpc":"2.0","id":${id}${known.rest}`;
    return { status: 200, headers: known.headers, body: known.fragment ? [begin, known.fragment, '}}'] : [begin] };
  }

  /** Keeps the reply to a request, if it follows from the state alone. @param made_of the state from which it was made */
  keep({ key, id }: Sent, { status, headers, body }: HttpReply, made_of: object | undefined): void {
    const state = this.#state();
    if (made_of === undefined || made_of !== state || status !== 200) return;
    const begin = `{"jsonrpc":"2.0","id":${id}`;
    const parts = body.length === 1 && typeof body[0] === 'string' ? split(body[0]) : body;
    const [first, fragment, last] = parts;
    if (typeof first !== 'string' || !first.startsWith(begin) || !(fragment instanceof Uint8Array) || last !== '}}')
      return;
    if (this.#of !== state) {
      this.#replies.clear();
      this.#of = state;
    }
    const before = first.slice(begin.length);
    const is_short = fragment.byteLength <= TEXT_BYTES_MAX;
    const rest = is_short ? `${before}${Buffer.from(fragment).toString()}}}` : before;
    const bytes = 2 * (key.length + rest.length) + (is_short ? 0 : fragment.byteLength) + 512;
    this.#replies.set(key, { rest, headers, bytes, ...(!is_short && { fragment }) });
  }
}

/** A reply that is one text in the parts of others. */
function split(text: string): HttpReply['body'] {
  const end = text.indexOf('"result":') + '"result":'.length;
  return [text.slice(0, end), Buffer.from(text.slice(end, -2)), '}}'];
}

/** A member with an id: a whole number or a string. Looked for at one place. */
const idMember = /"id":(0|-?[1-9]\d{0,14}|"(?:[^"\\\p{Cc}]|\\.)*")(?=[,}])/uy;

/** Whether a string is written as a reply writes it. */
function isAsWritten(id: string): boolean {
  if (!id.includes('\\')) return true;
  try {
    return JSON.stringify(JSON.parse(id)) === id;
  } catch {
    return false;
  }
}

/**
 * A request without its id; undefined where it is not one that could be known. Two requests with the same key differ in
 * their ids alone: the text is the same around the place where the id is. So a request whose key is known need not be parsed.
 *
 * @param text the body as it was sent
 */
export function withoutId(text: string, headers: RequestHeaders): Sent | undefined {
  if (text.length > REQUEST_LENGTH_MAX) return undefined;
  const at = text.indexOf('"id"');
  if (at < 0 || text.indexOf('"id"', at + 1) >= 0) return undefined;
  idMember.lastIndex = at;
  const [member, id] = idMember.exec(text) ?? [];
  if (member === undefined || id === undefined || !isAsWritten(id)) return undefined;
  // An empty header is another than none.
  const named = deciding.map((name) => {
    const value = headerOf(headers, name);
    return value === undefined ? '' : `=${value}`;
  });
  return { key: `${named.join('\n')}\n${at}\n${text.slice(0, at)}${text.slice(at + member.length)}`, id };
}

/** What may be answered again: calls of tools, if their reply follows from what is public, and their list, which is the same as long as a process runs. */
const repeatable: readonly unknown[] = ['tools/call', 'tools/list'];

/** Whether a request is one of them with an id that is where `withoutId` found it, and nowhere else. */
export function isRepeatable(text: string, message: unknown, { id }: Sent): boolean {
  const { method, id: parsed } = message as { method?: unknown; id?: unknown };
  if (!repeatable.includes(method) || JSON.stringify(parsed) !== id) return false;
  // A name may be written with escapes, and be there twice: another id at this place must be the id of the request.
  const at = text.indexOf('"id"');
  const other = JSON.parse(`${text.slice(0, at)}"id":"another"${text.slice(at + '"id":'.length + id.length)}`) as {
    id?: unknown;
  };
  return other.id === 'another';
}
