import type { EvidenceSource } from '@readymark/auditor/evidence/evidence';
import type { Audit } from '@readymark/rubric/audit/audit';
import { NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import type { Ladders } from '@readymark/rubric/ladder';
import type { Rubric } from '@readymark/rubric/rubric';
import type { z } from 'zod';
import type { draftState } from '../../../../operations/desk/audits/draft-state.ts';
import type { Draft } from '../../../../operations/desk/audits/read-draft.ts';
import type { Visit } from '../definition.ts';

/** A draft as `read_draft` shows it. */
export type DraftedCriterion = Draft['criteria'][number];

type Typed = { text: string; version: number };

/** Everything that the page of a draft is drawn from. */
export type Review = {
  draft: Draft;
  rubric: Rubric;
  /** What each rung of a criterion demands, also where the machine did not score it. */
  ladders: Ladders | undefined;
  /** The audit that was current when the draft was made. */
  last: Audit | undefined;
  /** The rank that its score would take, among how many companies. */
  rank: { place: number; of: number };
  /** Who else is there, and the field that each types in. */
  others: z.output<typeof draftState.output>['others'];
  /** What this operator typed and did not save, by the names of fields, with the version that he had read (decision 121). */
  typed: ReadonlyMap<string, Typed>;
  /** How many published audits rest on it. */
  published: number;
  /** It was published, and is not open for a correction (decision 131): then nothing can be changed here. */
  closed: boolean;
  now: Date;
  /** The start tag of a form that posts to a path. */
  start(path: string, attributes?: string): string;
  /** The token of forms that post to a path. */
  token(path: string): string;
};

/** The state of a criterion in the review: a person must still touch it, did so, or need not. */
type CriterionState = 'open' | 'confirmed' | 'changed' | 'proposed' | 'preview';

export function criterionState(one: DraftedCriterion): CriterionState {
  if (one.score === null) return 'preview';
  if (one.open) return 'open';
  const { review } = one;
  if (review === null) return 'proposed';
  return review.from === review.to && review.evidence === null ? 'confirmed' : 'changed';
}

/** The state of a criterion in a few words. */
export function stateWords(one: DraftedCriterion): string {
  const words: Record<CriterionState, string> = {
    // A touch writes no evidence (decision 121).
    open: one.contradicted ? 'the evidence says otherwise' : one.review === null ? 'needs you' : 'needs its evidence',
    confirmed: `confirmed by ${one.review?.reviewer}`,
    changed: `changed by ${one.review?.reviewer}`,
    proposed: 'as proposed',
    preview: 'preview, not scored',
  };
  return words[criterionState(one)];
}

/** The evidence of a criterion as the record has it; of a preview as it was proposed. */
export const evidenceOf = ({ draft }: Pick<Review, 'draft'>, one: DraftedCriterion): string =>
  writtenPart(draft.record.criteria.find(({ id }) => id === one.id)?.evidence ?? one.evidence);

/** What a person wrote: the sentence that stands for nothing is no text to write on. */
const writtenPart = (evidence: string): string => (evidence === NOT_WRITTEN ? '' : evidence);

/** How many criteria still need a person, as a sentence. */
export function openWords({ draft }: Pick<Review, 'draft'>): string {
  const all = draft.record.criteria.length;
  const { length } = draft.open;
  if (length === 0) return 'Nothing needs you any more';
  return `${length} of ${all} still ${length === 1 ? 'needs' : 'need'} you`;
}

/** The others who are at the draft, a sentence each. */
export const othersWords = ({ others }: Pick<Review, 'others'>): string[] =>
  others.map(
    ({ operator, field }) => `${operator} is here${field === null ? '' : `, writing ${field.split('.')[0]}`}.`,
  );

/**
 * The version that a form of the draft is saved over: the one in which something in it was typed, so that what others changed
 * since is not overwritten unseen.
 */
export function readVersion({ draft, typed }: Pick<Review, 'draft' | 'typed'>, of: (field: string) => boolean): number {
  const versions = [...typed].filter(([field]) => of(field)).map(([, { version }]) => version);
  return Math.min(draft.version, ...versions);
}

/**
 * What the pages of a review ask of second reviews (decision 124), of which they know no more: who scores a draft blind
 * does not see it, and the page of a draft says how far its second review is.
 */
export type BlindReview = {
  /** Where the operator who calls scores a draft blind; undefined where he may see it. */
  placeOf(visit: Visit, job_id: string): Promise<string | undefined>;
  /** The sources of each criterion, for who scores blind. */
  sourcesOf(visit: Visit, job_id: string): Promise<readonly { id: string; sources: readonly EvidenceSource[] }[]>;
  /**
   * A part of the page of a draft as HTML.
   *
   * @param reviewers who revised the draft and so knows its scores
   */
  partOf(visit: Visit, job_id: string, reviewers: readonly string[]): Promise<string>;
  /** A part for where it keeps a draft from being published, as HTML, with the button that withdraws it; '' where it does not. */
  openPartOf(visit: Visit, job_id: string): Promise<string>;
};

declare module '../../feature-part.ts' {
  interface HttpPart {
    blind_review?: BlindReview;
  }
}

/** That of the feature that has it; undefined without one. */
export const blindReview = ({ parts }: Pick<Visit, 'parts'>): BlindReview | undefined =>
  parts.find(({ blind_review }) => blind_review)?.blind_review;
