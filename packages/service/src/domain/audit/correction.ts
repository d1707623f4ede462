import { singleLine } from '@readymark/rubric/field';

/** A correction: an audit that took the place of another of its company and date (decision 169). `slug` is that of then. */
export type Correction = {
  publication: number;
  slug: string;
  audit_date: string;
  /** ISO 8601. */
  at: string;
  score_before: number;
  score_after: number;
  /** Criteria whose scores moved; null where the rubric of that audit did not have it. */
  criteria: { id: string; from: number | null; to: number | null }[];
  reason: string | null;
};

/** Why an audit is corrected; everybody can read it. */
export const correctionReason = singleLine(500).meta({
  description: 'Why audits are corrected, where they replace others of their date. Everybody can read it.',
  examples: ['The description of the API was read from the wrong host.'],
});

/** Criteria that one line names. */
const NAMED_MAX = 6;

/** What moved, as plain text: `52 → 53 (P1-D 2 → 3)`. */
export function correctedScores({ score_before, score_after, criteria }: Correction): string {
  if (!criteria.length) return `${score_after}, as before: texts or evidence were corrected`;
  const named = criteria.slice(0, NAMED_MAX).map(({ id, from, to }) => `${id} ${from ?? 'none'} → ${to ?? 'none'}`);
  const more = criteria.length - named.length;
  return `${score_before} → ${score_after} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

export const reasonOf = ({ reason }: Correction): string => reason ?? 'No reason was given.';

/** A correction as one line for programs, which begins with its time. */
export const correctionText = (one: Correction): string => `${one.at}: ${correctedScores(one)}. ${reasonOf(one)}`;
