import type { Audit } from '@readymark/rubric/audit/audit';
import type { FieldError } from '@readymark/rubric/field';
import { type RecordText, recordTexts } from './meanwhile.ts';

/** What a person changed in the record of a draft that was taken out as JSON and edited (decision 121). */
type EditedParts = {
  /** `at`: its place in the edited record. */
  criteria: { at: number; id: string; score?: number; evidence?: string }[];
  /** Other members of the record, as they are in the edited one; the gate checks their form. */
  texts: { [Text in RecordText]?: unknown };
};

/** What says which draft it is, and under which rubric: none of it is changed by editing. */
const identity = [
  'company',
  'slug',
  'website',
  'audit_date',
  'reaudit_due',
  'rubric_version',
  'framework',
  'source_file',
] as const satisfies readonly (keyof Audit)[];

/** The same of a criterion. */
const fixed = ['pillar', 'name', 'max'] as const;

const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Levels of lists and objects that a part of a record may have. It has two; what has thousands cannot be written as JSON again. */
const LEVELS_MAX = 8;

const isDeep = (value: unknown, levels = LEVELS_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1)));

/**
 * Compares an edited record with the draft that it was taken from. What is missing stays as it is; sums and tier follow
 * from the scores and are not read; members that a record does not have are passed over.
 *
 * @param given anything; a text is read as JSON
 * @returns what differs; or every field that is wrong, named as in the record
 */
export function editedParts(draft: Audit, given: unknown): EditedParts | { errors: FieldError[] } {
  const edited = typeof given === 'string' ? parsed(given) : given;
  if (edited === undefined) return { errors: [{ field: 'record', message: 'cannot be read as JSON' }] };
  if (!isObject(edited)) return { errors: [{ field: 'record', message: 'must be the record of the draft' }] };
  const errors: FieldError[] = identity
    .filter((name) => own(edited, name) !== undefined && own(edited, name) !== draft[name])
    .map((name) => ({ field: name, message: `must stay as it is in the draft: ${draft[name]}` }));
  for (const name of recordTexts)
    if (isDeep(own(edited, name))) errors.push({ field: name, message: 'is nested more deeply than a record is' });
  const criteria = editedCriteria(draft, own(edited, 'criteria'), errors);
  if (errors.length) return { errors };
  const changed = recordTexts.filter((name) => {
    const value = own(edited, name);
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(draft[name]);
  });
  return { criteria, texts: Object.fromEntries(changed.map((name) => [name, own(edited, name)])) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** The criteria that differ. What is wrong is added to `errors`. */
function editedCriteria(draft: Audit, edited: unknown, errors: FieldError[]): EditedParts['criteria'] {
  if (edited === undefined) return [];
  const refuse = (field: string, message: string) => {
    errors.push({ field, message });
    return [];
  };
  if (!Array.isArray(edited)) return refuse('criteria', 'must be a list');
  const seen = new Set<string>();
  return edited.slice(0, 200).flatMap((item: unknown, at) => {
    const field = `criteria[${at}]`;
    if (!isObject(item)) return refuse(field, 'must be an object');
    const id = own(item, 'id');
    const before = draft.criteria.find((one) => one.id === id);
    if (!before) return refuse(`${field}.id`, 'must be a criterion of the draft');
    if (seen.has(before.id)) return refuse(`${field}.id`, `must be there once: ${before.id} is there twice`);
    seen.add(before.id);
    for (const name of fixed)
      if (own(item, name) !== undefined && own(item, name) !== before[name])
        refuse(`${field}.${name}`, `must stay as it is in the draft: ${before[name]}`);
    const score = own(item, 'score') ?? before.score;
    const evidence = own(item, 'evidence') ?? before.evidence;
    if (typeof score !== 'number' || !Number.isInteger(score) || score < 0 || score > before.max)
      return refuse(`${field}.score`, `must be a whole number from 0 to ${before.max}`);
    if (typeof evidence !== 'string') return refuse(`${field}.evidence`, 'must be a text');
    const change = {
      ...(score !== before.score && { score }),
      ...(evidence !== before.evidence && { evidence }),
    };
    return Object.keys(change).length ? [{ at, id: before.id, ...change }] : [];
  });
}
