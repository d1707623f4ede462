import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { codingOf, incomingBody } from './decode.ts';

const bounds = {
  ...{ wire_bytes: 1_000, decoded_bytes: 5_000, ratio: 10, ratio_from_bytes: 2_000 },
  ...{ pieces: 200, piece_bytes: 16 },
};

/** What is kept of a body that arrives in parts. */
async function received(
  coding: 'identity' | 'gzip' | 'br',
  body: Uint8Array,
  more: Partial<typeof bounds> = {},
  piece = 100,
) {
  let full = 0;
  const incoming = incomingBody(coding, { ...bounds, ...more }, () => full++);
  for (let at = 0; at < body.length; at += piece) if (!incoming.write(body.subarray(at, at + piece))) break;
  const { bytes, cut, broken } = await incoming.end();
  return { length: bytes.length, text: Buffer.from(bytes.subarray(0, 20)).toString(), cut, broken, full };
}

test('one layer is undone, whatever came in how many parts', async () => {
  const text = Array.from({ length: 150 }, (_, at) => `line ${at}\n`).join('');
  for (const [coding, body] of [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
  ] as const) {
    const { length, cut, broken, full } = await received(coding, body);
    assert.deepEqual([length, cut, broken, full], [text.length, null, false, 0]);
  }
  assert.deepEqual(await received('identity', Buffer.from('hello')), {
    length: 5,
    text: 'hello',
    cut: null,
    broken: false,
    full: 0,
  });
});

test('a body is cut at each bound, and says at which', async () => {
  const long = await received('identity', Buffer.alloc(3_000, 'x'));
  assert.deepEqual([long.length, long.cut, long.full], [1_000, 'longer than 1000 bytes as sent', 1]);
  const bomb = await received('gzip', gzipSync(Buffer.alloc(100_000)));
  assert.ok(bomb.length <= 5_000 && bomb.cut !== null && bomb.full === 1 && !bomb.broken);
  const dense = await received('br', brotliCompressSync(Buffer.alloc(4_000_000)), { decoded_bytes: 9_000_000 });
  assert.deepEqual([dense.cut, dense.broken], ['expands more than 10 times', false]);
});

test('a body that comes byte by byte is cut and says so; longer pieces may be as many', async () => {
  const slow = await received('identity', Buffer.alloc(900, 'x'), {}, 1);
  assert.deepEqual([slow.length, slow.cut, slow.full], [201, 'sent in more than 200 pieces of a few bytes', 1]);
  const packed = await received(
    'gzip',
    gzipSync(Buffer.from(Array.from({ length: 800 }, (_, at) => at * 7919)), { level: 0 }),
    {},
    1,
  );
  assert.equal(packed.cut, 'sent in more than 200 pieces of a few bytes');
  const longer = await received('identity', Buffer.alloc(896, 'x'), { pieces: 20 }, 16);
  assert.deepEqual([longer.length, longer.cut], [896, null]);
});

test('what breaks off gives what came, and what is no coding gives nothing', async () => {
  const body = gzipSync(Array.from({ length: 150 }, (_, at) => `line ${at * 7919}\n`).join(''));
  const half = await received('gzip', body.subarray(0, body.length / 2));
  assert.ok(half.length > 50 && half.text.startsWith('line 0') && !half.broken);
  assert.equal((await received('gzip', Buffer.from('<html>'))).broken, true);
  assert.equal((await received('br', Buffer.alloc(50, 0xff))).broken, true);
  assert.equal((await received('gzip', Buffer.alloc(0))).length, 0);
});

test('only what we ask for is a coding, and only once', () => {
  assert.deepEqual(['', 'identity', ' GZIP ', 'x-gzip', 'br'].map(codingOf), [
    'identity',
    'identity',
    'gzip',
    'gzip',
    'br',
  ]);
  for (const other of ['deflate', 'zstd', 'gzip, gzip', 'gzip,', 'compress', '*'])
    assert.equal(codingOf(other), undefined, other);
});
