import { caching } from '../../documents/caching.ts';
import type { Fragment, SdkReply } from './multiplexer.ts';

/**
 * An HTTP reply. Its body is JSON in parts, or empty: a part of bytes is shared by all replies that carry it, so that a
 * reply that nobody reads costs no copy.
 */
export type HttpReply = {
  status: number;
  headers: Record<string, string>;
  body: readonly Fragment[];
};

/** One whose parts are all there. */
export type WholeReply = Omit<HttpReply, 'body'> & { body: readonly (string | Uint8Array)[] };

/** One HTTP reply; nothing on this path may be cached on the way (decision 5, last sentence). */
export function reply(
  status: number,
  body: string | HttpReply['body'] = [],
  headers: Record<string, string> = {},
): HttpReply {
  const parts = typeof body === 'string' ? [body] : body;
  const type = parts.length === 0 ? {} : { 'Content-Type': 'application/json' };
  return { status, headers: { ...type, 'Cache-Control': caching.none, ...headers }, body: parts };
}

/**
 * The message for each code. The SDK's own texts repeat header values and names that were sent; these say what is
 * expected.
 */
const messages: Record<number, string> = {
  [-32020]:
    'MCP-Protocol-Version, Mcp-Method and (for tools/call) Mcp-Name must be sent as headers and agree with the body.',
  [-32600]: 'The body must be one JSON-RPC 2.0 request or notification.',
  [-32602]:
    'A request of revision 2026-07-28 carries params._meta with io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities.',
  [-32603]: 'The params do not fit this method, or an internal error occurred.',
  [-32700]: 'The body must be JSON in UTF-8.',
};

/**
 * A JSON-RPC error as the whole HTTP reply. `id` is that of the request; anything but a string or number becomes null.
 */
export function refusal(
  status: number,
  code: number,
  id: unknown,
  message?: string,
  data?: unknown,
  headers = {},
): HttpReply {
  const error = { code, message: message ?? messages[code] ?? 'Refused.', ...(data === undefined ? {} : { data }) };
  return reply(status, JSON.stringify({ jsonrpc: '2.0', error, id: idOf(id) }), headers);
}

const idOf = (id: unknown) => (typeof id === 'string' || typeof id === 'number' ? id : null);

/**
 * HTTP statuses, in the stateless era, of errors that the SDK found before any handler ran; all others are 200
 * (revision 2026-07-28, transport; decision 26).
 */
const early_status: Record<number, number> = {
  [-32700]: 400,
  [-32600]: 400,
  [-32601]: 404,
  [-32022]: 400,
  [-32020]: 400,
};
/** The client lacks a capability: always 400. */
const MISSING_CAPABILITY = -32021;

function statusOf(code: number, early: boolean): number {
  if (code === MISSING_CAPABILITY) return 400;
  return early ? (early_status[code] ?? 200) : 200;
}

/** The HTTP reply for what the SDK answered, under the request's own id. */
export function answered(
  { reply: message, early, fragment }: SdkReply,
  id: string | number,
  stateless: boolean,
): HttpReply {
  if ('error' in message) {
    const status = stateless ? statusOf(message.error.code, early) : 200;
    // The SDK's text of an internal error may be that of an exception.
    const error = message.error.code === -32603 ? { code: -32603, message: messages[-32603] } : message.error;
    return reply(status, JSON.stringify({ jsonrpc: '2.0', error, id }));
  }
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  if (fragment === undefined) return reply(200, `${head}${JSON.stringify(message.result)}}`);
  // What the SDK added to the result, then what the handler serialised itself.
  const { tools, content, structuredContent, ...added } = message.result;
  const members = JSON.stringify(added).slice(0, -1);
  const before = `${head}${members === '{' ? members : `${members},`}`;
  return reply(200, typeof fragment === 'string' ? `${before}${fragment}}}` : [before, fragment, '}}']);
}
