import type { PublicCorrection } from '@readymark/rubric/audit/views';
import { singleLine } from '@readymark/rubric/field';

/** A correction: an audit that took the place of another of its company and date (decision 169). `slug` is that of then. */
export type Correction = PublicCorrection & { publication: number; slug: string; audit_date: string };

/** Why an audit is corrected; everybody can read it. */
export const correctionReason = singleLine(500).meta({
  description: 'Why audits are corrected, where they replace others of their date. Everybody can read it.',
  examples: ['The description of the API was read from the wrong host.'],
});

/** Criteria that one line names. */
const NAMED_MAX = 6;

/** What moved, as plain text: `52 → 53 (P1-D 2 → 3)`. */
export function correctedScores({ score_before, score_after, criteria }: Omit<PublicCorrection, 'reason'>): string {
  if (!criteria.length) return `${score_after}, as before: texts or evidence were corrected`;
  const named = criteria.slice(0, NAMED_MAX).map(({ id, from, to }) => `${id} ${from ?? 'none'} → ${to ?? 'none'}`);
  const more = criteria.length - named.length;
  return `${score_before} → ${score_after} (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

export const reasonOf = ({ reason }: Pick<PublicCorrection, 'reason'>): string => reason ?? 'No reason was given.';
