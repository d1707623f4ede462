import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A server that speaks /v1/chat/completions, in place of a language model. */
type Sent = {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown> & { messages: { role: string; content: string }[] };
};
export type Behaviour = (sent: Sent, reply: ServerResponse, request: IncomingMessage) => void;

export async function serveModel(t: TestContext, behave: Behaviour) {
  const sent: Sent[] = [];
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { authorization } = request.headers;
      const one: Sent = { path: request.url ?? '', authorization, body: JSON.parse(text || '{}') };
      sent.push(one);
      behave(one, reply, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, sent };
}

/** An answer as such servers give it. */
export function completion(reply: ServerResponse, content: string | null, more: object = {}) {
  const message = { role: 'assistant', content, ...more };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  reply.setHeader('content-type', 'application/json');
  reply.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model: 'small', choices, usage }));
}
export const says =
  (answer: unknown): Behaviour =>
  (_, reply) =>
    completion(reply, typeof answer === 'string' ? answer : JSON.stringify(answer));
