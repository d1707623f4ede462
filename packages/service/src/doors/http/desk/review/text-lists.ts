import type { Audit } from '@readymark/rubric/audit/audit';
import { canonicalHash } from '../../../../domain/canonical-json.ts';

/** The lists of a record, and what each of their rows consists of. */
export const lists = {
  strongest_signals: { title: 'Strongest signals', fields: ['title', 'detail'] },
  critical_gaps: { title: 'Critical gaps', fields: ['title', 'detail'] },
  priority_actions: { title: 'Priority actions', fields: ['action', 'points_gain', 'pillar', 'effort'] },
} as const;
export type ListName = keyof typeof lists;

/** Every text of the record beside its criteria, by the name of its field in the form: `critical_gaps.0.title`. */
export function textValues(record: Audit): Record<string, string> {
  const rows = (Object.keys(lists) as ListName[]).flatMap((name) =>
    record[name].flatMap((row, at) =>
      Object.entries(row).map(([field, value]) => [`${name}.${at}.${field}`, String(value)] as const),
    ),
  );
  return { executive_summary: record.executive_summary, ...Object.fromEntries(rows) };
}

/** The texts of a record that people write beside its criteria. */
const textNames = ['executive_summary', ...(Object.keys(lists) as ListName[])] as const;

/**
 * Marks of the texts as they were drawn, by the names of hidden fields: a text that comes back as it was drawn was not
 * written by a person, also when it follows from other scores by now.
 */
export const baseValues = (record: Audit): Record<string, string> =>
  Object.fromEntries(textNames.map((name) => [`base.${name}`, baseOf(record[name])]));

export const baseOf = (text: unknown): string => canonicalHash(text).slice(0, 16);

/** The rows of a list by their first field, in one line. */
export const listTitles = (record: Audit, name: ListName): string =>
  record[name].map((row) => ('title' in row ? row.title : row.action)).join(' · ');

/** Whether a field of a draft belongs to one of these texts. */
export const isText = (field: string): boolean => (textNames as readonly string[]).includes(field.split('.')[0] ?? '');
