import { isUtf8 } from 'node:buffer';
import {
  classifyInboundRequest,
  isInitializeRequest,
  isJsonContentType,
  type JSONRPCRequest,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { BODY_LIMIT_BYTES, BODY_LIMIT_TEXT, isEncoded } from '../../domain/limit/limit.ts';
import { guard, preflight } from './guard.ts';
import { headerOf, type RequestHeaders, standardHeadersAgree } from './headers.ts';
import { isRepeatable, KnownReplies, REQUEST_LENGTH_MAX, type Sent, withoutId } from './known-replies.ts';
import { misshapen, readArguments, unfitParams } from './message.ts';
import type { Multiplexer, Sender } from './multiplexer.ts';
import { answered, type HttpReply, refusal, reply, type WholeReply } from './reply.ts';
import {
  type BuildServer,
  eraServer,
  handshake_revisions,
  serverOf,
  stateless_revision,
  type ToolServerInput,
} from './server.ts';

export type ToolServer = {
  /**
   * Answers one HTTP request to /mcp. Never throws. A body over BODY_LIMIT_BYTES may be cut off one byte after the
   * limit. `client` is the sender's address, `query` that of the address that was called, without `?`,
   * and `gone` whether the sender has left.
   */
  handle(request: {
    method: string;
    headers: RequestHeaders;
    body: string | Uint8Array;
    query?: string;
    client?: string;
    gone?(): boolean;
  }): Promise<HttpReply>;
  /**
   * What `handle` would reply to a POST without credentials that were sent twice, where that is known without asking the SDK;
   * undefined whenever there is any doubt.
   */
  known(request: { headers: RequestHeaders; body: Uint8Array }): WholeReply | undefined;
  close(): Promise<void>;
};

/**
 * The tool server (spec 4, decision 26): revision 2026-07-28 and those that begin with `initialize`, on one path,
 * without sessions.
 *
 * The SDK decides what a request is, which era it belongs to, what it may contain and what its reply looks like. This
 * door adds what HTTP needs around that. `subscriptions/listen` is answered as an unknown method: nothing here
 * announces changes, and an acknowledged stream would only keep a connection open (decision 26).
 *
 * @param build makes the SDK's servers; conformance tests pass another one
 */
export function toolServer(input: ToolServerInput, build: BuildServer = serverOf(input)): ToolServer {
  const guarded = guard(input.base_url, input.listens_on);
  const eras = { stateless: eraServer(build, stateless_revision), handshake: eraServer(build) };
  const known = input.state && new KnownReplies(input.state);

  async function handle(request: Parameters<ToolServer['handle']>[0]): Promise<HttpReply> {
    const { method, headers, body, query = '', client, gone } = request;
    if (!guarded.host(headers)) return refusal(403, -32000, null, 'The Host header does not name this service.');
    if (!guarded.origin(headers))
      return refusal(403, -32000, null, 'Pages of another origin may not call this service.');
    const answer = await answerOf(method, { headers, query, client, gone }, body);
    return headers.origin === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, ...guarded.cors(headers) } };
  }

  async function answerOf(method: string, sender: Sender, body: string | Uint8Array): Promise<HttpReply> {
    if (method === 'OPTIONS') return reply(204, [], { Allow: 'POST', ...preflight });
    if (method !== 'POST')
      return refusal(405, -32000, null, 'Method not allowed: send POST.', undefined, { Allow: 'POST' });
    if (!isJsonContentType(headerOf(sender.headers, 'content-type')))
      return refusal(415, -32000, null, 'Send Content-Type: application/json.');
    if (isEncoded(headerOf(sender.headers, 'content-encoding')))
      return refusal(415, -32000, null, 'Send the body without Content-Encoding.', undefined, {
        'Accept-Encoding': 'identity',
      });
    if (Buffer.byteLength(body) > BODY_LIMIT_BYTES)
      return refusal(413, -32000, null, `Send a body of at most ${BODY_LIMIT_TEXT}.`);
    const text = textOf(body);
    // Credentials that were sent twice are refused, also where none is needed.
    const sent =
      known && text !== undefined && typeof sender.headers.authorization !== 'object'
        ? withoutId(text, sender.headers)
        : undefined;
    const repeated = sent && known?.find(sent);
    if (repeated) return repeated;
    const message = text === undefined ? undefined : parse(text);
    if (text === undefined || message === undefined) return refusal(400, -32700, null);
    if (Array.isArray(message)) return refusal(400, -32600, null, misshapen(message));
    return serve(message, sender, sent && isRepeatable(text, message, sent) ? sent : undefined);
  }

  function knownReply({ headers, body }: { headers: RequestHeaders; body: Uint8Array }): WholeReply | undefined {
    if (!known || !guarded.host(headers) || headers.origin !== undefined) return undefined;
    if (headers['content-encoding'] !== undefined) return undefined;
    if (headers['content-type'] !== 'application/json' || body.byteLength > REQUEST_LENGTH_MAX) return undefined;
    const text = textOf(body);
    const sent = text === undefined ? undefined : withoutId(text, headers);
    return sent && known.find(sent);
  }

  async function ask(
    era: Promise<Multiplexer>,
    request: JSONRPCRequest,
    sender: Sender,
    sent: Sent | undefined,
  ): Promise<HttpReply> {
    const unfit = unfitParams(request, era === eras.handshake);
    if (unfit !== undefined) return refusal(200, -32602, request.id, unfit);
    const state = input.state?.();
    const found = await (await era).exchange(request, sender);
    const made = answered(found, request.id, era === eras.stateless);
    if (sent) known?.keep(sent, made, request.method === 'tools/list' ? state : found.made_of);
    return made;
  }

  async function serve(message: unknown, sender: Sender, sent: Sent | undefined): Promise<HttpReply> {
    readArguments(message);
    const routed = route(message, sender.headers);
    return 'era' in routed ? ask(eras[routed.era], routed.request, sender, sent) : routed;
  }

  return {
    handle,
    known: knownReply,
    async close() {
      for (const era of Object.values(eras)) await (await era).close();
    },
  };
}

