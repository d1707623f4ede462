import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { call } from './call.ts';

/** How long nodes may differ in public, in milliseconds (decision 6: a publication on one is soon public on all). */
const AGREE = 1_000;

/**
 * Stands before nodes as a load balancer does: each request to the next node in turn, to another one when it cannot be
 * reached. Before each request it makes sure that all living nodes say the same in public, and answers 599 when they do
 * not within a second.
 */
export async function balance(urls: readonly string[]): Promise<{ url: string; served: Map<string, number> }> {
  let living = [...urls];
  let turn = 0;
  const served = new Map(urls.map((url) => [url, 0]));
  const publicState = async (url: string) => {
    const states = await Promise.all(
      ['/api/watch-stats', '/api/audits/index.json'].map((path) => call(url, 'GET', path).catch(() => undefined)),
    );
    if (states.includes(undefined)) living = living.filter((one) => one !== url);
    return states.map((state) => state?.text).join('\n');
  };
  const agree = async () => {
    for (const deadline = performance.now() + AGREE; ; ) {
      const states = new Set(await Promise.all(living.map(publicState)));
      if (states.size === 1 || living.length === 1) return true;
      if (performance.now() > deadline) return false;
    }
  };
  const server = createServer(async (incoming, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (!(await agree())) return reply.writeHead(599).end('the nodes differ');
    const forward = () => {
      const url = living[turn++ % living.length];
      if (url === undefined) return reply.writeHead(502).end();
      const passed = request(
        new URL(url).origin,
        {
          method: incoming.method,
          path: incoming.url,
          headers: incoming.rawHeaders as never,
          setHost: false,
          agent: false,
        },
        (answer) => {
          served.set(url, (served.get(url) ?? 0) + 1);
          const raw = answer.rawHeaders.flatMap((value, at, all) =>
            at % 2 || /^(connection|keep-alive|transfer-encoding)$/i.test(value) ? [] : [[value, all[at + 1] ?? '']],
          );
          reply.writeHead(answer.statusCode ?? 502, raw.flat());
          answer.pipe(reply);
        },
      );
      passed.on('error', () => {
        living = living.filter((one) => one !== url);
        forward();
      });
      passed.end(chunks.length ? Buffer.concat(chunks) : undefined);
    };
    forward();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, served };
}
