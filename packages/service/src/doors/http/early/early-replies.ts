import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { authorizationOf } from '../authorization.ts';
import type { UnsentByClient } from '../fairness/unsent.ts';
import { type ListedReply, listed, sendWhole, type ToolDoor } from '../tools/door.ts';

/** Longer bodies belong to no call that is known (`doors/mcp/known-replies.ts`). */
const BODY_BYTES_MAX = 8_192;

/** A call whose target is a path alone, as far as replies depend on it. All values of a header that was sent twice are in `authorization`. */
export type EarlyCall = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  authorization: string | string[] | undefined;
  /** The whole body, where it was read. */
  body: Uint8Array | undefined;
  socket: Socket;
};

/** A reply that is known before the router, and what is counted and logged of it. `id` is that of the call. */
export type EarlyReply = ListedReply & { id?: string };

/** What a call that is answered here passes by, and what is done for it instead. */
type PassedBy = {
  door: Pick<ToolDoor, 'known'>;
  /** The refusal of a call, where memory alone decides about it. */
  refusal(call: EarlyCall): EarlyReply | undefined;
  /** Paths with calls that may be refused here. */
  paths: Iterable<string>;
  /** Whose forwarding headers are trusted for a client's address. */
  trusted: readonly string[];
  /** Counts the call of a client; throws when it has none left. */
  countClient(client: { ip: string }): void;
  unsent: UnsentByClient;
  /** Whether the server takes no new connections any more; then each reply ends its connection, which the router does. */
  closing(): boolean;
  /** Whether calls are refused because the service is under pressure. */
  overloaded(): boolean;
  /** For metrics and the log, once the client has the reply or is gone. */
  answered(answered: { method: string; route: string; status: number; ms: number; id?: unknown }): void;
};

/** Replies that are known before the router. */
export type EarlyReplies = {
  /** In front of the router, behind `node:http`. */
  listener(router: RequestListener): RequestListener;
  /** The whole body of a request, where it was read before the router. */
  bodyOf(request: IncomingMessage): Buffer | undefined;
  /** Whether calls of a path may be answered here. */
  has(path: string): boolean;
  /**
   * Answers a call by `write`, which says whether the client has taken all of it, and else calls `taken` once it has, or is gone.
   *
   * @returns false where the router has to answer
   */
  answer(
    call: EarlyCall,
    write: (reply: EarlyReply, taken: () => void) => { done: boolean; own_bytes: number },
  ): boolean;
  /** Begins: until then all requests go to the router. */
  open(passed: PassedBy): void;
};

/** The path of the tool server, whose known replies are sent here. */
const TOOLS = '/mcp';

/**
 * Answers calls whose reply is known before the router, which would spend more on them than on the reply: a tool call that was answered
 * before, and a refusal that memory alone decides about (decisions 215 and 227). The limits of a client hold here too; whoever is over one of them
 * goes to the router, which says so. So does every call about which there is any doubt.
 */
export function earlyReplies(): EarlyReplies {
  const bodies = new WeakMap<IncomingMessage, Buffer>();
  let passed: PassedBy | undefined;
  let paths: ReadonlySet<string> = new Set();
  let addressOf: (call: EarlyCall) => string;

  /** The reply to a call, with whom it is for. */
  function find(call: EarlyCall): { reply: EarlyReply; client: string } | undefined {
    if (!passed || passed.closing()) return undefined;
    // Whatever is thrown here, a limit that is reached above all, is thrown again in the router, where it gets its reply.
    try {
      const reply = call.path === TOOLS ? knownCall(passed, call) : refused(passed, call);
      if (!reply) return undefined;
      const client = addressOf(call);
      if (passed.unsent.isFull(client)) return undefined;
      passed.countClient({ ip: client });
      return { reply, client };
    } catch {
      return undefined;
    }
  }

  const answer: EarlyReplies['answer'] = (call, write) => {
    const began = performance.now();
    const found = find(call);
    if (!found || !passed) return false;
    const { reply, client } = found;
    const { answered, unsent } = passed;
    let release = () => {};
    const end = () => {
      release();
      const { method, path: route } = call;
      const { status, id } = reply;
      answered({ method, route, status, ms: performance.now() - began, ...(id !== undefined && { id }) });
    };
    const { done, own_bytes } = write(reply, end);
    if (done) end();
    else release = unsent.hold(client, own_bytes);
    return true;
  };

  function answerRequest(request: IncomingMessage, response: ServerResponse, body: Uint8Array | undefined): boolean {
    const { method = '', url: path = '', headers, socket } = request;
    const call = { method, path, headers, authorization: authorizationOf(request), body, socket };
    return answer(call, (reply, taken) => {
      response.once('close', taken);
      return { done: false, own_bytes: sendWhole(response, reply, method === 'HEAD') };
    });
  }

  return {
    answer,
    has: (path) => paths.has(path),
    bodyOf: (request) => bodies.get(request),
    open(given) {
      passed = given;
      paths = new Set([TOOLS, ...given.paths]);
      const trusts = proxyAddr.compile([...given.trusted]);
      addressOf = (call) => proxyAddr(call as unknown as IncomingMessage, trusts);
    },
    listener: (router) => (request, response) => {
      const { url = '' } = request;
      if (!passed || !paths.has(url)) return router(request, response);
      if (url !== TOOLS) {
        // A refusal does not wait for the body, as in the router.
        if (!answerRequest(request, response, undefined)) router(request, response);
        return;
      }
      if (!isShortPost(request)) return router(request, response);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [first = Buffer.alloc(0), ...more] = chunks;
        const body = more.length ? Buffer.concat(chunks) : first;
        if (answerRequest(request, response, body)) return;
        bodies.set(request, body);
        router(request, response);
      });
    },
  };
}

function knownCall({ door }: PassedBy, { method, headers, body, authorization }: EarlyCall): EarlyReply | undefined {
  if (method !== 'POST' || body === undefined || Array.isArray(authorization)) return undefined;
  const known = door.known({ headers, body });
  return known && listed(known);
}

function refused({ refusal, overloaded }: PassedBy, call: EarlyCall): EarlyReply | undefined {
  const reply = refusal(call);
  return reply && !overloaded() ? reply : undefined;
}

const isShortPost = ({ method, headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return (
    method === 'POST' &&
    length !== undefined &&
    /^[1-9]\d{0,3}$/.test(length) &&
    Number(length) <= BODY_BYTES_MAX &&
    headers['transfer-encoding'] === undefined
  );
};
