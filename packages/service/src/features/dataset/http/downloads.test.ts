import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { boundDownloads } from './downloads.ts';

test('all addresses of one customer are one client, with four downloads at a time', async () => {
  const downloads = boundDownloads();
  const four = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::3', '2001:db8::4'];
  const [end] = await Promise.all(four.map((one) => downloads.begin(one)));
  await assert.rejects(downloads.begin('2001:db8::5'), /4 downloads under way/);
  await downloads.begin('2001:db8:0:1::5');
  end?.();
  await downloads.begin('2001:db8::5');
});

test('a part of a file waits in turn until another has ended, and is refused after ten seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const downloads = boundDownloads();
  const ends = await Promise.all([1, 2, 3, 4].map(() => downloads.begin('192.0.2.1')));
  const begun: number[] = [];
  const parts = [1, 2, 3].map(async (part) => {
    const end = await downloads.begin('192.0.2.1', true);
    begun.push(part);
    return end;
  });
  await nextTurn();
  assert.deepEqual(begun, []);
  ends[0]?.();
  await nextTurn();
  assert.deepEqual(begun, [1], 'one place, one part');
  await assert.rejects(downloads.begin('192.0.2.1'), /4 downloads under way/);
  const second = parts[1] ?? assert.fail();
  ends[1]?.();
  (await second)();
  await nextTurn();
  assert.deepEqual(begun, [1, 2, 3]);
  const refused = assert.rejects(downloads.begin('192.0.2.1', true), /4 downloads under way/);
  await nextTurn();
  t.mock.timers.tick(10_000);
  await refused;
});
