import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { syntheticAudit } from '../../test/world/synthetic-audits.ts';
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
      for (const kind of ['page', 'tool call'] as const)
        for (const clients of [50, 200, 500]) rows.push(await newcomers(service.url, kind, clients));
      return rows;
    } finally {
      await service.stop();
    }
  },
};

const portOf = (url: string) => Number(new URL(url).port);
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const body = (query: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_audits', arguments: { query, limit: 20 } },
  });

async function pipelining({ url, pid }: { url: string; pid: number }, companies: number): Promise<Row> {
  const text = body('').replace('"query":"","limit":20', '"min_score":0');
  const call = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  await newcomer(url);
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
    await newcomer(url);
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

/** Milliseconds until a new connection has the answer to its first request. */
function newcomer(url: string): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/api/audits/company-1.json`, { agent: false }, (response) =>
      response.resume().on('end', () => resolve(performance.now() - since)),
    ).on('error', reject);
  });
}

async function newcomers(url: string, kind: 'page' | 'tool call', clients: number): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let busy = true;
  let served = 0;
  const one = async (number: number) => {
    for (let round = 0; busy; round++) {
      const word = `${number}x${round}`;
      const options = { agent, method: 'POST', headers: { 'content-type': 'application/json', host: 'localhost' } };
      const response = await new Promise<boolean>((done) => {
        const sent = kind === 'page' ? request(`${url}/?q=${word}`, { agent }) : request(`${url}/mcp`, options);
        sent.on('response', (got) => got.resume().on('end', () => done(true)));
        sent.on('error', () => done(false));
        sent.end(kind === 'page' ? undefined : body(word));
      });
      if (response) served += 1;
    }
  };
  const all = Array.from({ length: clients }, (_, number) => one(number));
  while (served < 2 * clients) await new Promise((next) => setTimeout(next, 20));
  const times: number[] = [];
  for (let probe = 0; probe < 100; probe++) {
    times.push(await newcomer(url));
    await new Promise((next) => setTimeout(next, 20));
  }
  busy = false;
  await Promise.all(all);
  agent.destroy();
  times.sort((a, b) => a - b);
  return [
    `new connection's first record beside ${clients} busy clients (${kind}s), p50 / p99`,
    `${times[50]?.toFixed(0)} / ${times[98]?.toFixed(0)} ms`,
    'p99 < 500 ms',
  ];
}
