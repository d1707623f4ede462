/** One call over HTTP as a test looks at it. `json` is the body read as JSON; undefined when it is none. */
export type Called = { status: number; headers: Headers; text: string; json: Json };
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they assert
type Json = any;

export type Wish = { key?: string; body?: unknown; headers?: Record<string, string> };

/** Calls a path; a `body` that is no string or bytes is sent as JSON. */
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

/** Registers and gives the key. */
export async function newKey(url: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, json, text } = await call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous', ...fields } });
  if (status !== 201) throw new Error(`no key: ${status} ${text}`);
  return json.api_key;
}
