import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { call } from '../call.ts';

/** How long the public documents of nodes may differ before that is a fault, also beside other work (decision 6: soon public on all). */
const AGREE_MS = timeLimit(5_000);

/**
 * A load balancer in front of nodes: each request goes to the next node in turn, or to another one if that cannot be
 * reached. Before each request it waits until all live nodes serve the same public documents, and replies 599 if they
 * do not soon.
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
    for (const deadline = performance.now() + AGREE_MS; ; ) {
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
