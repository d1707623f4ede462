import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Run, wordComparison } from './words.ts';

const wordChanges = (before: string, after: string) => wordComparison()(before, after);

const side = (runs: readonly Run[], not: 'before' | 'after') =>
  runs
    .filter(({ only }) => only !== not)
    .map(({ text }) => text)
    .join('');

test('words that only one text has are marked', () => {
  const runs = wordChanges(
    'The price list names two plans and their periods.',
    'The price list names three plans and their periods.',
  );
  assert.deepEqual(
    runs?.filter(({ only }) => only),
    [
      { text: 'two ', only: 'before' },
      { text: 'three ', only: 'after' },
    ],
  );
});

test('letters of scripts without spaces are compared one by one', () => {
  const runs = wordChanges('価格は二つあります', '価格は三つあります');
  assert.deepEqual(
    runs?.map(({ text, only }) => `${only ?? 'both'}:${text}`),
    ['both:価格は', 'before:二', 'after:三', 'both:つあります'],
  );
});

test('texts that have little in common, or are very long, have no marks', () => {
  assert.equal(wordChanges('Prices are on the page.', 'A tool server was opened in May.'), undefined);
  assert.equal(wordChanges('', 'New words.'), undefined);
  const long = 'word '.repeat(401);
  assert.equal(wordChanges(long, `${long}more`), undefined);
  assert.equal(wordChanges('A'.repeat(9_000), 'A'.repeat(9_001)), undefined);
});

test('whatever the texts are, both can be read from the runs, with marks or without', () => {
  const word = fc.constantFrom('a', 'b ', '\n', '‮', '日', '👩‍🚀', '<b>', 'word ');
  const text = fc.array(word, { maxLength: 300 }).map((words) => words.join(''));
  let marked = 0;
  fc.assert(
    fc.property(text, fc.array(fc.tuple(fc.nat(), word), { maxLength: 20 }), (before, edits) => {
      let after = before;
      for (const [at, put] of edits)
        after = `${after.slice(0, at % (after.length + 1))}${put}${after.slice(at % (after.length + 1))}`;
      const runs = wordChanges(before, after);
      if (!runs) return;
      marked += 1;
      assert.equal(side(runs, 'after'), before);
      assert.equal(side(runs, 'before'), after);
    }),
    { numRuns: 300 },
  );
  assert.ok(marked > 10, `${marked} of 300 had marks`);
});

test('twenty pairs of one page cost a few milliseconds, however they differ, and the first ones have their marks', () => {
  const text = (word: (at: number) => string) => Array.from({ length: 250 }, (_, at) => word(at)).join(' ');
  for (const [before, after] of [
    [text((at) => `a${at}`), text((at) => `b${at}`)],
    [text((at) => `a${at % 20}`), text((at) => `a${19 - (at % 20)}`)],
    [text((at) => `a${at % 5 ? at : 'old'}`), text((at) => `a${at % 5 ? at : 'new'}`)],
  ] as const) {
    const found: unknown[] = [];
    const started = process.cpuUsage();
    for (let page = 0; page < 10; page++) {
      const compare = wordComparison();
      found.push(...Array.from({ length: 20 }, () => compare(before, after)));
    }
    const { user } = process.cpuUsage(started);
    assert.ok(user < 150_000, `10 pages took ${user} µs`);
    assert.ok(found.includes(undefined));
  }
  const compare = wordComparison();
  assert.ok(
    compare(
      text((at) => `a${at % 10 ? at : 'old'}`),
      text((at) => `a${at % 10 ? at : 'new'}`),
    ),
  );
});
