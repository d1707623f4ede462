import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Publisher, type Serving, startNode, startPublisher } from '../readymark.ts';
import { processorOf } from './processor.ts';

/** A service as a process of its own over a leaderboard of synthetic companies, and the processor time that it uses. */
export type Board = {
  service: Serving;
  publisher: Publisher;
  /** Sends one request over a connection that is kept, and reads the whole reply. */
  call(sent: Call): Promise<Answer>;
  /** Processor time of all threads so far, in milliseconds. */
  cpu_ms(): number;
  /** Resident memory in megabytes. */
  memory_mb(): number;
  stop(): Promise<void>;
};

export type Call = { path: string; method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: number };

/** @param env settings beyond those that lift the limits of a client */
export async function startBoard(companies: number, env: Record<string, string> = {}): Promise<Board> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-board-'));
  const settings = { DATA_DIR: folder, CLIENT_REQUESTS_PER_MINUTE: '0', ...env };
  const publisher = await startPublisher(settings);
  for (let from = 0; from < companies; from += 20_000)
    await publisher.publish({ synthetic: { from, to: Math.min(companies, from + 20_000), round: 0 } });
  const service = await startNode(settings);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    service,
    publisher,
    call: ({ path, method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const sent = request(service.url + path, { agent, method, headers }, (reply) => {
          let bytes = 0;
          reply.on('data', (chunk: Buffer) => {
            bytes += chunk.byteLength;
          });
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes }));
        });
        sent.on('error', reject).end(body);
      }),
    cpu_ms: () => processorOf(service.pid),
    memory_mb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      agent.destroy();
      await service.kill();
      await publisher.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
