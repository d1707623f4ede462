import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { scoreSite } from '../../src/score/score-site.ts';
import { madePage, madeSite } from '../world/made-site.ts';
import type { Compared } from './agreement.ts';
import { answersOf, answerTable } from './answers.ts';

const RENEWS = 'You can cancel your pass at any time in your account.';
const ladders = readLadders().get('v1') ?? assert.fail();
const site = madeSite({
  '/': madePage('<h1>Mill Bicycles</h1>'),
  '/terms': madePage(`<h1>Terms</h1><p>${RENEWS}</p>`),
});
const label = { site: 'mill', url: 'https://www.example.com/terms.html', quote: RENEWS, criterion: 'P5-C' };

test('labels answer the claims that they are about, of their own site and criterion', () => {
  const all = scoreSite(site, ladders);
  const verdicts = (labels: Parameters<typeof answersOf>[1]) =>
    answersOf({ name: 'mill', all }, labels).map(({ criterion, quote, verdict }) => [criterion, quote, verdict]);
  assert.deepEqual(verdicts([{ ...label, supports: true }]), [['P5-C', RENEWS, 'supports']]);
  assert.deepEqual(verdicts([{ ...label, supports: false }]), [['P5-C', RENEWS, 'negated']]);
  assert.deepEqual(verdicts([{ ...label, site: 'other', supports: false }]), []);
  assert.deepEqual(
    verdicts([{ ...label, criterion: 'P2-D', quote: 'Nobody says this anywhere.', supports: false }]),
    [],
  );
});

test('what a label denies is quoted no more', () => {
  const all = scoreSite(site, ladders);
  const judged = answersOf({ name: 'mill', all }, [{ ...label, supports: false }]);
  const evidence = (proposals: typeof all) => proposals.find(({ id }) => id === 'P5-C')?.evidence ?? '';
  assert.ok(evidence(all).includes(RENEWS));
  assert.ok(!evidence(scoreSite(site, ladders, { judged })).includes(RENEWS));
});

test('drafts of rungs, with what readers gave and with answers are beside one another, by set', () => {
  const [found] = scoreSite(site, ladders).filter(({ id }) => id === 'P5-C');
  assert.ok(found);
  const proposing = (proposed: number): Compared => ({
    ...{ name: 'mill', set: 'fit', ms: 1, requests: 1, missing: 0, seconds: undefined },
    proposals: [{ ...found, proposed }],
    human: new Map([['P5-C', 2]]),
  });
  const steps = { rungs: [proposing(0)], expected: [proposing(1)], answered: [proposing(2)] };
  const rows = answerTable(steps, 3).trim().split('\n');
  assert.match(rows[0] ?? '', /^set +3 answers +scores/);
  for (const [at, row] of [
    /^fit +rungs +1 +0 %/,
    /^fit +and what readers gave +1 +100 % +0 %/,
    /^fit +and answers +1 +100 % +100 %/,
  ].entries())
    assert.match(rows[at + 1] ?? '', row);
});
