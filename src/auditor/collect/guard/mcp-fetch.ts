import type { Fetch, Fetched } from '../fetch.ts';

type Answered = (fetched: Fetched) => void;

/**
 * A `fetch` for the official MCP client: POST to the declared endpoint and to no other address, through the guard.
 * Everything else (the stream of a GET, the end of a session by DELETE) is answered with 405 without a request.
 *
 * @param answered is told each answer, for the evidence
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
    const empty = [204, 205, 304].includes(status);
    return new Response(empty ? null : (body?.slice() ?? null), { status, headers: item.headers });
  };
}
