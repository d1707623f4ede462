import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '@readymark/rubric/ladder';
import { readLadders } from '@readymark/rubric/read-rubrics';

/** What is not known is never worded as a fact about the company (decision 161): laws over the sentences of all ladders. */
const ladders = [...readLadders()].flatMap(([rubric, { ladders: all }]) => all.map((ladder) => ({ rubric, ladder })));

const absence = /\b(?:no|not|nothing|none|without)\b/i;
/** What a clause says that states no fact about a company: `No …`, `… was not found`, `… has no …`, `… are missing`. */
const says_absence =
  /^(?:no|not|nothing|none|neither|without)\b|\b(?:is|are|was|were|has|have|could|does|do|names?|says?|carr(?:y|ies)) (?:no|not|none|nothing)\b|\b(?:is|are) (?:missing|empty)\b/i;
const clausesOf = (text: string) => text.split(/(?<=[.;])\s+|, (?:but|or|and) /);
const factsIn = (text: string) =>
  [...text.matchAll(/\{(\w+)\.(\w+)\}/g)].map(([, fact = '', key = '']) => ({ fact, key }));

/** The facts that a condition demands to be found: of several ways to hold, those that each of them demands. */
function demanded(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(demanded);
  if ('any' in condition) {
    const [first = [], ...others] = condition.any.map(demanded);
    return first.filter((fact) => others.every((all) => all.includes(fact)));
  }
  return 'fact' in condition && 'min' in condition ? [condition.fact] : [];
}
/** What a sentence says that says that something was not found. */
const notFound = /^(?:no|none|nothing|neither)\b.*\b(?:found|said|stated)\b/i;
/** Whether something must have been found for a condition to hold. */
function finds(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(finds);
  if ('any' in condition) return condition.any.every(finds);
  return 'rung' in condition || ('fact' in condition && 'min' in condition);
}
const namesRung = (condition: Condition): boolean =>
  'rung' in condition || ('all' in condition ? condition.all : 'any' in condition ? condition.any : []).some(namesRung);

test('a sentence that is shown where nothing was found says only what was not found', () => {
  let seen = 0;
  for (const { rubric, ladder } of ladders)
    for (const { when, text } of ladder.evidence) {
      if (!when || finds(when)) continue;
      seen++;
      for (const clause of clausesOf(text))
        assert.ok(
          says_absence.test(clause) || factsIn(clause).some(({ key }) => key === 'absence'),
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

test('a sentence that says what was not found says nothing else', () => {
  let seen = 0;
  for (const { rubric, ladder } of ladders)
    for (const { text } of ladder.evidence) {
      const clauses = text.split(/(?<=[.;])\s+|, but /).filter((one) => !/^\{\w+\.absence\}/.test(one));
      if (!clauses.some((one) => notFound.test(one))) continue;
      seen++;
      for (const clause of clauses)
        assert.ok(says_absence.test(clause), `${rubric} ${ladder.id}: "${clause}" stands beside what was not found`);
    }
  assert.ok(seen > 20, String(seen));
});

test('what is quoted stands behind the place that says it, and in no frame that says more', () => {
  const framed = ladders.flatMap(({ ladder }) =>
    ladder.evidence.filter(({ text }) => /"\{\w+\.\w+\}"/.test(text) && !/\} says: "\{\w+\.quote\}"$/.test(text)),
  );
  assert.deepEqual(framed, []);
});

test('a fact that reads pages of no known role reads those to sign up, too: what a page is for may be in its address alone', () => {
  let seen = 0;
  for (const { rubric, ladder } of ladders)
    for (const [name, { with: args = {} }] of Object.entries(ladder.facts)) {
      const roles: readonly unknown[] = Array.isArray(args.roles) ? args.roles : [];
      if (!roles.includes('other')) continue;
      seen++;
      assert.ok(roles.includes('signup'), `${rubric} ${ladder.id} ${name}`);
    }
  assert.ok(seen > 100, String(seen));
});
