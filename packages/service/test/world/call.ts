/** The reply to one call over HTTP. `json` is the parsed body, or undefined if it is not JSON. */
export type Called = { status: number; headers: Headers; text: string; json: Json };
// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies
type Json = any;

export type Wish = { key?: string; body?: unknown; headers?: Record<string, string> };

/** Members that every problem has, in their order (decision 4); `errors` may follow. */
export const PROBLEM_MEMBERS = ['type', 'title', 'status', 'detail', 'error', 'message', 'remedy'];

/** Calls a path. A `body` that is neither a string nor bytes is sent as JSON. */
export async function call(
  url: string,
  method: string,
  path: string,
  { key, body, headers = {} }: Wish = {},
): Promise<Called> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {}
  return { status: response.status, headers: response.headers, text, json };
}

/** Registers an agent. @returns its key */
export async function newKey(url: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, json, text } = await call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous', ...fields } });
  if (status !== 201) throw new Error(`no key: ${status} ${text}`);
  return json.api_key;
}
