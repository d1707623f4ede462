import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';

/**
 * What an operator has typed into a draft and not saved yet (decision 121): one text for each field, under the names of
 * the record.
 */

export const typedEntry = z.object({
  field: z.string().meta({ description: 'For example P1-A.evidence, executive_summary, critical_gaps.0.title.' }),
  text: z.string(),
  version: z.int().min(0).meta({ description: 'Version of the draft in which it was typed.' }),
  at: timestamp,
});

/** Longest text of a field in characters, as longest in a record. */
export const TYPED_MAX = 20_000;

/** Fields that one operator may have unsaved in one draft. */
export const TYPED_FIELDS_MAX = 200;

const parts = ['score', 'evidence', 'reason'] as const;
const inLists =
  /^(?:(?:strongest_signals|critical_gaps)\.\d{1,2}\.(?:title|detail)|priority_actions\.\d{1,2}\.(?:action|points_gain|pillar|effort))$/;

/** Whether something of a draft has this name: `P1-A.evidence`, `executive_summary`, `critical_gaps.0.title`. */
export function isTypedField(field: string, criteria: readonly string[]): boolean {
  if (field === 'executive_summary' || inLists.test(field)) return true;
  const at = field.lastIndexOf('.');
  return criteria.includes(field.slice(0, at)) && parts.some((part) => part === field.slice(at + 1));
}

type Saved = {
  criteria: readonly ({ id: string } & { [Part in (typeof parts)[number]]?: unknown })[];
  /** Other members of the record. */
  texts: readonly string[];
};

/** Whether a revision saved what was typed into a field: that very part of a criterion, or the whole list. */
export function isSaved(field: string, { criteria, texts }: Saved): boolean {
  if (texts.includes(field.split('.')[0] ?? '')) return true;
  return criteria.some((change) =>
    parts.some((part) => change[part] !== undefined && field === `${change.id}.${part}`),
  );
}
