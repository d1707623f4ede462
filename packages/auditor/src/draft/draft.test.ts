import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { businessKinds, type Ladders, laddersSchema } from '@readymark/rubric/ladder';
import { readLadders } from '@readymark/rubric/read-rubrics';
import fc from 'fast-check';
import { anyText } from '../../../../test/world/any-text.ts';
import { rubrics, v1, v2 } from '../../../rubric/test/example-audit.ts';
import { humanReasons } from '../score/human-reasons.ts';
import type { CriterionProposal } from '../score/proposal.ts';
import { advisedActions } from './actions.ts';
import { type DraftBasis, openTier } from './basis.ts';
import { draftRecord, redraft } from './draft.ts';

const pointsUpTo = (max: number) => Array.from({ length: max }, (_, at) => at + 1);

/** A ladder for every criterion of a rubric, with rungs and actions for every score. */
const laddersFor = (rubric: typeof v1): Ladders =>
  laddersSchema.parse({
    rubric: rubric.version,
    ladders: rubric.criteria.map(({ id, name, max }) => ({
      id,
      facts: { thing: { find: 'thing' } },
      rungs: pointsUpTo(max).map((score) => ({
        score,
        text: `At least ${score} things`,
        when: { fact: 'thing', min: score },
        title: `${name} has ${score} things`,
      })),
      question: 'Are the things real?',
      evidence: [{ text: '{thing.count} things were found.' }],
      gap: `${name} has no things`,
      actions: pointsUpTo(max).map((to) => ({
        from: to - 1,
        to: Math.min(max, to + 1),
        action: `Add things to ${name} from ${to - 1}`,
        effort: ['Low', 'Med', 'High'][(to - 1) % 3],
      })),
    })),
  });

const proposal = (id: string, proposed: number, with_: Partial<CriterionProposal> = {}): CriterionProposal => ({
  id,
  low: proposed,
  proposed,
  high: proposed,
  needs_human: [],
  evidence: `${proposed} things were found.`,
  sources: [
    { url: `https://acme.dev/${id}`, fetched_at: '2026-11-20T10:00:00.000Z', status: 200, sha256: null, excerpt: '' },
  ],
  rungs: [],
  ...with_,
});

const subject = { company: 'Acme', slug: 'acme', website: 'https://acme.dev', audit_date: '2026-11-20' };
const basisOf = (scores: readonly number[], rubric = v1): DraftBasis => ({
  rubric,
  ladders: laddersFor(rubric),
  proposals: rubric.criteria.map(({ id, max }, at) => proposal(id, Math.min(max, scores[at] ?? 0))),
});
const draftOf = (basis: DraftBasis) => draftRecord({ ...subject, ...basis });

