import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { fragmentCache } from '../../documents/fragment-cache.ts';
import type { ToolError } from '../../domain/fault.ts';
import { Multiplexer, type Sender } from './multiplexer.ts';

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

/**
 * What a tool returns: an object, its JSON, that in pieces as often as it is called, the bytes of an immutable document that
 * is one, or a refusal; and what the caller should know besides, as a text of its own. `made_of`: the public state from which
 * alone it was made; the same call is answered so again as long as that is the present one.
 */
export type ToolResult = (
  | { structuredContent: Record<string, unknown> }
  | { json: string }
  | { pieces: () => AsyncIterable<string> }
  | { document: Uint8Array }
  | { error: ToolError }
) & { note?: string; made_of?: object };

/** What the door serves: tools with JSON Schemas computed once, and the dispatcher that runs them. */
export type ToolServerInput = {
  /** Absolute address of the service, without trailing slash; its Origin and Host are derived from it. */
  base_url: string;
  /** The host or address that the server binds. */
  listens_on?: string;
  info: { name: string; version: string; title: string; description: string; websiteUrl: string };
  instructions: string;
  tools: readonly Tool[];
  /**
   * Runs one of `tools`. A refusal is returned as an error; anything that it throws is answered as an internal
   * error.
   */
  call(name: string, args: Record<string, unknown>, sender: Sender): Promise<ToolResult>;
  /** The public state: another object as soon as any public read may be answered otherwise. Without it no reply is kept. */
  state?(): object;
  /** Receives internal errors, for the log. */
  onerror?(error: unknown): void;
};

const cache_hint = { ttlMs: 300_000, cacheScope: 'public' as const };

/** Makes an SDK server that is connected through the multiplexer. `options` set the revisions that it speaks. */
export type BuildServer = (multiplexer: Multiplexer, options: ServerOptions) => Server;

/**
 * One long-lived SDK server for one era, behind the multiplexer that feeds it.
 *
 * @param revision the stateless revision; undefined for the older ones
 */
export async function eraServer(build: BuildServer, revision?: string): Promise<Multiplexer> {
  const multiplexer = new Multiplexer(revision);
  await build(multiplexer, revision === undefined ? {} : { supportedProtocolVersions: [revision] }).connect(
    multiplexer,
  );
  return multiplexer;
}

/**
 * The SDK server for these tools.
 *
 * Handlers return empty results to the SDK and attach the real members as text: the SDK's rules apply to each request,
 * while lists and records are serialised once instead of walked and copied per call.
 */
export function serverOf(input: ToolServerInput): BuildServer {
  const cached = fragmentCache(CACHED_BYTES_MAX);
  const list = Buffer.from(JSON.stringify({ tools: input.tools }).slice(1, -1));
  const names = new Set(input.tools.map(({ name }) => name));
  return (multiplexer, options) => {
    const server = new Server(input.info, {
      instructions: input.instructions,
      capabilities: { tools: {} },
      cacheHints: { 'tools/list': cache_hint, 'server/discover': cache_hint },
      ...options,
    });
    server.onerror = (error) => input.onerror?.(error);
    server.setRequestHandler('tools/list', (_, { mcpReq }) => {
      multiplexer.attach(mcpReq.id, list);
      return { tools: [] };
    });
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (!names.has(params.name))
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'Unknown tool: tools/list names the tools that exist.',
        );
      const result = await input
        .call(params.name, params.arguments ?? {}, multiplexer.senderOf(mcpReq.id))
        .catch((error) => {
          input.onerror?.(error);
          throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
        });
      const { note } = result;
      if ('error' in result) {
        const texts = [JSON.stringify(result.error), ...(note === undefined ? [] : [note])];
        return { isError: true, content: texts.map((text) => ({ type: 'text' as const, text })) };
      }
      const fragment =
        'document' in result
          ? note === undefined
            ? cached(result.document, membersOf)
            : members(textOf(result.document), note)
          : 'pieces' in result
            ? memberPieces(result.pieces, note)
            : members('json' in result ? result.json : JSON.stringify(result.structuredContent), note);
      multiplexer.attach(mcpReq.id, fragment, result.made_of);
      return { content: [], structuredContent: {} };
    });
    return server;
  };
}

/** Bytes of tool results that are kept for documents (decision 26). */
const CACHED_BYTES_MAX = 32 * 1024 * 1024;

/**
 * `content` and `structuredContent` of a tool's result: the same JSON twice, serialised once, and the note after it
 * (decision 27).
 */
function members(json: string, note?: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}${noted(note)}],"structuredContent":${json}`;
}

/** The same in pieces: what goes on is read once for each of the two. */
async function* memberPieces(pieces: () => AsyncIterable<string>, note?: string): AsyncGenerator<string> {
  yield '"content":[{"type":"text","text":"';
  for await (const piece of pieces()) yield JSON.stringify(piece).slice(1, -1);
  yield `"}${noted(note)}],"structuredContent":`;
  yield* pieces();
}

const noted = (note?: string): string => (note === undefined ? '' : `,${JSON.stringify({ type: 'text', text: note })}`);

const textOf = (document: Uint8Array): string =>
  Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString();

const membersOf = (document: Uint8Array): Uint8Array => Buffer.from(members(textOf(document)));
