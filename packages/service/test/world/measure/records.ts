import { connect, type Socket } from 'node:net';
import { type Board, startBoard } from './board.ts';
import { median } from './median.ts';

/**
 * Records read at random beside the same few read again and again: processor time of a read, on kept connections, with
 * gzip. Many more companies than the cache of documents holds.
 */

/** What was measured, the figure with its unit, and the aim. */
type Figure = readonly [what: string, figure: string, aim: string];

const CONNECTIONS = 20;

/** Reads these paths, one after another on each connection. */
async function read(board: Board, paths: readonly string[], encoding: string): Promise<void> {
  const { hostname, port } = new URL(board.service.url);
  const requests = paths.map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
  );
  const each = Math.ceil(requests.length / CONNECTIONS);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      const socket = connect(Number(port), hostname);
      for (const request of requests.slice(at * each, (at + 1) * each)) {
        socket.write(request);
        await reply(socket);
      }
      socket.destroy();
    }),
  );
}

/** Resolves when one whole reply has arrived; rejects unless it is a 200. */
function reply(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    const take = (chunk: Buffer) => {
      if (missing === undefined) {
        const head = chunk.toString('latin1', 0, 1024);
        const length = /^HTTP\/1\.1 200 .*\r\nContent-Length: (\d+)\r\n.*?\r\n\r\n/s.exec(head);
        if (!length) return done(() => reject(new Error(head)));
        missing = Number(length[1]) + length[0].length;
      }
      missing -= chunk.byteLength;
      if (missing <= 0) done(resolve);
    };
    const failed = (error: Error) => done(() => reject(error));
    const done = (settle: () => void) => {
      socket.off('data', take).off('error', failed);
      settle();
    };
    socket.on('data', take).on('error', failed);
  });
}

/** Microseconds of processor time of one read, random and hot, the medians of some rounds in turns. */
async function measure(board: Board, companies: number, encoding: string, reads: number, rounds: number) {
  const record = (number: number) => `/api/audits/company-${number}.json`;
  // A prime step visits all companies before any again.
  const random = Array.from({ length: reads }, (_, at) => record((at * 7919) % companies));
  const hot = Array.from({ length: reads }, (_, at) => record(at % 10));
  const cost = async (paths: readonly string[]) => {
    const before = board.cpu_ms();
    await read(board, paths, encoding);
    return ((board.cpu_ms() - before) * 1000) / paths.length;
  };
  const found = { random: [] as number[], hot: [] as number[] };
  await cost(random);
  await cost(hot);
  for (let round = 0; round < rounds; round++) {
    found.random.push(await cost(random));
    found.hot.push(await cost(hot));
  }
  return { random_us: median(found.random), hot_us: median(found.hot) };
}

export async function measureRecords(companies: number, reads: number, rounds: number): Promise<readonly Figure[]> {
  const board = await startBoard(companies);
  try {
    const rows: Figure[] = [
      [`${companies} companies: memory after the start`, `${board.memory_mb().toFixed(0)} MB`, ''],
    ];
    for (const encoding of ['gzip, deflate, br, zstd', 'br', 'identity']) {
      const { random_us, hot_us } = await measure(board, companies, encoding, reads, rounds);
      const aim = encoding.startsWith('gzip') ? '0.5 or more' : '';
      rows.push([`records for “${encoding}”, CPU of a hot read`, `${hot_us.toFixed(1)} µs`, '']);
      rows.push([`records for “${encoding}”, CPU of a random read`, `${random_us.toFixed(1)} µs`, '']);
      rows.push([`records for “${encoding}”, hot to random`, (hot_us / random_us).toFixed(2), aim]);
    }
    return rows;
  } finally {
    await board.stop();
  }
}
