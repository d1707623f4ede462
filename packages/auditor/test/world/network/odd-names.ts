import type { Socket } from 'node:net';

/** Names that lead where nobody may go, and hosts that hardly speak HTTP. Loaded by the closed world (`--extra`). */
const names_of_addresses: Record<string, { a?: string[]; aaaa?: string[] }> = {
  private: { a: ['10.0.0.7'] },
  loopback: { a: ['127.0.0.1'] },
  metadata: { a: ['169.254.169.254'] },
  carrier: { a: ['100.64.0.7'] },
  lan: { a: ['192.168.7.7'] },
  nothing: { a: ['0.0.0.0'] },
  azure: { a: ['168.63.129.16'] },
  multicast: { a: ['224.0.0.1'] },
  mapped: { aaaa: ['::ffff:10.0.0.7'] },
  nat64: { aaaa: ['64:ff9b::a00:7'] },
  local6: { aaaa: ['::1'] },
  unique6: { aaaa: ['fd00::7'] },
  '6to4': { aaaa: ['2002:a00:7::1'] },
};

/** Private addresses with somebody at home, who would tell. */
const private_addresses = ['127.0.0.1', '::1', '10.0.0.7', '169.254.169.254', '100.64.0.7', '192.168.7.7', 'fd00::7'];
export const addresses = [...private_addresses, '168.63.129.16'];
export const listeners = [
  ...addresses.flatMap((address) =>
    [80, 443, 22, 3128, 8080].map((port) => ({ address, port, name: `${address} ${port}` })),
  ),
  { address: '10.0.0.7', port: 9, kind: 'control', connection: (socket: Socket) => socket.end() },
];

export const names = {
  ...Object.fromEntries(
    Object.entries(names_of_addresses).map(([name, { a = [], aaaa = [] }]) => [`${name}.evilcorp.dev`, { a, aaaa }]),
  ),
  'broken-name.evilcorp.dev': { rcode: 'SERVFAIL' },
  'silent-name.evilcorp.dev': { drop: true },
  'no-address.evilcorp.dev': { a: [], aaaa: [] },
  'nowhere.evilcorp.dev': { a: ['93.184.200.200'] },
};

const ok = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Writes the same piece until nobody listens. */
function endless(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const answers: Record<string, (socket: Socket) => void> = {
  '/http-1.0': (socket) => socket.end('HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n<p>old but fine'),
  '/banner': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/garbage': (socket) => socket.end(Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 73) % 256))),
  '/no-answer': (socket) => socket.destroy(),
  '/reset': (socket) => socket.resetAndDestroy(),
  '/headers-only': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\n'),
  '/short-body': (socket) => socket.end(ok('<p>hello').replace(/length: \d+/, 'length: 5000')),
  '/long-body': (socket) => socket.end(`${ok('<p>hello')}and more that was not announced`),
  '/two-lengths': (socket) => socket.end(ok('<p>hello', 'content-length: 3\r\n')),
  '/length-and-chunks': (socket) => socket.end(ok('5\r\nhello\r\n0\r\n\r\n', 'transfer-encoding: chunked\r\n')),
  '/bad-chunk': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nhello\r\n'),
  '/bad-header': (socket) => socket.end(ok('<p>hello', 'x-bad: a\0b\r\nno colon here\r\n')),
  '/odd-bytes': (socket) => socket.end(Buffer.from(ok('<p>hello', 'server: caf\xe9 \u009b\r\n'), 'latin1')),
  '/proto': (socket) => socket.end(ok('<p>hello', '__proto__: x\r\nconstructor: y\r\n')),
  '/status-999': (socket) => socket.end('HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n'),
  '/upgrade': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  '/hints': (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
  },
  '/endless-header': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    endless(socket, `x-more: ${'x'.repeat(1_000)}\r\n`);
  },
  '/endless-chunk-extension': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n5;');
    endless(socket, 'x'.repeat(4_096));
  },
  '/endless-trailer': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n');
    endless(socket, `x-more: ${'x'.repeat(1_000)}\r\n`);
  },
  '/odd-location': (socket) =>
    socket.end(
      Buffer.from(
        'HTTP/1.1 302 Found\r\nlocation: http://a\xff.dev\\@10.0.0.7/\r\ncontent-length: 0\r\n\r\n',
        'latin1',
      ),
    ),
  '/two-locations': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n'),
};

function raw(socket: Socket): void {
  socket.on('data', (bytes) => {
    const path = /^\w+ (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
    const answer = answers[path];
    if (answer) answer(socket);
    else socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  });
}

const handle = (_: unknown, res: { end(text: string): void }) => res.end('hello');

export const hosts = [
  { name: 'raw.evilcorp.dev', raw, https: false },
  { name: 'mixed.evilcorp.dev', dns: { a: ['self4', '10.0.0.7'] }, handle },
  { name: 'mixed6.evilcorp.dev', dns: { a: ['self4'], aaaa: ['::1'] }, handle },
  {
    name: 'half-silent.evilcorp.dev',
    dns: (type: string) => (type === 'AAAA' ? { drop: true } : { a: ['self4'] }),
    handle,
  },
  { name: 'half-dead.evilcorp.dev', dns: { a: ['93.184.200.200', 'self4'] }, handle },
];
