import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { start } from '../../../../../test/world/processes.ts';

/** What goes wrong with one request before it is answered. `true`: it was answered. */
type Fault = (request: IncomingMessage, response: ServerResponse, forward: () => void) => boolean;

export type S3Store = {
  /** The settings that name a bucket in it. */
  env: { BLOB_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  endpoint: string;
  /** Requests so far, as `PUT /bucket/key`. */
  requests: string[];
  /** Breaks every request from now on; undefined mends it. */
  breaks(fault: Fault | undefined): void;
  stop(): Promise<void>;
};

/**
 * A real store that speaks the protocol of S3, which checks signatures, on a free loopback port; and before it what may break, and what
 * that store lacks: it ignores `If-Match` and `If-None-Match` of a PUT, as older stores do.
 *
 * @param options.compares whether such a PUT is done only where it holds
 */
export async function s3Store(bucket = 'readymark', { compares = true } = {}): Promise<S3Store> {
  const directory = mkdtempSync(join(tmpdir(), 'readymark-s3-'));
  const program = join(import.meta.dirname, 'server.ts');
  const server = start(process.execPath, ['--openssl-legacy-provider', program, directory, bucket], { shared: true });
  const port = Number((await server.prints(/^(\d+)$/m))[1]);
  const requests: string[] = [];
  let fault: Fault | undefined;
  const tags = new Map<string, string>();
  const turns = new Map<string, Promise<void>>();
  const front = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const pass = () => {
      const options = { host: '127.0.0.1', port, method: request.method, path: request.url, headers: request.headers };
      const there = send(options, (answer) => {
        const { etag } = answer.headers;
        if (request.method === 'PUT' && answer.statusCode === 200 && etag !== undefined)
          tags.set(request.url ?? '', etag);
        if (request.method === 'DELETE') tags.delete(request.url ?? '');
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      there.on('error', () => response.destroy());
      request.pipe(there);
    };
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    const conditional = compares && request.method === 'PUT' && (match !== undefined || none !== undefined);
    const forward = () => {
      if (!conditional) return pass();
      const path = request.url ?? '';
      // One after another: what is compared is what is replaced.
      const turn = (turns.get(path) ?? Promise.resolve()).then(async () => {
        const tag = tags.get(path);
        if (none === undefined ? tag === match : tag === undefined) pass();
        else response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
        if (!response.closed) await once(response, 'close');
      });
      turns.set(path, turn);
    };
    if (!fault?.(request, response, forward)) forward();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    front.closeAllConnections();
    front.close();
    await server.kill();
    rmSync(directory, { recursive: true, force: true });
  };
  after(stop);
  return {
    // The keys that this server knows.
    env: {
      BLOB_URL: `s3://${bucket}/blobs?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    endpoint,
    requests,
    breaks: (next) => {
      fault = next;
    },
    stop,
  };
}
