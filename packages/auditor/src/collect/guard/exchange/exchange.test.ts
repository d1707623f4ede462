import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { timeLimit } from '../../../../../../test/world/wait.ts';
import { openFetch } from '../fetcher.ts';

/** Parts of answers, right and wrong, that are put together by chance; the same in every run. */
const lines = [
  ...[
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 103 Early\r\n',
    'HTTP/1.1 204 No\r\n',
    'HTTP/1.0 200 OK\r\n',
    'HTTP/1.1 302 F\r\n',
  ],
  ...['HTTP/1.1 101 S\r\n', 'HTTP/2 200\r\n', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 304 x\r\n', 'HTTP/1.1'],
];
const fields = [
  ...[
    'content-length: 5\r\n',
    'content-length: 0\r\n',
    'content-length: -1\r\n',
    'content-length: 99999999999999999999\r\n',
  ],
  ...[
    'transfer-encoding: chunked\r\n',
    'transfer-encoding: gzip, chunked\r\n',
    'connection: close\r\n',
    'trailer: x\r\n',
  ],
  ...[
    'connection: upgrade\r\nupgrade: h2c\r\n',
    'content-encoding: gzip\r\n',
    'content-encoding: br\r\n',
    'location: /x\r\n',
  ],
  ...[
    'location: http://[::1\r\n',
    'content-type: text/html\r\n',
    'retry-after: 0\r\n',
    'retry-after: zzz\r\n',
    ': \r\n',
  ],
  ...['keep-alive: timeout=0\r\n', 'keep-alive: timeout=99999999999\r\n', 'set-cookie: a\r\n'],
];
const rest = [
  ...['\r\n', '\r\n', '\r\n', '5\r\nhello\r\n', '0\r\n\r\n', '0\r\n', 'ffffffffffffffff\r\n', 'hello', '\0\0', '\n\n'],
  ...['\x1f\x8b\x08\0\0\0\0\0', 'x'.repeat(20_000)],
];

function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

test('whatever comes back is an item, in time; nothing throws where nobody catches it', {
  timeout: timeLimit(20_000),
}, async () => {
  const below = chance(92);
  const some = (list: readonly string[], most: number) =>
    Array.from({ length: below(most + 1) }, () => list[below(list.length)]).join('');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      const answer = Buffer.from(
        `${some(lines, 1)}${lines[below(5)]}${some(fields, 3)}${below(3) ? '\r\n' : ''}${some(rest, 4)}`,
        'latin1',
      );
      const middle = below(answer.length + 1);
      socket.write(answer.subarray(0, middle));
      setImmediate(() => {
        const end = below(5);
        if (end === 0) socket.resetAndDestroy();
        else if (end < 3) socket.end(answer.subarray(middle));
        else socket.write(answer.subarray(middle));
      });
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const dial = (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port });
    return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
  };
  const seen = new Set<string | null>();
  const visits = async () => {
    for (let round = 0; round < 12; round++) {
      const fetcher = openFetch({
        base_url: 'https://readymark.example',
        now: () => new Date(0),
        interval_ms: 0,
        connector: { resolve: async () => ['1.1.1.1'], dial },
        bounds: { headers_ms: 40, idle_ms: 40, request_ms: 150, strikes: 99 },
      });
      for (const name of ['a', 'b', 'c'])
        seen.add((await fetcher.fetch({ role: 'robots', url: `http://${name}.example.com/robots.txt` })).item.problem);
      await fetcher.close();
    }
  };
  await Promise.all(Array.from({ length: 12 }, visits));
  server.close();
  for (const problem of [null, 'malformed', 'timeout', 'unreachable']) assert.ok(seen.has(problem), String(problem));
});
