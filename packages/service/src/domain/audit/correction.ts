import type { PublicCorrection } from '@readymark/rubric/audit/views';
import { singleLine } from '@readymark/rubric/field';

/** A correction: an audit that took the place of another of its company and date (decision 169). `slug` is that of then. */
export type Correction = PublicCorrection & { publication: number; slug: string; audit_date: string };

/** Why an audit is corrected; everybody can read it. */
export const correctionReason = singleLine(500).meta({
  description: 'Why audits are corrected, where they replace others of their date. Everybody can read it.',
  examples: ['The description of the API was read from the wrong host.'],
});
