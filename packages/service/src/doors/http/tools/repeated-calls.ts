import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { authorizationOf } from '../authorization.ts';
import type { UnsentByClient } from '../fairness/unsent.ts';
import { sendWhole, type ToolDoor } from './door.ts';

/** Longer requests are not known (`doors/mcp/known-replies.ts`). */
const BODY_BYTES_MAX = 8_192;
/** What a call that is answered here passes by, and what is done for it instead. */
type PassedBy = {
  door: Pick<ToolDoor, 'known'>;
  /** Whose forwarding headers are trusted for a client's address. */
  trusted: readonly string[];
  /** Counts the call of a client; throws when it has none left. */
  countClient(client: { ip: string }): void;
  unsent: UnsentByClient;
  /** Whether the server takes no new connections any more; then each reply ends its connection, which the router does. */
  closing(): boolean;
  /** For metrics and the log, once the client has the reply or is gone. */
  answered(response: ServerResponse, milliseconds: number): void;
};

/** Tool calls that were answered before, before the router; and the body of each request that goes on to it. */
export type RepeatedCalls = {
  listener(router: RequestListener): RequestListener;
  /** The whole body of a request, where it was read before the router. */
  bodyOf(request: IncomingMessage): Buffer | undefined;
  /** Begins: until then all requests go to the router. */
  open(passed: PassedBy): void;
};

/**
 * Answers a tool call that was answered before as `known` of the tool door says, before the router and its hooks, which cost twice
 * as much as the reply (decision 215). The limits of a client hold here too; whoever is over one of them goes to the router, which
 * says so. So does every request that is not a plain POST to /mcp with a short body.
 */
export function repeatedCalls(): RepeatedCalls {
  const bodies = new WeakMap<IncomingMessage, Buffer>();
  let passed: PassedBy | undefined;
  let addressOf: ((request: IncomingMessage) => string) | undefined;

  function answerKnown(request: IncomingMessage, response: ServerResponse, body: Buffer, began: number): boolean {
    const authorization = authorizationOf(request);
    if (!passed || !addressOf || passed.closing() || Array.isArray(authorization)) return false;
    const reply = passed.door.known({ headers: request.headers, body });
    if (!reply) return false;
    const client = addressOf(request);
    if (passed.unsent.isFull(client)) return false;
    try {
      passed.countClient({ ip: client });
    } catch {
      return false;
    }
    const { answered, unsent } = passed;
    const taken = unsent.hold(client, sendWhole(response, reply, false));
    response.once('close', () => {
      taken();
      answered(response, performance.now() - began);
    });
    return true;
  }

  return {
    bodyOf: (request) => bodies.get(request),
    open(given) {
      passed = given;
      const trusts = proxyAddr.compile([...given.trusted]);
      addressOf = (request) => proxyAddr(request, trusts);
    },
    listener: (router) => (request, response) => {
      if (!passed || !isShortPost(request)) return router(request, response);
      const began = performance.now();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [first = Buffer.alloc(0), ...more] = chunks;
        const body = more.length ? Buffer.concat(chunks) : first;
        if (answerKnown(request, response, body, began)) return;
        bodies.set(request, body);
        router(request, response);
      });
    },
  };
}

const isShortPost = ({ method, url, headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return (
    method === 'POST' &&
    url === '/mcp' &&
    length !== undefined &&
    /^[1-9]\d{0,3}$/.test(length) &&
    Number(length) <= BODY_BYTES_MAX &&
    headers['transfer-encoding'] === undefined
  );
};
