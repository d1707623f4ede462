import { z } from 'zod';
import type { FieldError } from '../field.ts';
import { day } from '../field.ts';
import {
  type Audit,
  type AuditRecord,
  audit,
  auditRecord,
  type Criterion,
  isFictional,
  staleField as stale,
} from './audit.ts';

/**
 * Parts of an audit for callers who do not need all of it (decision 63). They have the record's fields, in its order and
 * with its meaning, and `stale`, which saves the reader a comparison with today.
 */
const { company, slug, audit_date, overall_score, tier, pillars, criteria, priority_actions } = audit.shape;
const { rank } = auditRecord.shape;
const pillar = pillars.valueType;
const criterion = criteria.element;
/** How a criterion scored, without evidence. */
export const criterionScore = criterion.omit({ evidence: true });

/** What says whose score it is, and what it is worth. `fictional` is there for an example alone (decision 105). */
const fictional = z.literal(true).optional();
/** There for a company that says something about its audits (decision 156). */
const replies_json = z.string().optional();
const head = { company, slug, audit_date, stale, overall_score, tier, fictional, replies_json };

/** There where a criterion was asked for that the rubric of the audit does not have (decision 13). */
const not_scored = z.array(z.string()).optional();

/** There where a shown criterion has a reply. */
const replies = z
  .record(z.string(), z.string())
  .optional()
  .meta({ description: 'By id: replied, disputed, upheld, corrected or withdrawn.' });

/** Where an audit is in the public log; last of all, where it was asked for (decision 207). Hashes are base64. */
export const auditPlace = z.object({
  leaf: z.string(),
  index: z.int(),
  size: z.int(),
  head: z.string().meta({ description: 'Root hash of the first size entries, which the checkpoint signs.' }),
  proof_json: z.string(),
});
const proof = auditPlace.optional();

export type AuditPlace = z.infer<typeof auditPlace>;

/** The members that every part of one audit has; `rank` comes last, as in the record. */
export const auditHead = z.object({ ...head, rank });

const title = z.object({ title: z.string() });

/** `/api/audits/{slug}/brief.json`: what an answer of one sentence needs. Each list has its first entry or none. */
export const briefView = z.object({
  ...head,
  pillars: z
    .record(z.string(), pillar.omit({ name: true }))
    .meta({ description: 'Pillar scores by pillar id, P1 to P5.' }),
  strongest_signals: z.array(title),
  critical_gaps: z.array(title),
  priority_actions: z.array(priority_actions.element),
  rank,
  proof,
});

/** `/api/audits/{slug}/P3.json`: one pillar with its criteria and their evidence. */
export const pillarView = z.object({ ...head, pillars, criteria, replies, rank });

const { tier_as_published, rubric_version } = audit.shape;

/** One audit in the history: the fields of the record, with criteria without evidence. */
const historyEntry = z.object({
  audit_date: day,
  overall_score,
  tier,
  tier_as_published,
  rubric_version,
  pillars,
  criteria: z.array(criterionScore),
  detail_json: z.string(),
  corrections: z.array(z.string()).optional(),
});

/** `/api/audits/{slug}/history.json`: every current audit of a company, oldest first (decision 45). */
export const auditHistory = z.object({
  company,
  slug,
  count: z.int().min(0),
  audits: z.array(historyEntry).meta({ description: 'Oldest first.' }),
  fictional,
});

export type AuditHistory = z.infer<typeof auditHistory>;

/** `/api/audits/{slug}/{audit_date}.json`: an audit as it was published (decision 45). */
export const pastAudit = audit
  .extend({ rank: z.null().meta({ description: 'A rank is a place at one moment; past ones are not kept.' }) })
  .meta({ description: 'An audit as it was published.' });

/** A slug that names no company, and those that it may mean. */
const unknownSlug = z.object({ slug: z.string(), nearest: z.array(z.string()) });

/** What was selected of one of several audits: the caller has named the company (decision 63). */
export const auditPart = z.object({
  slug,
  stale,
  pillars: pillars.optional(),
  criteria: z.array(z.union([criterion, criterionScore])),
  not_scored,
  replies,
  fictional,
  proof,
});

/** Several companies, in the order of the call: each in brief, whole, or what was selected of it. */
export const auditParts = z.object({
  ignored: z.array(z.string()).optional(),
  audits: z.array(z.union([briefView, auditRecord, auditPart])),
  not_found: z.array(unknownSlug).optional(),
});

/**
 * Every form of an answer of get_audit in one object. Which fields it has depends on what was asked for, so each may be
 * missing; what is there has the type that it has here.
 */
