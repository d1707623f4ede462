/** Request headers as Node provides them, with lower-case names. */
export type RequestHeaders = Record<string, string | string[] | undefined>;

/** One header as one string; values of a header that was sent more than once are joined (RFC 9110 5.3). */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

const base64 = /^=\?base64\?(.*)\?=$/s;
const canonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decodes a header value that may be wrapped as `=?base64?…?=`; undefined when that is not canonical base64 of UTF-8.
 */
function decode(value: string): string | undefined {
  const wrapped = base64.exec(value)?.[1];
  if (wrapped === undefined) return value;
  if (!canonical.test(wrapped)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(wrapped, 'base64'));
  } catch {
    return undefined;
  }
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

/** A header value without spaces and tabs at its ends. A loop, because a pattern would try each blank inside as an end. */
function withoutBlanks(value: string): string {
  let [from, to] = [0, value.length];
  while (from < to && isBlank(value[from])) from += 1;
  while (to > from && isBlank(value[to - 1])) to -= 1;
  return value.slice(from, to);
}

/** Which field of the params the Mcp-Name header repeats, by method. */
const named: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Whether the headers that 2026-07-28 requires on every request are present and agree with the body (decision 26).
 *
 * The SDK has this rule but does not export it. Its `classifyInboundRequest` has already checked that version and
 * method, when present, agree with the body; this checks that they are present, and the name.
 */
export function standardHeadersAgree(headers: RequestHeaders, message: { method: string; params?: unknown }): boolean {
  if (headers['mcp-protocol-version'] === undefined || headers['mcp-method'] === undefined) return false;
  const field = Object.hasOwn(named, message.method) ? named[message.method] : undefined;
  if (field === undefined) return true;
  const name = (message.params as Record<string, unknown> | undefined)?.[field];
  const header = headerOf(headers, 'mcp-name');
  if (header === undefined) return typeof name !== 'string';
  const decoded = decode(withoutBlanks(header));
  return decoded !== undefined && (typeof name !== 'string' || decoded === name);
}
