import { Refusal } from '@readymark/rubric/refusal';
import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';

/** How long the server may take for one call. */
const CALL_TIMEOUT_MS = 60_000;

const problemBody = z.object({
  message: z.string(),
  error: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
});

/**
 * Calls a desk operation of a running server through its HTTP binding (decision 103). Other machines are called over
 * https only, so that a token never crosses a network in the clear.
 *
 * @throws Refusal with the server's message, or saying why it cannot be reached
 */
export async function callRemote<I extends z.ZodType, O extends z.ZodType>(
  base: string,
  token: () => string,
  operation: Operation<I, O>,
  input: z.input<I>,
  signal: AbortSignal,
): Promise<z.output<O>> {
  const [binding] = operation.http;
  if (!binding) throw new Refusal(`${operation.name} is not available over HTTP.`);
  const fields: Record<string, unknown> = { ...(input as object) };
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]));
    delete fields[name];
    return value;
  });
  const url = new URL(`${addressOf(base)}${path}`);
  if (binding.fields === 'query')
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) url.searchParams.set(name, String(value));
  const body = binding.fields === 'body' ? { body: JSON.stringify(fields) } : {};
  const headers = {
    authorization: `Bearer ${token()}`,
    ...(binding.fields === 'body' && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, {
    method: binding.method,
    headers,
    ...body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
  }).catch((error) => {
    throw new Refusal(
      `${url.origin} cannot be reached (${reasonOf(error)}); is the server running, and is the address correct?`,
    );
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response.status, answer, url.origin);
  const read = operation.output.safeParse(answer);
  if (!read.success)
    throw new Refusal(`${url.origin} sent a reply that this version does not know; are both the same version?`);
  return read.data;
}

function addressOf(base: string): string {
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refusal('--url must be an address that begins with https:// or http://.');
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw new Refusal(
      '--url must begin with https:// for another machine: the operator token would cross the network in the clear.',
    );
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Refusal(`--url must be an address without a path: ${url.origin}`);
  return url.origin;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? (cause.name === 'Error' ? cause.message : cause.name) : 'unknown';
}

function refusalOf(status: number, answer: unknown, origin: string): Refusal {
  if (status === 401)
    return new Refusal(`${origin} does not know this operator token; \`readymark operator add NAME\` makes one there.`);
  if (status === 413)
    return new Refusal(
      `${origin} does not accept that many audits at once; publish them in several parts, or on that machine itself.`,
    );
  const read = problemBody.safeParse(answer);
  return read.success ? new Refusal(read.data.message, read.data.errors) : new Refusal(`${origin} answered ${status}.`);
}
