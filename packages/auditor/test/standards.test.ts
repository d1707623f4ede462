import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standards } from '../src/standards/standards.ts';
import { type MadeAnswers, proposalFor } from './world/made-site.ts';
import { fixtureKinds } from './world/standards/fixture.ts';
import { standardFixtures } from './world/standards/standard-fixtures.ts';

/** What a site has of each standard scores as the table of fixtures says: right, wrong, made by a platform, declared but dead. */
for (const { id, name } of standards) {
  const fixtures = standardFixtures[id];
  if (typeof fixtures === 'string') continue;
  const { criterion, without } = fixtures;
  const under = (rubric: string, answers: MadeAnswers = {}) =>
    proposalFor(criterion, { ...without.answers, ...answers }, undefined, rubric);

  describe(`${name} (${criterion})`, () => {
    test(`a site without it has ${without.score}`, () => assert.equal(under('v1').proposed, without.score));

    for (const kind of fixtureKinds) {
      const cases = fixtures[kind];
      if (typeof cases === 'string') continue;
      for (const [at, { answers, score, says }] of cases.entries())
        test(`${kind}, ${at + 1}: ${score}`, () => {
          const found = under('v1', answers);
          assert.equal(found.proposed, score, found.evidence);
          if (says) assert.match(found.evidence, says);
          // What differs under v2 is how many points a step has, and never which side of it a site is on.
          const [v2, none] = [under('v2', answers).proposed, under('v2').proposed];
          if (kind === 'right') assert.ok(v2 > none, `v2 proposes ${v2}, and ${none} without it`);
          else if (score <= without.score) assert.ok(v2 <= none, `v2 proposes ${v2}, and ${none} without it`);
        });
    }
  });
}
