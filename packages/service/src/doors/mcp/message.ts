import { isInitializeRequest } from '@modelcontextprotocol/server';

/** What is said of the form of a message, in place of texts of the SDK, which are long and repeat its schemas (decision 190). */
type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the arguments of a tool as they are meant: null and a blank text are none, and an object may be sent as JSON text; and a cursor
 * that is null as none. What is something else stays as it is.
 */
export function readArguments(message: unknown): void {
  if (!isObject(message) || !isObject(message.params)) return;
  const params = message.params as { arguments?: unknown; cursor?: unknown };
  if (message.method === 'tools/list' && params.cursor === null) delete params.cursor;
  if (message.method !== 'tools/call') return;
  const sent = params.arguments;
  if (sent === null || (typeof sent === 'string' && sent.trim() === '')) delete params.arguments;
  else if (typeof sent === 'string') params.arguments = objectIn(sent) ?? sent;
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Why a message is no JSON-RPC request or notification; undefined where its members have the right types. */
export function misshapen(message: unknown): string | undefined {
  if (Array.isArray(message)) return 'The body must be one JSON-RPC 2.0 request or notification, not an array.';
  if (!isObject(message)) return 'The body must be one JSON-RPC 2.0 request or notification, which is a JSON object.';
  const { jsonrpc, id, method } = message;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0".';
  if ('id' in message && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'id must be a string or a whole number; only a notification has none.';
  if (typeof method !== 'string') return 'method must be a string, such as "tools/call".';
  const { params = {} } = message;
  if (!isObject(params)) return 'params must be a JSON object, or left out.';
  const { _meta = {} } = params;
  if (!isObject(_meta)) return 'params._meta must be a JSON object, or left out.';
  const { progressToken = 0 } = _meta;
  return typeof progressToken === 'string' || Number.isSafeInteger(progressToken)
    ? undefined
    : 'params._meta.progressToken must be a string or a whole number.';
}

/** What is wrong with the params of a request; undefined where the SDK can be asked. @param handshake whether its era has `initialize` */
export function unfitParams(request: { method: string; params?: unknown }, handshake: boolean): string | undefined {
  const { method, params } = request;
  if (method === 'initialize' && handshake)
    return canInitialize(request)
      ? undefined
      : 'initialize takes params with protocolVersion, capabilities and clientInfo (name and version).';
  if (method === 'tools/list' && isObject(params) && typeof (params.cursor ?? '') !== 'string')
    return 'cursor must be a string. All tools are in one page: leave it out.';
  if (method !== 'tools/call') return undefined;
  if (!isObject(params) || typeof params.name !== 'string')
    return 'tools/call takes params with name, which is that of a tool, and arguments.';
  return params.arguments === undefined || isObject(params.arguments)
    ? undefined
    : 'arguments must be one JSON object, whose members are the arguments by name.';
}

/** Nesting that is too deep for the SDK's recursive schemas fits none. */
function canInitialize(request: unknown): boolean {
  try {
    return isInitializeRequest(request);
  } catch {
    return false;
  }
}
