import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { asWritten, indexText, passagesWith, placeIn, quoteAround, wordsOf } from './phrases.ts';

const found = (lines: readonly string[], ...phrases: string[]) => [...passagesWith(indexText(lines), phrases)];

test('a phrase is words in a row, whatever the case and what is between them', () => {
  const lines = ['No credit-card required.', 'Card? No: credit.', 'NO CREDIT CARD', 'no credit'];
  assert.deepEqual(found(lines, 'no credit card'), [0, 2]);
  assert.deepEqual(found(lines, 'No-Credit-Card'), [0, 2]);
  assert.deepEqual(found(lines, 'debit'), []);
});

test('# is a number, a star any ending, and neither is part of a longer word', () => {
  const lines = [
    '30 days',
    'thirty (30) days',
    'ninety days',
    'some days',
    'day 30',
    'cancelled',
    'uncancelled',
    '99.9 % a month',
  ];
  assert.deepEqual(found(lines, '# days'), [0, 1, 2]);
  assert.deepEqual(found(lines, 'cancel*'), [5]);
  assert.deepEqual(found(lines, '# %'), [7]);
  assert.equal(placeIn(wordsOf('a week, then 2 years'), '# year*'), 3);
});

test('quotations are exact, begin and end with whole words, and hold the phrase', () => {
  const text =
    `${'The plan begins on the day that was chosen. '.repeat(8)}We write 30 days before. ${'It ends later. '.repeat(9)}`.trim();
  const [passage] = indexText([text]).passages;
  assert.ok(passage);
  const quote = quoteAround(passage, ['# days'], 120);
  assert.ok(text.includes(quote) && quote.length <= 120 && quote.includes('30 days'));
  assert.match(text, new RegExp(`(^|\\W)${quote.slice(0, 20)}`));
  assert.equal(quoteAround(passage, ['the plan'], 60), 'The plan begins on the day that was chosen. The plan begins');
});

test('a name is given as it is written', () => {
  assert.equal(asWritten('Connect to GitHub Actions', 'github actions'), 'GitHub Actions');
  assert.equal(asWritten('Connect to GitLab', 'github'), undefined);
});

test('long and hostile text costs little', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${'cancel '.repeat(9)}${at} any ${'time '.repeat(9)}`);
  const started = performance.now();
  const index = indexText(lines);
  for (let at = 0; at < 50; at++) passagesWith(index, [`cancel any time ${at}`, `can${at}*`, '# any time time']);
  assert.ok(performance.now() - started < timeLimit(5_000));
});
