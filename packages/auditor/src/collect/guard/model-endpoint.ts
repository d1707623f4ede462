import { Agent, type RequestInit, fetch as request } from 'undici';

/** Longest answer of a model, in bytes. */
const ANSWER_BYTES = 1_000_000;

/**
 * A `fetch` that reaches the operator's language model and nothing else (decision 95): the address comes from the
 * settings, never from a page, so it may be on a private network. It follows no redirect and knows no proxy.
 */
export function openModelEndpoint(base_url: string): { fetch: typeof globalThis.fetch; close(): Promise<void> } {
  const { origin } = new URL(base_url);
  const agent = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 120_000, maxResponseSize: ANSWER_BYTES });
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== origin) throw new Error('the language model may be reached at its own address only');
      // Node's own fetch and this one are the same code in two versions, with types of their own.
      const given = { ...init, redirect: 'error', dispatcher: agent } as RequestInit;
      return (await request(url, given)) as unknown as Response;
    },
    close: () => agent.close(),
  };
}
