import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** What a lying service makes of a document; undefined: it has none. */
type Lie = (text: Buffer) => Uint8Array | string | undefined;

/** A service between a reader and a real one, which gives some of its documents otherwise. */
export type LyingService = { url: string; lies: Map<string, Lie>; asked: string[] };

/** Starts one on a free loopback port; it is stopped after the file. `lies` may change at any time. */
export async function lyingService(honest: string): Promise<LyingService> {
  const lies = new Map<string, Lie>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const answer = await fetch(honest + path, { headers: { accept: request.headers.accept ?? '*/*' } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const lie = lies.get(path);
    const told = lie ? lie(bytes) : bytes;
    for (const name of ['content-type', 'content-security-policy'])
      if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '');
    response.writeHead(told === undefined ? 404 : lie ? 200 : answer.status).end(told);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lies, asked };
}

/** A document with something in it replaced. */
export const replaced =
  (from: string | RegExp, to: string): Lie =>
  (bytes) =>
    bytes.toString().replace(from, to);
