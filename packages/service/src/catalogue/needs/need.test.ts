import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needOf } from './need.ts';

test('what a need says again is not looked for again', () => {
  const lookedFor = (need: string) =>
    needOf(need).parts.map(({ words, alone, meanings }) => ({ words, alone, meanings }));
  const once = lookedFor('bra zucle invoices');
  assert.equal(once.length, 3);
  assert.deepEqual(lookedFor('bra zucle invoices '.repeat(20)), once);
});

test('of a need whose letters fold to several words each 200 words are read', () => {
  // Four words a letter.
  const words = (many: number) => '\ufdfa '.repeat(many / 4);
  const isRead = (need: string) => needOf(need).parts.some((part) => part.words.includes('invoice'));
  assert.ok(isRead(`${words(196)}invoice reading`));
  assert.ok(!isRead(`${words(200)}invoice reading`));
});