export const auditAnswer = auditRecord
  .extend({
    stale,
    fictional,
    replies_json,
    replies: z.union([replies.unwrap(), z.array(z.record(z.string(), z.unknown()))]),
    not_scored,
    pillars: z
      .record(z.string(), pillar.partial({ name: true }))
      .meta({ description: 'By pillar id: score, max, name.' }),
    criteria: z.array(criterion.partial({ evidence: true })),
    strongest_signals: z.array(audit.shape.strongest_signals.element.partial({ detail: true })),
    critical_gaps: z.array(audit.shape.critical_gaps.element.partial({ detail: true })),
    rungs: z.record(z.string(), z.int()).meta({ description: 'Scores to reach, by criterion.' }),
    target: z.int(),
    reaches: z.int(),
    count: auditHistory.shape.count,
    audits: z.array(
      z.record(z.string(), z.unknown()).meta({
        description: 'One per company or, with history, per date; members as here.',
      }),
    ),
    not_found: z.array(unknownSlug),
    reviewed_by: z.int(),
    rights: z.string(),
    proof,
    preview: z.record(z.string(), z.unknown()).meta({ description: 'Intervals by a machine; call again until done.' }),
  })
  .partial()
  .meta({ description: 'The audit, or the part of it that was asked for.' });

/** Which criteria a caller asks for: those of a pillar, single ones, or both. */
export type Selection = { pillar?: string | undefined; criteria?: readonly string[] | undefined };

/** Whether a selection names anything. */
export const isSelection = ({ pillar, criteria }: Selection): boolean => pillar !== undefined || !!criteria?.length;

/**
 * What is wrong with a selection: ids that none of these audits has; an id that one of them has is right.
 *
 * @param also ids of criteria that are right too, because another rubric has them
 */
export function selectionErrors(
  records: readonly Audit[],
  { pillar, criteria = [] }: Selection,
  also: readonly string[] = [],
): FieldError[] {
  if (!isSelection({ pillar, criteria })) return [];
  const errors: FieldError[] = [];
  const pillars = [...new Set(records.flatMap((record) => Object.keys(record.pillars)))];
  if (pillar !== undefined && !pillars.includes(pillar))
    errors.push({ field: 'pillar', message: `must be one of ${pillars.join(', ')}` });
  const own = records.flatMap((record) => record.criteria.map(({ id }) => id));
  const ids = [...new Set([...own, ...also])].sort();
  if (criteria.some((id) => !ids.includes(id)))
    errors.push({ field: 'criteria', message: `must name only ${ids.join(', ')}` });
  return errors;
}

/** The selected criteria of an audit in its order; with a pillar also that pillar's own score; and those that its rubric lacks. */
export function selected(record: Audit, { pillar, criteria = [] }: Selection) {
  const own = pillar === undefined ? undefined : record.pillars[pillar];
  const found = record.criteria.filter((one) => one.pillar === pillar || criteria.includes(one.id));
  const missing = criteria.filter((id) => !record.criteria.some((one) => one.id === id));
  return {
    ...(own && pillar !== undefined && { pillars: { [pillar]: own } }),
    criteria: found,
    ...(missing.length && { not_scored: missing }),
  };
}

/** Criteria as they are, or without their evidence. */
export const withEvidence = (criteria: readonly Criterion[], evidence: boolean) =>
  evidence ? criteria : criteria.map(({ evidence: _, ...rest }) => rest);

/** What the company says about an audit: where, and the state of its criteria by their ids. */
export type SaidOf = { replies_json: string; states: ReadonlyMap<string, string> };

/** The member `replies` for these criteria; nothing where none has a reply. */
export function repliesOf(criteria: readonly { id: string }[], said: SaidOf | undefined) {
  const states = criteria.flatMap(({ id }) => {
    const state = said?.states.get(id);
    return state ? [[id, state] as const] : [];
  });
  return states.length ? { replies: Object.fromEntries(states) } : {};
}

/** A part of an audit with what names the company's replies; as it was for a company without any. */
export function withReplies<P extends { rank: number; criteria?: readonly { id: string }[] }>(
  part: P,
  said: SaidOf | undefined,
) {
  if (!said) return part;
  const { rank, ...rest } = part;
  return { ...rest, replies_json: said.replies_json, ...repliesOf(part.criteria ?? [], said), rank };
}

/** One pillar of an audit, or single criteria of it, with what says whose it is. */
export function selectionView(record: AuditRecord, stale: boolean, selection: Selection, evidence = true) {
  const { criteria, not_scored, ...own } = selected(record, selection);
  const shown = { ...own, criteria: withEvidence(criteria, evidence), ...(not_scored && { not_scored }) };
  return { ...headOf(record, stale), ...shown, rank: record.rank };
}

/** What says whose score it is, in front of everything else. */
export const headOf = (record: AuditRecord, stale: boolean) => {
  const { company, slug, audit_date, overall_score, tier } = record;
  return {
    company,
    slug,
    audit_date,
    stale,
    overall_score,
    tier,
    ...(isFictional(record) && { fictional: true as const }),
  };
};
