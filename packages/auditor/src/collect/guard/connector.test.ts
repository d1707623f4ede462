import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { isOptedOut } from '../opt-out.ts';
import { guardedConnector } from './connector.ts';
import { openFetch } from './fetcher.ts';

/** The connector without a network of its own: only the last step, from a public address to a socket, leads to a server here. */
async function world(context: TestContext, zone: Record<string, string[][]>, opt_out: string[] = []) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (head) =>
      socket.end(
        `${head}`.startsWith('GET /elsewhere')
          ? 'HTTP/1.1 302 Found\r\nlocation: http://help.example.com/\r\ncontent-length: 0\r\n\r\n'
          : 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello',
      ),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const dialled: string[] = [];
  const connector = {
    async resolve(host: string) {
      const times = asked.filter((one) => one === host).length;
      asked.push(host);
      const answers = zone[host] ?? [];
      return answers[Math.min(times, answers.length - 1)] ?? [];
    },
    dial: (address: string, wanted: number): Promise<Socket> => {
      dialled.push(`${address}:${wanted}`);
      const socket = connect({ host: '127.0.0.1', port });
      return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
    },
  };
  const fetcher = openFetch({
    base_url: 'https://readymark.example',
    now: () => new Date(0),
    interval_ms: 0,
    opted_out: (host) => (isOptedOut(host, opt_out) ? 'not wished' : undefined),
    connector,
  });
  context.after(async () => {
    await fetcher.close();
    server.close();
  });
  const get = async (url: string) => (await fetcher.fetch({ role: 'probe', url })).item;
  return { get, dialled, asked };
}

describe('a connection', () => {
  const good = ['93.184.216.34'];

  test('goes to the address that was checked', async (context) => {
    const { get, dialled } = await world(context, { 'shop.example.com': [good] });
    const item = await get('http://shop.example.com/x');
    assert.equal(item.status, 200);
    assert.equal(item.fetched_at, '1970-01-01T00:00:00.000Z');
    assert.deepEqual(new Set(dialled), new Set(['93.184.216.34:80']));
  });

  test('is not made to a host whose owner opted out, also not by a redirect', async (context) => {
    const zone = Object.fromEntries(
      ['shop.example.com', 'shop.example.com.', 'help.example.com'].map((name) => [name, [good]]),
    );
    const { get, asked, dialled } = await world(context, zone, ['example.org', 'shop.example.com']);
    for (const url of ['http://shop.example.com/', 'http://shop.example.com./', 'https://a.b.example.org/robots.txt'])
      assert.deepEqual((await get(url)).problem, 'refused', url);
    assert.deepEqual([asked, dialled], [[], []]);
    const other = await world(context, zone, ['help.example.com']);
    const item = await other.get('http://shop.example.com/elsewhere');
    assert.deepEqual([item.redirects.length, item.problem], [1, 'refused']);
    assert.deepEqual(new Set(other.asked), new Set(['shop.example.com']));
  });

  test('is not made when any address of the name is not public', async (context) => {
    const names = {
      private: ['10.0.0.7'],
      mixed: [...good, '127.0.0.1'],
      mapped: ['::ffff:127.0.0.1'],
      nat64: ['64:ff9b::7f00:1'],
      odd: [...good, 'what?'],
    };
    const zone = Object.fromEntries(
      Object.entries(names).map(([name, addresses]) => [`${name}.example.com`, [addresses]]),
    );
    const { get, dialled } = await world(context, zone);
    for (const name of Object.keys(names))
      for (const scheme of ['http', 'https'])
        assert.equal((await get(`${scheme}://${name}.example.com/`)).problem, 'refused', name);
    assert.deepEqual(dialled, []);
  });

  test('begins again with the name: an address that moved inside is refused', async (context) => {
    const { get, dialled } = await world(context, { 'rebind.example.com': [good, ['127.0.0.1']] });
    // The server closes each connection after its answer; robots.txt was the first.
    assert.equal((await get('http://rebind.example.com/')).problem, 'refused');
    assert.equal(dialled.length, 1);
  });

  test('is not made to a name without addresses, nor for an address in numbers', async (context) => {
    const { get, asked, dialled } = await world(context, {});
    assert.equal((await get('http://nothing.example.com/')).problem, 'unreachable');
    assert.equal((await get('http://127.0.0.1/')).problem, 'refused');
    assert.deepEqual([asked, dialled], [['nothing.example.com'], []]);
  });

  test('is given up in time, also when the name is not answered', async () => {
    const connector = guardedConnector({ connect_ms: 50, resolve: () => new Promise(() => {}) });
    const error = await new Promise<unknown>((resolve) =>
      connector({ hostname: 'slow.example.com', protocol: 'http:', port: '' }, (...[failure]) => resolve(failure)),
    );
    assert.match(String(error), /not answered in time/);
  });
});
