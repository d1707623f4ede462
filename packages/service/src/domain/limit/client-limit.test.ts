import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientLimit, KeyLimit } from './client-limit.ts';
import { clientRequestLimit } from './limit.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const allowed = (limit: ClientLimit, client: string, calls: number, seconds: number) =>
  Array.from({ length: calls }, () => limit.take(client, at(seconds))).filter((refused) => refused === undefined)
    .length;

test('each client has its own calls per minute', () => {
  const limit = new ClientLimit(clientRequestLimit(10));
  assert.equal(allowed(limit, '192.0.2.1', 15, 0), 10);
  assert.equal(allowed(limit, '192.0.2.2', 15, 0), 10);
  assert.equal(allowed(limit, '192.0.2.1', 15, 59), 0);
  assert.equal(allowed(limit, '192.0.2.1', 15, 120), 10);
});

test('the calls of the previous minute count by the part of it that is still in the window', () => {
  const limit = new ClientLimit(clientRequestLimit(10));
  assert.equal(allowed(limit, 'a', 10, 0), 10);
  assert.equal(allowed(limit, 'a', 10, 60), 0);
  assert.equal(allowed(limit, 'a', 10, 90), 5);
});

test('a refusal says after how many seconds the next call is possible, and then it is', () => {
  for (const first of [0, 13, 47]) {
    const limit = new ClientLimit(clientRequestLimit(10));
    assert.equal(allowed(limit, 'a', 10, first), 10);
    for (let now = first, refused = limit.take('a', at(now)); refused; refused = limit.take('a', at(now))) {
      assert.deepEqual([refused.remaining, refused.limit.name], [0, 'client-requests']);
      assert.ok(refused.reset >= 1 && refused.reset <= 60);
      assert.ok(limit.full('a', at(now + refused.reset - 1)) || refused.reset === 1);
      now += refused.reset;
      assert.ok(now <= first + 121);
    }
  }
});

test('forged addresses of any length count as one client, and are not stored', () => {
  const limit = new ClientLimit(clientRequestLimit(1));
  assert.equal(limit.take(`${'x'.repeat(10_000)}1`, at(0)), undefined);
  assert.ok(limit.take(`${'x'.repeat(10_000)}2`, at(0)));
});

test('all addresses of an IPv6 /64 are one client; an IPv4 address is the same in both notations', () => {
  const limit = new ClientLimit(clientRequestLimit(2));
  const full = (address: string) => limit.take(address, at(0)) !== undefined;
  assert.deepEqual(['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:1:2:3:4', '2001:db8:1:3::1'].map(full), [
    false,
    false,
    true,
    false,
  ]);
  assert.deepEqual(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(full), [false, false, true]);
  assert.deepEqual(['::1', '::2', '0:0:0:0:5::'].map(full), [false, false, true]);
});

test('a port that a proxy forwards with an address does not make another client', () => {
  const limit = new ClientLimit(clientRequestLimit(1));
  const full = (address: string) => limit.take(address, at(0)) !== undefined;
  assert.deepEqual(['192.0.2.1', '192.0.2.1:1000', '192.0.2.1:1001', '192.0.2.2:1000'].map(full), [
    ...[false, true, true, false],
  ]);
  assert.deepEqual(['2001:db8:1:2::1', '[2001:db8:1:2::1]:1000', '[2001:db8:1:2::2]'].map(full), [false, true, true]);
});

test('what is counted by another key than an address counts by the whole of it', () => {
  const limit = new KeyLimit(clientRequestLimit(1));
  const full = (key: string) => limit.take(key, at(0)) !== undefined;
  const long = `${'x'.repeat(60)}.example`;
  assert.deepEqual([`a.${long}`, `b.${long}`, `a.${long}`].map(full), [false, false, true]);
  assert.deepEqual(['acme.com 2001:db8:1:2', 'acme.com 2001:db8:1:3'].map(full), [false, false]);
});

test('zero turns the limit off', () => {
  assert.equal(allowed(new ClientLimit(clientRequestLimit(0)), 'a', 1000, 0), 1000);
});

test('memory is bounded: beyond the capacity the oldest clients are dropped', () => {
  const limit = new ClientLimit(clientRequestLimit(1), 100);
  for (let client = 0; client < 1000; client++) assert.equal(limit.take(`c${client}`, at(0)), undefined);
  assert.ok(limit.take('c999', at(0)));
  assert.equal(limit.take('c0', at(0)), undefined);
});
