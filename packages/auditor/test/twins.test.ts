import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { openParser } from '../src/collect/parse/parser.ts';
import { collectSite } from '../src/collect/plan/plan.ts';
import { readSite } from '../src/read/read-site.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { languages } from '../src/score/statements/languages/index.ts';
import { fixtureFetch } from './world/sites/fixture-fetch.ts';
import { fixtureSites } from './world/sites/fixture-sites.ts';

/** The same firm says the same things in seven languages: what it says them in moves three points at most, and no criterion by two. */
const MOST = 3;

const original = fixtureSites.find(({ twins }) => twins !== undefined) ?? assert.fail('no fixture site has twins');
const proposed = new Map<string, readonly CriterionProposal[]>();
const points = (criteria: readonly CriterionProposal[]) => criteria.reduce((sum, one) => sum + one.proposed, 0);
const of = (website: string) => proposed.get(website) ?? assert.fail(website);

before(async () => {
  const now = () => new Date('2026-11-20T10:00:00.000Z');
  const parser = openParser();
  after(() => parser.close());
  const ladders = readLadders().get('v1') ?? assert.fail();
  for (const { website } of [original, ...(original.twins ?? [])]) {
    const given = { website, version: '1.0.0', fetcher: fixtureFetch(now), parse: parser.parse, now, progress() {} };
    const { bundle, bodies } = await collectSite(given);
    proposed.set(website, scoreSite(readSite(bundle, bodies), ladders));
  }
});

test('there is a twin in each language that is judged', () => {
  const known = [...(original.twins ?? []).map(({ language }) => language), 'en'];
  assert.deepEqual(known.sort(), languages.map(({ code }) => code).sort());
});

for (const { language, website } of original.twins ?? [])
  describe(`the twin in ${language}`, () => {
    test(`has the points of the English one, give or take ${MOST}, and of each criterion give or take one`, () => {
      const [twin, english] = [of(website), of(original.website)];
      assert.ok(Math.abs(points(twin) - points(english)) <= MOST, `${points(twin)} for ${points(english)}`);
      for (const { id, proposed: given } of twin) {
        const there = english.find((one) => one.id === id)?.proposed ?? assert.fail(id);
        assert.ok(Math.abs(given - there) <= 1, `${id}: ${given} for ${there}`);
      }
    });

    test('is called silent on nothing that the English one is quoted with', () => {
      const absent =
        /\bNo (?:period of notice|way|rule|remedy|limits?|conditions?|renewal)[^.]{0,60} (?:was|were) found|nothing is said/i;
      for (const { id, evidence } of of(original.website)) {
        const [denied] = absent.exec(of(website).find((one) => one.id === id)?.evidence ?? '') ?? [];
        assert.ok(denied === undefined || evidence.includes(denied), `${id}: ${denied}`);
      }
    });

    test('is quoted in its own words', () => {
      const quoted = of(website).flatMap(({ claims = [] }) => claims.filter(({ counts }) => counts === 'proof'));
      assert.ok(quoted.length >= 10, `${quoted.length} sentences prove something`);
    });
  });