/** Which era answers a request; or the reply to what no server of the SDK is asked about. */
function route(
  message: unknown,
  headers: RequestHeaders,
): { era: 'stateless' | 'handshake'; request: JSONRPCRequest } | HttpReply {
  const id = (message as { id?: unknown } | null)?.id;
  const found = classify(message, headers);
  if (found.kind === 'reject')
    return refusal(found.httpStatus, found.code, id, found.code === -32600 ? misshapen(message) : undefined);
  if (found.kind === 'legacy') {
    const version = headerOf(headers, 'mcp-protocol-version');
    if (version !== undefined && !handshake_revisions.includes(version) && !isInitializeRequest(message))
      return refusal(
        400,
        -32000,
        id,
        `MCP-Protocol-Version does not name a revision that is served: ${[stateless_revision, ...handshake_revisions].join(', ')}.`,
      );
    if (found.reason === 'notification' || found.reason === 'response') return reply(202);
    return { era: 'handshake', request: message as JSONRPCRequest };
  }
  const revision = found.classification.revision;
  if (revision !== stateless_revision) {
    const error = new UnsupportedProtocolVersionError({
      supported: [stateless_revision],
      requested: revision ?? 'unknown',
    });
    return refusal(400, error.code, id, 'Unsupported protocol version: see data.supported.', error.data);
  }
  // Notifications end here: none has a meaning over HTTP, and a `notifications/cancelled` could only name another
  // sender's exchange.
  if (found.messageKind === 'notification') return reply(202);
  if (!standardHeadersAgree(headers, found.message)) return refusal(400, -32020, id);
  return { era: 'stateless', request: found.message };
}

/** A body as text; undefined when it is not UTF-8. */
function textOf(body: string | Uint8Array): string | undefined {
  if (typeof body === 'string') return body;
  return isUtf8(body) ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString() : undefined;
}

/** Parses a text; undefined when it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The SDK's decision on what this message is. Nesting too deep for its recursive schemas is not a valid request. */
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
