import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { RequestHeaders } from './headers.ts';

/**
 * Members of a result as JSON, without the braces around them; bytes when they are cached for many replies, and in pieces when
 * they are made while they are sent, once.
 */
export type Fragment = string | Uint8Array | AsyncIterable<string>;

/** The SDK's reply to one request. */
export type SdkReply = {
  reply: { result: Record<string, unknown> } | { error: { code: number; message: string; data?: unknown } };
  /** The error came before any handler ran, so it has an HTTP status of its own in the stateless era. */
  early: boolean;
  /** Members of the result that the handler has serialised itself. */
  fragment: Fragment | undefined;
  /** All that the result was made of; undefined where that is more than what is public now. */
  made_of?: object | undefined;
};

/**
 * Who sent a message: headers, query (without `?`), the address, for limits in memory only (decision 25), and whether the sender has left.
 */
export type Sender = {
  headers: RequestHeaders;
  query: string;
  client: string | undefined;
  gone?: (() => boolean) | undefined;
};

type Exchange = Pick<SdkReply, 'fragment' | 'made_of'> & { sender: Sender; resolve(answer: SdkReply): void };

/**
 * A transport within the process that carries many exchanges at once over one connection to one long-lived `Server`.
 *
 * The documented wiring is slow because it builds a server for each request. Here every request gets an id that is
 * unique in the process, by which its reply is found, so ids of different senders cannot collide. Nothing is kept of a
 * finished exchange.
 *
 * It extends the SDK's single-exchange transport for one reason: that is the only place where `Server.connect` reads
 * which stateless revision the connection speaks. The base class serves nothing here.
 */
export class Multiplexer extends PerRequestHTTPServerTransport {
  readonly #exchanges = new Map<number, Exchange>();
  readonly #extra: MessageExtraInfo;
  #last = 0;
  #early = false;
  #closed = false;

  /** @param revision the stateless revision; undefined for the revisions that begin with `initialize` */
  constructor(revision?: string) {
    const classification = revision === undefined ? { era: 'legacy' as const } : { era: 'modern' as const, revision };
    super({ classification });
    this.#extra = revision === undefined ? {} : { classification };
  }

  /** Passes one request to the server and returns its reply. Always resolves. */
  exchange(request: JSONRPCRequest, sender: Sender): Promise<SdkReply> {
    if (this.#closed) return Promise.resolve(stopping);
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#exchanges.set(id, { sender, fragment: undefined, resolve });
      this.#early = true;
      try {
        this.onmessage?.({ ...request, id }, this.#extra);
      } catch {
        this.#exchanges.delete(id); // nesting too deep for the SDK's recursive schemas
        resolve({ reply: { error: { code: -32600, message: 'Invalid request' } }, early: true, fragment: undefined });
      }
      this.#early = false;
    });
  }

  /** Who sent a request. @param id as in the handler's context */
  senderOf(id: string | number): Sender {
    return this.#exchanges.get(Number(id))?.sender ?? { headers: {}, query: '', client: undefined };
  }

  /** Attaches members of the result that are already JSON, so that they are neither walked nor serialised again. */
  attach(id: string | number, fragment: Fragment, made_of?: object): void {
    const exchange = this.#exchanges.get(Number(id));
    if (exchange) Object.assign(exchange, { fragment, made_of });
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (!isReply(message)) return; // no stream is open, so nothing but replies can reach anyone
    const exchange = this.#exchanges.get(Number(message.id));
    if (!exchange) return;
    this.#exchanges.delete(Number(message.id));
    const { fragment, made_of } = exchange;
    exchange.resolve({ reply: message as SdkReply['reply'], early: this.#early, fragment, made_of });
  }

  override async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#exchanges.values()) resolve(stopping);
    this.#exchanges.clear();
    await super.close();
  }
}

const stopping: SdkReply = {
  reply: { error: { code: -32603, message: 'The service is stopping.' } },
  early: false,
  fragment: undefined,
};

const isReply = (message: JSONRPCMessage): message is JSONRPCMessage & { id: string | number } =>
  'id' in message && !('method' in message);
