import type { Audit } from '@readymark/rubric/audit/audit';
import { type Revision, reviewsOf } from './review.ts';

/** Members of a record that people write beside its criteria. */
export const recordTexts = [
  'strongest_signals',
  'critical_gaps',
  'priority_actions',
  'executive_summary',
] as const satisfies readonly (keyof Audit)[];
export type RecordText = (typeof recordTexts)[number];

/** Something that was changed or confirmed in a draft after somebody had read it (decision 121), as it is now. */
export type Meanwhile = {
  /** Id of a criterion, or name of another member of the record. */
  field: string;
  reviewer: string;
  at: string;
  /** Version of the draft that the change made. */
  version: number;
  /** Whether the refused revision touches it too. */
  touched: boolean;
  criterion?: { score: number; evidence: string; reason: string | null };
  text?: Audit[RecordText];
};

type Touch = Pick<Revision, 'reviewer' | 'at' | 'version'> & { reason: string | null };

/**
 * What was changed after a version, each thing once, as it is now.
 *
 * @param touched criteria and other members that the revision touches
 */
export function changedSince(
  { record, revisions }: { record: Audit; revisions: readonly Revision[] },
  version: number,
  touched: readonly string[],
): Meanwhile[] {
  const later = revisions.filter((revision) => revision.version > version);
  const by = (field: string, { reviewer, at, version: made }: Pick<Revision, 'reviewer' | 'at' | 'version'>) => ({
    ...{ field, reviewer, at, version: made },
    touched: touched.includes(field),
  });
  // Scored anew is changed, too.
  const scored = later.flatMap((one) =>
    (one.rescored ?? []).map(({ id }): [string, Touch] => [id, { ...one, reason: null }]),
  );
  const criteria = [...new Map<string, Touch>([...scored, ...reviewsOf(later)])].flatMap(([id, review]) => {
    const found = record.criteria.find((one) => one.id === id);
    if (!found) return [];
    const { score, evidence } = found;
    return [{ ...by(id, review), criterion: { score, evidence, reason: review.reason } }];
  });
  const texts = recordTexts.flatMap((field) => {
    const last = later.findLast((one) => one.texts.includes(field));
    return last ? [{ ...by(field, last), text: record[field] }] : [];
  });
  return [...criteria, ...texts];
}
