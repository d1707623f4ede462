import { ProtocolError, ProtocolErrorCode, Server, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Problem } from '../../domain/fault.ts';
import type { Headers } from './headers.ts';
import { Multiplexer } from './multiplexer.ts';

/** The stateless revision; the older ones begin with `initialize`. */
export const stateless_revision = '2026-07-28';
/** The revisions that begin with `initialize`, newest first. */
export const handshake_revisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  outputSchema: { type: 'object'; [key: string]: unknown };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/** What a tool answers: an object, or the bytes of a document that holds one as JSON and never changes, or a refusal. */
export type ToolResult = { structuredContent: Record<string, unknown> } | { document: Uint8Array } | { problem: Problem };

/** What the door serves: tools with JSON Schemas computed once, and one dispatcher behind them. */
export type ToolServerInput = {
  /** Absolute address of the service, without trailing slash: own Origin and Host are derived from it. */
  base_url: string;
  /** The host or address that the server binds. */
  listens_on?: string;
  info: { name: string; version: string; title: string; description: string; websiteUrl: string };
  instructions: string;
  tools: readonly Tool[];
  /** Runs one tool that is in `tools`. Never throws for the caller's faults; what it throws is answered as an internal error. */
  call(name: string, args: Record<string, unknown>, request: { headers: Headers }): Promise<ToolResult>;
  /** Told what went wrong inside, for the log. */
  onerror?(error: unknown): void;
};

const cache_hint = { ttlMs: 300_000, cacheScope: 'public' as const };

/**
 * One long-lived server of the SDK for one era, and the multiplexer that feeds it.
 *
 * Handlers give the SDK empty results and attach the real members as text: the SDK's rules then run over each request, while lists and
 * records are serialised once instead of walked and copied per call.
 *
 * @param revision the stateless revision; undefined for the older ones
 */
export async function eraServer(input: ToolServerInput, revision?: string): Promise<Multiplexer> {
  const multiplexer = new Multiplexer(revision);
  const server = new Server(input.info, {
    instructions: input.instructions,
    capabilities: { tools: {} },
    cacheHints: { 'tools/list': cache_hint, 'server/discover': cache_hint },
    ...(revision === undefined ? {} : { supportedProtocolVersions: [revision] }),
  });
  server.onerror = (error) => input.onerror?.(error);

  const list = JSON.stringify({ tools: input.tools }).slice(1, -1);
  server.setRequestHandler('tools/list', (_, { mcpReq }) => {
    multiplexer.attach(mcpReq.id, list);
    return { tools: [] };
  });

  const names = new Set(input.tools.map(({ name }) => name));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (!names.has(params.name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool: tools/list names those there are.');
    const result = await input.call(params.name, params.arguments ?? {}, { headers: multiplexer.headersOf(mcpReq.id) }).catch((error) => {
      input.onerror?.(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    });
    if ('problem' in result) return { isError: true, content: [{ type: 'text', text: JSON.stringify(result.problem) }] };
    multiplexer.attach(mcpReq.id, 'document' in result ? membersOf(result.document) : members(JSON.stringify(result.structuredContent)));
    return { content: [], structuredContent: {} };
  });

  await server.connect(multiplexer);
  return multiplexer;
}

/** `content` and `structuredContent` of a tool's result: the same JSON twice, serialised once (decision 27). */
function members(json: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
}

const kept = new WeakMap<Uint8Array, string>();

/** The same for a document, made at its first call and kept for as long as the document lives. */
function membersOf(document: Uint8Array): string {
  const known = kept.get(document);
  if (known !== undefined) return known;
  const made = members(Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString());
  kept.set(document, made);
  return made;
}