/** What must hold for every draft, whatever the scores. */
function holds(record: Audit, { rubric, ladders, proposals }: DraftBasis) {
  const checked = checkAudit(record, rubrics);
  assert.deepEqual('issues' in checked ? checked.issues : [], []);
  assert.equal(JSON.stringify('audit' in checked && checked.audit), JSON.stringify(record), 'the record as it is kept');
  const { strongest_signals, critical_gaps, priority_actions } = record;
  const score = (id: string) => record.criteria.find((one) => one.id === id)?.score ?? 0;
  const scored = record.criteria.filter((one) => one.score > 0).length;
  const lacking = record.criteria.filter((one) => one.score < one.max).length;
  const dark = openTier(record.criteria, { rubric, ladders, proposals })?.unobserved.length === record.criteria.length;
  if (dark) return assert.deepEqual([critical_gaps, priority_actions], [[], []], 'nothing is known to be missing');
  assert.ok(strongest_signals.length <= 5 && strongest_signals.length >= Math.min(3, scored));
  assert.ok(critical_gaps.length <= 5 && critical_gaps.length >= Math.min(3, lacking - 5));
  assert.ok(priority_actions.length <= 7 && priority_actions.length >= Math.min(5, lacking));
  const evidence = record.criteria.map((one) => one.evidence);
  for (const { detail } of strongest_signals) assert.ok(evidence.includes(detail), detail);
  const gaps = critical_gaps.map(({ detail }) => {
    const of = record.criteria.find((one) => detail.startsWith(one.evidence) && detail.length > one.evidence.length);
    assert.ok(of, detail);
    return of.score / of.max;
  });
  assert.deepEqual(gaps, gaps.toSorted(), 'the weakest first');
  const worst = Math.min(...record.criteria.map((one) => one.score / one.max));
  assert.ok(gaps.length === 0 || gaps[0] === worst, 'no gap at three points while one of a point is none');
  const criteria = priority_actions.map(({ action, points_gain, pillar, effort }) => {
    const ladder = ladders.ladders.find(({ actions }) => actions.some((one) => one.action === action));
    assert.ok(ladder, action);
    const criterion = rubric.criteria.find(({ id }) => id === ladder.id);
    assert.ok(points_gain >= 1 && points_gain <= (criterion?.max ?? 0) - score(ladder.id), `${action} ${points_gain}`);
    assert.equal(criterion?.pillar, pillar);
    assert.ok(rubric.efforts.includes(effort));
    return ladder.id;
  });
  assert.equal(new Set(criteria).size, criteria.length, 'at most one action per criterion');
  assert.ok(priority_actions.reduce((sum, one) => sum + one.points_gain, 0) <= 100 - record.overall_score);
}

test('a draft passes the check for every vector of scores, and its parts follow from them', () => {
  const vector = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 21, maxLength: 21 });
  fc.assert(
    fc.property(vector, fc.constantFrom(v1, v2), (scores, rubric) => {
      const basis = basisOf(scores, rubric);
      holds(draftOf(basis), basis);
    }),
    { numRuns: 300 },
  );
  for (const same of [0, 1, 2, 3, 4, 5]) {
    const basis = basisOf(Array(20).fill(same));
    holds(draftOf(basis), basis);
  }
});

test('a proposal above the maximum of its criterion makes no draft', () => {
  const basis = basisOf(Array(21).fill(3), v2);
  const proposals = basis.proposals.map((one) => (one.id === 'P3-A' ? proposal('P3-A', 5) : one));
  assert.throws(() => draftOf({ ...basis, proposals }), /5 of 4 points are proposed for P3-A of rubric v2/);
});

test('the ladders of the rubric give every draft its titles and actions', () => {
  const ladders = readLadders().get('v1');
  assert.ok(ladders);
  const vector = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(vector, (scores) => {
      const basis = { ...basisOf(scores), ladders };
      holds(draftOf(basis), basis);
    }),
    { numRuns: 100 },
  );
  for (const { id } of v1.criteria) {
    const actions: Ladders['ladders'][number]['actions'] = ladders.ladders.find((one) => one.id === id)?.actions ?? [];
    for (const score of [0, 1, 2, 3, 4])
      assert.ok(
        actions.some(({ from, to }) => from === score && to > score),
        `${id} has no action from ${score}`,
      );
  }
});

test('what is among the best and has a fifth of its points at most is stated as a number', () => {
  const { strongest_signals } = draftOf(basisOf([1, 1, 2, ...Array(17).fill(0)]));
  assert.deepEqual(
    strongest_signals.map(({ title }) => title),
    [
      'llms.txt / Agent Layer has 2 things',
      'Structured Data: 1 of 5 points',
      'Machine-Readable Pricing: 1 of 5 points',
    ],
  );
});

test('hostile evidence, intervals and missing ladders or proposals never make an invalid draft', () => {
  const score = fc.integer({ min: 0, max: 5 });
  const text = anyText({ maxLength: 300 });
  const one = fc.record({
    score,
    high: score,
    reasons: fc.subarray([...humanReasons]),
    evidence: text,
    there: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 20, maxLength: 20 }), fc.boolean(), (made, laddered) => {
      const proposals = v1.criteria.flatMap(({ id }, at) => {
        const from = made[at];
        if (!from?.there) return [];
        const { score: proposed, high, reasons: needs_human, evidence } = from;
        return [proposal(id, proposed, { high: Math.max(high, proposed), needs_human, evidence: evidence || 'x' })];
      });
      const ladders = laddered ? laddersFor(v1) : { ...laddersFor(v1), ladders: [] };
      const checked = checkAudit(draftOf({ rubric: v1, ladders, proposals }), rubrics);
      assert.deepEqual('issues' in checked ? checked.issues : [], []);
    }),
    { numRuns: 200 },
  );
});

