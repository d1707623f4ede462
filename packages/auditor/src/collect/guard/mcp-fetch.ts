import { isShallow } from '../../shallow-json.ts';
import type { Fetch, Fetched } from '../fetch.ts';

type Answered = (fetched: Fetched) => void;

/**
 * A `fetch` for the official MCP client: POST to the declared endpoint and to no other address, through the guard.
 * Everything else (the stream of a GET, the end of a session by DELETE) is answered with 405 without a request.
 *
 * @param answered is called with each answer, for the evidence
 */
export function guardedFetch(fetch: Fetch, endpoint: string, answered: Answered = () => {}): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST' || request.url !== new URL(endpoint).href)
      return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const fetched = await fetch({
      role: 'mcp',
      url: request.url,
      method: 'POST',
      accept: request.headers.get('accept') ?? 'application/json, text/event-stream',
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    answered(fetched);
    request.signal.throwIfAborted();
    const { item, body } = fetched;
    const status = item.status ?? 0;
    if (status < 200 || status > 599) throw new TypeError(item.detail ?? 'no answer');
    if (body && !messagesOf(body, item.headers['content-type'] ?? '').every(isShallow))
      throw new TypeError('an answer that is nested too deep');
    const empty = [204, 205, 304].includes(status);
    return new Response(empty ? null : (body?.slice() ?? null), { status, headers: item.headers });
  };
}

/** The texts that the client will parse as JSON: the body, or the data of each event of a stream. */
function messagesOf(body: Uint8Array, type: string): string[] {
  const text = new TextDecoder().decode(body);
  if (!/event-stream/i.test(type)) return [text];
  const messages: string[] = [];
  let data = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.startsWith('data:')) data += `${line.slice(5)}\n`;
    else if (line === '') {
      messages.push(data);
      data = '';
    }
  }
  return [...messages, data];
}
