import { type Audit, type Criterion, frameworkAfter, reauditDue, sourceFile } from '@readymark/rubric/audit/audit';
import { type DraftSubject, NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import { type Rubric, tierOf } from '@readymark/rubric/rubric';
import { proposedEvidence } from '../evidence/draft-text.ts';
import { actionsOf } from './actions.ts';
import { type DraftBasis, draftedOf, NOT_SCORED, openTier, possibleScore } from './basis.ts';
import { bestOf, gapsOf, signalsOf, strongCriteria } from './findings.ts';
import { summaryOf } from './summary.ts';

/** What a person changed in a criterion of a draft. */
type CriterionRevision = { score?: number | undefined; evidence?: string | undefined };

/** The last audit, if it was made under the same rubric. */
const comparable = ({ rubric, last }: DraftBasis) => (last?.rubric_version === rubric.record_label ? last : undefined);

/** @throws RangeError when more is proposed than a criterion has points: ladders end at its maximum (decision 91) */
function criteriaOf(basis: DraftBasis): Criterion[] {
  const { rubric, proposals } = basis;
  const before = comparable(basis);
  return rubric.criteria.map(({ id, pillar, name, max }) => {
    const proposal = proposals.find((one) => one.id === id);
    const score = proposal?.proposed ?? 0;
    if (score > max)
      throw new RangeError(`${score} of ${max} points are proposed for ${id} of rubric ${rubric.version}`);
    return {
      id,
      pillar,
      name: before?.criteria.find((one) => one.id === id)?.name ?? name,
      score,
      max,
      evidence: proposal === undefined ? NOT_SCORED : proposedEvidence(proposal),
    };
  });
}

function pillarsOf(rubric: Rubric, criteria: readonly Criterion[]): Audit['pillars'] {
  const score = (id: string) =>
    criteria.filter(({ pillar }) => pillar === id).reduce((sum, criterion) => sum + criterion.score, 0);
  return Object.fromEntries(rubric.pillars.map(({ id, name, max }) => [id, { name, score: score(id), max }]));
}

/** What follows from the scores: everything of a record but its subject, dates and criteria. */
function derive(company: string, criteria: readonly Criterion[], basis: DraftBasis) {
  const { rubric } = basis;
  const pillars = pillarsOf(rubric, criteria);
  const overall_score = Object.values(pillars).reduce((sum, { score }) => sum + score, 0);
  const tier = tierOf(rubric, overall_score);
  const all = draftedOf(criteria, basis);
  const strong = strongCriteria(all);
  const open = openTier(criteria, basis);
  // Where nothing at all was observed nothing is known to be there or missing, and nothing to be done (decision 228).
  const dark = open?.unobserved.length === criteria.length;
  const critical_gaps = dark ? [] : gapsOf(all, strong);
  const priority_actions = dark ? [] : actionsOf(all, rubric);
  return {
    overall_score,
    tier: tier.name,
    tier_as_published: tier.code,
    pillars,
    strongest_signals: dark ? [] : signalsOf(strong),
    critical_gaps,
    priority_actions,
    executive_summary: summaryOf({
      company,
      score: overall_score,
      total: rubric.total,
      tier: tier.name,
      open,
      criteria: criteria.length,
      last: comparable(basis),
      best: bestOf(strong),
      gap: critical_gaps[0],
      first: priority_actions[0],
      unobserved: all
        .filter((item) => possibleScore(item) > item.criterion.score)
        .map(({ criterion }) => criterion.name),
    }),
  };
}

/**
 * A whole record as the agent proposes it (decision 91): the proposed scores, and what follows from them. Every sentence
 * is a criterion's evidence, a text of its ladder, or a sum. It passes `checkAudit` for any proposals.
 */
export function draftRecord(input: RecordInput): Audit {
  return recordOf(input, criteriaOf(input));
}

/**
 * The record with which a person begins (decision 121): scores and evidence of the last audit, else no points and the
 * words that nothing is written yet. Texts follow from them as in every draft.
 */
export function handRecord(input: RecordInput): Audit {
  const before = comparable(input);
  const criteria = input.rubric.criteria.map(({ id, pillar, name, max }) => {
    const last = before?.criteria.find((one) => one.id === id);
    const { score = 0, evidence = NOT_WRITTEN } = last ?? {};
    return { id, pillar, name: last?.name ?? name, score, max, evidence };
  });
  return recordOf(input, criteria);
}

type RecordInput = DraftSubject & { audit_date: string } & DraftBasis;

function recordOf(input: RecordInput, criteria: Criterion[]): Audit {
  const { company, slug, website, audit_date, rubric } = input;
  return {
    company,
    slug,
    website,
    audit_date,
    reaudit_due: reauditDue(audit_date, rubric.staleness_days),
    ...inOrder(derive(company, criteria, input), criteria),
    rubric_version: rubric.record_label,
    framework: frameworkAfter(rubric.framework, input.last),
    source_file: sourceFile(slug, audit_date),
  };
}

type Derived = ReturnType<typeof derive>;

/** The derived parts and the criteria, in the order of the record. */
function inOrder({ overall_score, tier, tier_as_published, pillars, ...texts }: Derived, criteria: Criterion[]) {
  return { overall_score, tier, tier_as_published, pillars, criteria, ...texts };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The draft after a person changed scores or evidence: sums, tier and what follows are made anew. A list or summary that
 * differs from what the draft would have said by itself was written by a person and is kept; only the gain of an action
 * gives way, where its pillar no longer lacks so many points. Criteria that the record does not have are passed over.
 *
 * @param confirmed criteria that the person holds to be right as they are
 */
export function redraft(
  record: Audit,
  revisions: Readonly<Record<string, CriterionRevision>>,
  basis: DraftBasis,
  confirmed: readonly string[] = [],
): Audit {
  const criteria = record.criteria.map((criterion) => {
    const { score, evidence } = (Object.hasOwn(revisions, criterion.id) && revisions[criterion.id]) || {};
    return { ...criterion, score: score ?? criterion.score, evidence: evidence ?? criterion.evidence };
  });
  const reviewed = [...(basis.reviewed ?? []), ...Object.keys(revisions), ...confirmed];
  return madeAnew(record, criteria, basis, { ...basis, reviewed });
}

/**
 * The draft after its evidence was scored anew: scores and evidence that were the machine's own follow, those that a person wrote
 * stay.
 */
export function rescoredDraft(record: Audit, before: DraftBasis, after: DraftBasis): Audit {
  const [old, scored] = [criteriaOf(before), criteriaOf(after)];
  const criteria = record.criteria.map((criterion) => {
    const [was, now] = [old, scored].map((all) => all.find(({ id }) => id === criterion.id));
    if (!was || !now) return criterion;
    const score = criterion.score === was.score ? now.score : criterion.score;
    const evidence = criterion.evidence === was.evidence ? now.evidence : criterion.evidence;
    return { ...criterion, score, evidence };
  });
  return madeAnew(record, criteria, before, after);
}

/** What follows from other criteria. A text that differs from what the draft said by itself was written by a person, and stays. */
function madeAnew(record: Audit, criteria: Criterion[], old: DraftBasis, basis: DraftBasis): Audit {
  const before = derive(record.company, record.criteria, old);
  const after = derive(record.company, criteria, basis);
  const kept = <Key extends 'strongest_signals' | 'critical_gaps' | 'priority_actions' | 'executive_summary'>(
    key: Key,
  ) => (same(record[key], before[key]) ? after[key] : record[key]);
  const room = (pillar: string) =>
    after.pillars[pillar] ? after.pillars[pillar].max - after.pillars[pillar].score : 0;
  return {
    ...record,
    ...inOrder(after, criteria),
    strongest_signals: kept('strongest_signals'),
    critical_gaps: kept('critical_gaps'),
    priority_actions: kept('priority_actions').map((action) => ({
      ...action,
      points_gain: Math.min(action.points_gain, room(action.pillar)),
    })),
    executive_summary: kept('executive_summary'),
  };
}
