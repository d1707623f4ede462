import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type BusyWith, busyWith, crowd, newcomer } from '../../packages/service/test/world/measure/crowd.ts';
import { syntheticAudit } from '../../packages/service/test/world/measure/synthetic-audits.ts';
import { startService } from '../drive/service.ts';
import type { Row, Section } from './section.ts';

/** Memory under pipelined calls that nobody reads, and how soon a new connection is answered beside busy clients. */
export const section: Section = {
  name: 'fairness',
  async run({ quick }) {
    const companies = quick ? 1_000 : 10_000;
    const service = await startService(
      Array.from({ length: companies }, (_, number) => syntheticAudit(number)),
      { CLIENT_REQUESTS_PER_MINUTE: '0' },
    );
    try {
      const rows: Row[] = [await pipelining(service, companies)];
      for (const what of busyWith)
        for (const clients of [50, 200, 500]) rows.push(await newcomers(service.url, what, clients));
      return rows;
    } finally {
      await service.stop();
    }
  },
};

const portOf = (url: string) => Number(new URL(url).port);
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function pipelining({ url, pid }: { url: string; pid: number }, companies: number): Promise<Row> {
  const params = { name: 'list_audits', arguments: { limit: 1_000 } };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const call = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  await newcomer(url, '/');
  const before = memoryOf(pid);
  const sockets: Socket[] = [];
  for (let number = 0; number < 5; number++) {
    const socket = connect(portOf(url), '127.0.0.1').pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(call.repeat(250));
    sockets.push(socket);
  }
  let most = 0;
  for (let probe = 0; probe < 100; probe++) {
    await newcomer(url, '/');
    most = Math.max(most, memoryOf(pid));
    await new Promise((next) => setTimeout(next, 20));
  }
  for (const socket of sockets) socket.destroy();
  return [
    `RSS, 5 connections of 250 pipelined list_audits unread, ${companies} companies`,
    `+${(most - before).toFixed(0)} MiB`,
    '< 64 MiB',
  ];
}

async function newcomers(url: string, what: BusyWith, clients: number): Promise<Row> {
  const busy = await crowd(url, clients, what);
  while (busy.served() < 2 * clients) await new Promise((next) => setTimeout(next, 20));
  // Twenty a second, answered or not.
  const probes: Promise<number>[] = [];
  for (let probe = 0; probe < 100; probe++) {
    probes.push(newcomer(url, '/api/audits/company-1.json'));
    await new Promise((next) => setTimeout(next, 50));
  }
  const times = await Promise.all(probes);
  busy.leave();
  times.sort((a, b) => a - b);
  return [
    `new connection's first record beside ${clients} busy clients (${what}s), p50 / p99`,
    `${times[50]?.toFixed(0)} / ${times[98]?.toFixed(0)} ms`,
    'p99 < 500 ms',
  ];
}
