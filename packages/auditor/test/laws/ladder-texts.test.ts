import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '@readymark/rubric/ladder';
import { readLadders } from '@readymark/rubric/read-rubrics';

/** What is not known is never worded as a fact about the company (decision 161): laws over the sentences of all ladders. */
const ladders = [...readLadders()].flatMap(([rubric, { ladders: all }]) => all.map((ladder) => ({ rubric, ladder })));

const absence = /\b(?:no|not|nothing|none|without)\b/i;
const clausesOf = (text: string) => text.split(/(?<=[.;])\s+|, but /);
const factsIn = (text: string) =>
  [...text.matchAll(/\{(\w+)\.(\w+)\}/g)].map(([, fact = '', key = '']) => ({ fact, key }));

/** The facts that a condition demands to be found. */
function demanded(condition: Condition): string[] {
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).flatMap(demanded);
  return 'fact' in condition && 'min' in condition ? [condition.fact] : [];
}
const namesRung = (condition: Condition): boolean =>
  'rung' in condition || ('all' in condition ? condition.all : 'any' in condition ? condition.any : []).some(namesRung);

test('a sentence that is shown where nothing was found says only what was not found', () => {
  let seen = 0;
  for (const { rubric, ladder } of ladders)
    for (const { when, text } of ladder.evidence) {
      if (!when || demanded(when).length > 0 || namesRung(when)) continue;
      seen++;
      for (const clause of clausesOf(text))
        assert.ok(
          absence.test(clause) || factsIn(clause).some(({ key }) => key === 'absence'),
          `${rubric} ${ladder.id}: "${clause}" is no sentence of absence, and its condition finds nothing`,
        );
    }
  assert.ok(seen > 30, String(seen));
});

test('beside what was not found a sentence says only what its condition finds', () => {
  for (const { rubric, ladder } of ladders)
    for (const { when, text } of ladder.evidence) {
      if (!when || !absence.test(text)) continue;
      for (const clause of clausesOf(text).filter((one) => !absence.test(one)))
        for (const { fact, key } of factsIn(clause))
          assert.ok(
            key === 'absence' || demanded(when).includes(fact) || namesRung(when),
            `${rubric} ${ladder.id}: "${clause}" names ${fact}, which its condition does not demand`,
          );
    }
});
