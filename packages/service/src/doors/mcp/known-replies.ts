import { ByteCache } from '../../documents/byte-cache.ts';
import { headerOf, type RequestHeaders } from './headers.ts';
import type { HttpReply } from './reply.ts';

/** A request as it was sent, without its id: what was answered once is answered so again, under another id. */
type Sent = { key: string; id: string | number };

/** A reply to a public read: what follows the id, and the serialised result. */
type KnownReply = { rest: string; fragment: Uint8Array; headers: Record<string, string>; bytes: number };

/** Requests and replies that are kept, in bytes. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Longer requests are rare, and answered by the SDK. */
const REQUEST_LENGTH_MAX = 2_000;

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
  find({ key, id }: Sent): HttpReply | undefined {
    if (this.#of !== this.#state()) return undefined;
    const known = this.#replies.get(key);
    if (!known) return undefined;
    const begin = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}${known.rest}`;
    return { status: 200, headers: known.headers, body: [begin, known.fragment, '}}'] };
  }

  /** Keeps the reply to a request, if it follows from the state alone. @param made_of the state from which it was made */
  keep({ key, id }: Sent, { status, headers, body }: HttpReply, made_of: object | undefined): void {
    const state = this.#state();
    if (made_of === undefined || made_of !== state || status !== 200) return;
    const begin = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
    const parts = body.length === 1 && typeof body[0] === 'string' ? split(body[0]) : body;
    const [first, fragment, last] = parts;
    if (typeof first !== 'string' || !first.startsWith(begin) || !(fragment instanceof Uint8Array) || last !== '}}')
      return;
    if (this.#of !== state) {
      this.#replies.clear();
      this.#of = state;
    }
    const rest = first.slice(begin.length);
    const bytes = 2 * (key.length + rest.length) + fragment.byteLength + 512;
    this.#replies.set(key, { rest, fragment, headers, bytes });
  }
}

/** A reply that is one text in the parts of others. */
function split(text: string): HttpReply['body'] {
  const end = text.indexOf('"result":') + '"result":'.length;
  return [text.slice(0, end), Buffer.from(text.slice(end, -2)), '}}'];
}

/**
 * A request without its id; undefined where it is not one that could be known. Two requests with the same key differ in
 * their ids alone: the text is the same around the place where the id is.
 *
 * @param text the body as it was sent
 * @param message what it says
 */
export function withoutId(text: string, message: unknown, headers: RequestHeaders): Sent | undefined {
  if (text.length > REQUEST_LENGTH_MAX || typeof message !== 'object' || message === null) return undefined;
  const { id, method } = message as { id?: unknown; method?: unknown };
  if (method !== 'tools/call' || !(typeof id === 'string' || Number.isSafeInteger(id))) return undefined;
  const member = `"id":${JSON.stringify(id)}`;
  const at = text.indexOf(member);
  if (at < 0 || text.indexOf('"id"', at + 1) >= 0 || text.lastIndexOf('"id"', at - 1) >= 0) return undefined;
  // The number must end where the member does: 7 is not 77.
  const after = text[at + member.length];
  if (after !== ',' && after !== '}') return undefined;
  const named = deciding.map((name) => headerOf(headers, name) ?? '');
  return {
    key: `${named.join('\n')}\n${text.slice(0, at)}\n${text.slice(at + member.length)}`,
    id: id as string | number,
  };
}
