import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LookLimits, looksPerHour } from './look-limits.ts';

/** How often a token is looked for (decision 181). */
const HOUR = 3_600_000;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(start + ms);
const own = '203.0.113.5';
const others = (count: number) => Array.from({ length: count }, (_, client) => `198.51.100.${client}`);

test('a client looks ten times an hour at a domain, and sixty times at all of them', () => {
  const limits = new LookLimits();
  const looks = (site: string, times: number) =>
    Array.from({ length: times }, () => limits.take(own, site, at(0))).map((refused) => refused?.quota.limit.quota);
  assert.deepEqual(looks('acme.com', 12), [...Array(10).fill(undefined), 10, 10]);
  const each = Array.from({ length: 5 }, (_, site) => looks(`${site}.com`, 10)).flat();
  assert.deepEqual(each, Array(50).fill(undefined), 'what was refused did not count');
  assert.deepEqual(looks('last.com', 1), [60]);
});

test('who takes every look that is free for hours leaves one for the owner at any time', () => {
  const limits = new LookLimits();
  const site = `${'long.'.repeat(20)}acme.com`;
  let [looks, refused] = [0, 0];
  for (let minute = 0; minute < 5 * 60; minute++) {
    for (const client of others(30)) if (!limits.take(client, site, at(minute * 60_000))) looks++;
    if (minute % 30 === 29 && limits.take(own, site, at(minute * 60_000))) refused++;
  }
  assert.equal(refused, 0);
  // A window that slides is estimated, so the first hour may count twice.
  assert.ok(looks <= 6 * looksPerHour.domain, `${looks} looks`);
  assert.ok(looks > 60 * 5, 'others took what there was');
});

test('no number of clients has a domain asked more often than is said', () => {
  const limits = new LookLimits();
  const taken = others(200).flatMap((client) =>
    Array.from({ length: 10 }, () => limits.take(client, 'acme.com', at(0))).filter((refused) => !refused),
  );
  assert.equal(taken.length, looksPerHour.domain);
  const refused = limits.take(own, 'acme.com', at(0));
  assert.match(refused?.what ?? '', /of one domain$/);
  assert.equal(limits.take(own, 'other.com', at(0)), undefined);
  assert.equal(limits.take(own, 'acme.com', at(2 * HOUR)), undefined);
});