test('a score that readers are expected to give has no title of a rung that does not hold, until a person confirms it', () => {
  const basis = basisOf([4, 4]);
  const rungs = pointsUpTo(5).map((score) => ({
    ...{ score, text: `At least ${score} things`, state: score < 4 ? ('likely' as const) : ('false' as const) },
  }));
  const expected = {
    ...basis.proposals[0],
    id: 'P1-A',
    needs_human: ['expected' as const],
    rungs,
  } as CriterionProposal;
  const moved = { ...basis, proposals: [expected, ...basis.proposals.slice(1)] };
  const record = draftOf(moved);
  const titles = (of: Audit) => of.strongest_signals.map(({ title }) => title);
  assert.deepEqual(titles(record).slice(0, 2), [
    'Structured Data: 4 of 5 points',
    'Machine-Readable Pricing has 4 things',
  ]);
  assert.doesNotMatch(record.executive_summary, /Structured Data has 4 things/);
  const confirmed = redraft(record, {}, moved, ['P1-A']);
  assert.equal(titles(confirmed)[0], 'Structured Data has 4 things');
});

test('signals are the best criteria, gaps the weakest, with the evidence of each and where it was seen', () => {
  const record = draftOf(basisOf([5, 0, 4, 3, 3, 2, 2, 2, 2, 2, 3, 3, 1, 1, 4, 0, 2, 2, 2, 2]));
  assert.deepEqual(
    record.strongest_signals.map(({ title }) => title),
    ['Structured Data has 5 things', 'llms.txt / Agent Layer has 4 things', 'Friction-Free Activation has 4 things'],
  );
  assert.equal(record.strongest_signals[0]?.detail, '5 things were found. (https://acme.dev/P1-A, 2026-11-20)');
  assert.deepEqual(
    record.critical_gaps.map(({ title }) => title),
    [
      'Machine-Readable Pricing has no things (/P1-B)',
      'Agent Decision Signals has no things (/P4-B)',
      'Audit Trail has no things (/P3-C)',
      'Behavioral Consistency has no things (/P3-D)',
    ],
  );
  // What is there, where it was looked for, and what is missing.
  assert.equal(
    record.critical_gaps[0]?.detail,
    '0 things were found. (https://acme.dev/P1-B, 2026-11-20) Missing for 2 of 5 points: At least 2 things',
  );
});

test('actions come by points for their effort', () => {
  // Scores 0 and 3 have an action of low effort that gains 2, 1 4 one of medium effort, 2 one of high effort. Equal worth: in the order of the rubric.
  const { priority_actions } = draftOf(basisOf([2, 1, 0, 4, 3, ...Array(15).fill(5)]));
  assert.deepEqual(
    priority_actions.map(({ points_gain, effort, pillar }) => [points_gain, effort, pillar]),
    [
      [2, 'Low', 'P1'],
      [2, 'Low', 'P1'],
      [2, 'Med', 'P1'],
      [2, 'High', 'P1'],
      [1, 'Med', 'P1'],
    ],
  );
});

