import { isUtf8 } from 'node:buffer';
import {
  classifyInboundRequest,
  isInitializeRequest,
  isJsonContentType,
  type JSONRPCRequest,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { guard, preflight } from './guard.ts';
import { headerOf, type RequestHeaders, standardHeadersHold } from './headers.ts';
import type { Sender } from './multiplexer.ts';
import { answered, type HttpReply, refusal, reply } from './reply.ts';
import {
  type BuildServer,
  eraServer,
  handshake_revisions,
  serverOf,
  stateless_revision,
  type ToolServerInput,
} from './server.ts';

/** Largest body, in bytes (decision 2). */
const body_limit = 65_536;

export type ToolServer = {
  /** What it says of itself. */
  about: ToolServerInput['info'];
  /**
   * Answers one HTTP request to /mcp. Never throws; a body over 64 KiB may be cut off after its first 65,537 bytes.
   * `client` is the caller's address.
   */
  handle(request: {
    method: string;
    headers: RequestHeaders;
    body: string | Uint8Array;
    client?: string;
  }): Promise<HttpReply>;
  close(): Promise<void>;
};

/**
 * The tool server (spec 4, decision 26): revision 2026-07-28 and those that begin with `initialize`, on one path,
 * without sessions.
 *
 * The rules of the protocol are the SDK's: what a request is, which era it belongs to, what it may say, what its reply
 * looks like. This door adds what HTTP needs around them. `subscriptions/listen` is answered as an unknown method:
 * nothing here ever changes that could be subscribed to, and an acknowledged stream would only hold a connection open.
 *
 * @param build what stands behind the HTTP; tests of conformance put another server there
 */
export function toolServer(input: ToolServerInput, build: BuildServer = serverOf(input)): ToolServer {
  const guarded = guard(input.base_url, input.listens_on);
  const stateless = eraServer(build, stateless_revision);
  const handshake = eraServer(build);

  async function handle({ method, headers, body, client }: Parameters<ToolServer['handle']>[0]): Promise<HttpReply> {
    if (!guarded.host(headers)) return refusal(403, -32000, null, 'This is not the name of the service.');
    if (!guarded.origin(headers))
      return refusal(403, -32000, null, 'Pages of another origin may not call this service.');
    const answer = await answerOf(method, { headers, client }, body);
    return headers.origin === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, ...guarded.cors(headers) } };
  }

  async function answerOf(method: string, caller: Sender, body: string | Uint8Array): Promise<HttpReply> {
    if (method === 'OPTIONS') return reply(204, '', { Allow: 'POST', ...preflight });
    if (method !== 'POST')
      return refusal(405, -32000, null, 'Method not allowed: send POST.', undefined, { Allow: 'POST' });
    if (!isJsonContentType(headerOf(caller.headers, 'content-type')))
      return refusal(415, -32000, null, 'Send Content-Type: application/json.');
    if (Buffer.byteLength(body) > body_limit) return refusal(413, -32000, null, 'Send a body of at most 64 KiB.');
    const message = parse(body);
    if (message === undefined) return refusal(400, -32700, null);
    if (Array.isArray(message)) return refusal(400, -32600, null);
    return serve(message, caller);
  }

  async function serve(message: unknown, caller: Sender): Promise<HttpReply> {
    const { headers } = caller;
    const id = (message as { id?: unknown } | null)?.id;
    const route = classify(message, headers);
    if (route.kind === 'reject') return refusal(route.httpStatus, route.code, id);
    if (route.kind === 'legacy') {
      const version = headerOf(headers, 'mcp-protocol-version');
      if (version !== undefined && !handshake_revisions.includes(version) && !isInitializeRequest(message))
        return refusal(
          400,
          -32000,
          id,
          `MCP-Protocol-Version names no revision that is served: ${handshake_revisions.join(', ')}.`,
        );
      if (route.reason === 'notification' || route.reason === 'response') return reply(202);
      const request = message as JSONRPCRequest;
      return answered(await (await handshake).ask(request, caller), request.id, false);
    }
    const revision = route.classification.revision;
    if (revision !== stateless_revision) {
      const error = new UnsupportedProtocolVersionError({
        supported: [stateless_revision],
        requested: revision ?? 'unknown',
      });
      return refusal(400, error.code, id, 'Unsupported protocol version: see data.supported.', error.data);
    }
    // Notifications end here: none has a meaning over HTTP, and a `notifications/cancelled` could only name an exchange
    // of somebody else.
    if (route.messageKind === 'notification') return reply(202);
    if (!standardHeadersHold(headers, route.message)) return refusal(400, -32020, id);
    return answered(await (await stateless).ask(route.message, caller), route.message.id, true);
  }

  return {
    about: input.info,
    handle,
    async close() {
      await Promise.all([(await stateless).close(), (await handshake).close()]);
    },
  };
}

/** One JSON value out of a body; undefined when it is none, or not UTF-8. */
function parse(body: string | Uint8Array): unknown {
  if (typeof body !== 'string' && !isUtf8(body)) return undefined;
  try {
    return JSON.parse(
      typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString(),
    );
  } catch {
    return undefined;
  }
}

/** The SDK's own decision what this message is. Nesting too deep for its recursive schemas is no valid request. */
function classify(body: unknown, headers: RequestHeaders): ReturnType<typeof classifyInboundRequest> {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) =>
    headerOf(headers, header),
  );
  try {
    return classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...(version === undefined ? {} : { protocolVersionHeader: version }),
      ...(method === undefined ? {} : { mcpMethodHeader: method }),
      ...(name === undefined ? {} : { mcpNameHeader: name }),
    });
  } catch {
    return {
      kind: 'reject',
      rung: 'jsonrpc-shape',
      cell: 'too-deep',
      httpStatus: 400,
      code: -32600,
      message: '',
      settled: true,
    };
  }
}
