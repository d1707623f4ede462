import { connect, type Socket } from 'node:net';
import { cpuOf } from './load.ts';

/** One POST as bytes, to be sent repeatedly. */
export function postBytes(path: string, headers: Record<string, string>, body: string): Buffer {
  const all = {
    Host: 'localhost',
    'Content-Type': 'application/json',
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * `cpu_us` is processor time per request of the measured process, on Linux; other work on the machine affects it less.
 */
export type Posts = { requests_per_second: number; p50_ms: number; p99_ms: number; cpu_us: number; refused: number };

/**
 * Sends one request repeatedly on keep-alive connections, on each as soon as the last reply is complete, after a
 * warm-up of a quarter of the time.
 *
 * Raw sockets, because a client library costs more than what is measured. `refused` counts replies other than 200.
 */
export async function post(
  url: string,
  request: Buffer,
  seconds: number,
  connections = 16,
  pid?: number,
): Promise<Posts> {
  const before = cpuOf(pid) ?? Number.NaN;
  let sent = 0;
  const begins = performance.now() + seconds * 250;
  const ends = begins + seconds * 1000;
  const times: number[] = [];
  let refused = 0;
  const client = async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true);
    for (let end = 0; end < ends; ) {
      const begun = performance.now();
      const ok = await exchange(socket, request);
      end = performance.now();
      sent++;
      if (begun < begins || end > ends) continue;
      times.push(end - begun);
      if (!ok) refused++;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const cpu_us = ((cpuOf(pid) ?? Number.NaN) - before) / sent;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requests_per_second: times.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99), cpu_us, refused };
}

/** Sends the request and waits for the whole reply, with a length or in chunks; true if it is 200. */
function exchange(socket: Socket, request: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let read = 0;
    let whole: number | undefined;
    let ok = false;
    const take = (chunk: Buffer) => {
      if (read === 0) {
        const head = chunk.toString('latin1', 0, chunk.indexOf('\r\n\r\n'));
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        ok = head.startsWith('HTTP/1.1 200');
        whole = length === undefined ? undefined : head.length + 4 + Number(length);
      }
      read += chunk.length;
      if (whole === undefined ? chunk.subarray(-5).toString('latin1') !== '0\r\n\r\n' : read < whole) return;
      socket.off('data', take).off('error', reject);
      resolve(ok);
    };
    socket.on('data', take).once('error', reject);
    socket.write(request);
  });
}