test('what was not observed is never called absent: it is a gap that is marked, behind those that were seen, and its action comes last', () => {
  const basis = basisOf([0, 0, 0, 1, 1, 1, ...Array(14).fill(5)]);
  const unseen = { high: 5, needs_human: ['unobserved' as const] };
  const proposals = basis.proposals.map((one) => (one.id === 'P1-A' ? { ...one, ...unseen } : one));
  const record = draftOf({ ...basis, proposals });
  assert.deepEqual(
    record.critical_gaps.map(({ title }) => title),
    [
      'Machine-Readable Pricing has no things (/P1-B)',
      'llms.txt / Agent Layer has no things (/P1-C)',
      'Structured Data: not observed completely (/P1-A)',
      'API / MCP Availability has no things (/P1-D)',
      'Discoverability (GEO) has no things (/P1-E)',
    ],
  );
  assert.match(
    record.critical_gaps[2]?.detail ?? '',
    /Not seen whether it has what is needed for 2 of 5 points: At least/,
  );
  assert.ok(record.priority_actions.every(({ action }) => !action.includes('Structured Data')));
  assert.match(
    record.executive_summary,
    /; not everything that decides Structured Data could be observed\. Next step /,
  );
});

test('what was not judged is a gap that says so, and asks for nothing while there is something else to do', () => {
  const basis = basisOf([0, 0, 0, 1, 1, 1, ...Array(14).fill(4)]);
  const evidence = 'Not judged: these pages are in German (/), and no sentence that the auditor knows was found.';
  const proposals = basis.proposals.map((one) => (one.id === 'P1-A' ? { ...one, evidence } : one));
  const record = draftOf({ ...basis, proposals });
  const gap = record.critical_gaps.find(({ detail }) => detail.startsWith(evidence.slice(0, -1)));
  assert.equal(gap?.title, 'Structured Data: not judged (/P1-A)');
  assert.match(gap?.detail ?? '', /Not seen whether it has what is needed for 2 of 5 points: At least/);
  assert.ok(record.priority_actions.every(({ action }) => !action.includes('Structured Data')));
  // A person who gives it a score has judged it.
  const judged = redraft(record, { 'P1-A': { score: 1 } }, { ...basis, proposals });
  assert.ok(judged.critical_gaps.every(({ title }) => !title.includes('not judged')));
});

test('a site that was mostly not observed has an interval in place of a tier, and the summary says so first', () => {
  const basis = basisOf([0, 0, 0, 0, 0, 0, ...Array(14).fill(2)]);
  const unseen = { high: 5, needs_human: ['unobserved' as const] };
  const seenUpTo = (count: number) => ({
    ...basis,
    proposals: basis.proposals.map((one, at) => (at < count ? { ...one, ...unseen } : one)),
  });
  const five = seenUpTo(5);
  assert.equal(openTier(draftOf(five).criteria, five), undefined);
  assert.match(
    draftOf(five).executive_summary,
    /^Acme has 28 of 100 points \(Agent-Invisible\)\. What an agent can use there today: /,
  );
  const six = seenUpTo(6);
  const record = draftOf(six);
  const open = openTier(record.criteria, six);
  assert.deepEqual(open, {
    unobserved: ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E', 'P2-A'],
    ...{ low: 28, high: 58, tiers: ['Agent-Invisible', 'Human-Dependent'] },
  });
  assert.match(
    record.executive_summary,
    /^Of Acme 6 of 20 criteria could not be observed, so it has no tier, but an interval: 28 to 58 points, Agent-Invisible to Human-Dependent\. /,
  );
  // The contract gives every record a tier.
  assert.equal(record.tier, 'Agent-Invisible');
  // What a person confirmed is not unobserved any more, whether its score changed or not.
  const confirmed = redraft(record, {}, six, ['P1-A']);
  assert.match(
    confirmed.executive_summary,
    /^Acme has 28 of 100 points \(Agent-Invisible\)\. What an agent can use there today: /,
  );
  assert.equal(openTier(confirmed.criteria, { ...six, reviewed: ['P1-A'] }), undefined);
});

test('the summary has four sentences: whose scores, what an agent can use, what stops it first, one next step', () => {
  const basis = basisOf([5, 5, 5, 5, 5, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0]);
  const last = draftOf(basisOf(Array(20).fill(2)));
  assert.equal(
    draftOf({ ...basis, last: { ...last, audit_date: '2026-05-01' } }).executive_summary,
    'Acme has 53 of 100 points (Human-Dependent), 13 more than on 2026-05-01. What an agent can use there today: Structured Data ' +
      '(5 of 5), Structured Data has 5 things. What stops an agent first: Compounding Value has no things (/P5-D). ' +
      'Next step (+2 points, effort Low): Add things to Offer Completeness from 3.',
  );
});

test('actions are those that a kind of business can do, with the texts to be pasted for them', () => {
  const ladders = readLadders().get('v1');
  assert.ok(ladders);
  const snippet = { name: 'offers' as const, title: 'Prices', place: 'there', text: '{}' };
  for (const business of businessKinds)
    for (const score of [0, 1, 2, 3, 4]) {
      const basis = { ...basisOf(Array(20).fill(score)), ladders };
      const advice = { business, because: 'it says so', snippets: [snippet] };
      const proposals = basis.proposals.map((one) => ({ ...one, advice }));
      const record = draftOf({ ...basis, proposals });
      const { priority_actions } = record;
      assert.ok(priority_actions.length >= 5, `${business} has ${priority_actions.length} actions from ${score}`);
      const said = priority_actions.map(({ action }) => action).join(' ');
      if (['trade', 'stay', 'shop', 'content'].includes(business))
        assert.doesNotMatch(
          said,
          /OAuth|scopes|webhook|API|MCP tools|idempotency|sandbox/i,
          `${business} from ${score}`,
        );
      const texts = advisedActions(record, ladders, proposals);
      const named = texts.flatMap(({ action, snippets }) => snippets.map(() => action));
      if (score === 2)
        assert.ok(
          named.some((action) => /JSON-LD/.test(action)),
          business,
        );
    }
});

test('a changed score changes what follows from it, and keeps what a person wrote', () => {
  const basis = basisOf([5, 0, 4, 3, 3, 2, 2, 2, 2, 2, 3, 3, 1, 1, 4, 0, 2, 2, 2, 2]);
  const record = draftOf(basis);
  const changed = redraft(record, { 'P1-B': { score: 5, evidence: 'Prices stand in pricing.json.' } }, basis);
  holds(changed, basis);
  assert.equal(changed.overall_score, record.overall_score + 5);
  assert.equal(changed.pillars.P1?.score, (record.pillars.P1?.score ?? 0) + 5);
  assert.deepEqual(changed.strongest_signals[1], {
    title: 'Machine-Readable Pricing has 5 things',
    detail: 'Prices stand in pricing.json.',
  });
  assert.ok(changed.critical_gaps.every(({ title }) => !title.startsWith('Machine-Readable Pricing')));
  // A human's words stay, whatever follows.
  const written = { ...record, executive_summary: 'Ours.', critical_gaps: [{ title: 'T', detail: 'D' }] };
  const kept = redraft(written, { 'P1-B': { score: 5 } }, basis);
  assert.deepEqual([kept.executive_summary, kept.critical_gaps], ['Ours.', [{ title: 'T', detail: 'D' }]]);
  assert.deepEqual(kept.strongest_signals.length, 4);
  assert.deepEqual(redraft(record, {}, basis), record, 'nothing changed, nothing is made anew');
  assert.deepEqual(redraft(record, { 'P9-X': { score: 5 } }, basis), record, 'unknown criteria are passed over');
});

test('every redraft of a draft is valid, also with actions of a person', () => {
  const vector = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(vector, vector, (before, after) => {
      const basis = basisOf(before);
      const revisions = Object.fromEntries(v1.criteria.map(({ id }, at) => [id, { score: after[at] ?? 0 }]));
      holds(redraft(draftOf(basis), revisions, basis), basis);
      const own = draftOf(basis);
      const action = own.priority_actions[0];
      if (action === undefined) return;
      const edited = { ...own, priority_actions: [{ ...action, action: 'Ours' }] };
      const checked = checkAudit(redraft(edited, revisions, basis), rubrics);
      assert.deepEqual('issues' in checked ? checked.issues : [], []);
    }),
    { numRuns: 150 },
  );
});
