import { AHEAD_MS } from '@readymark/tlog/cosignature';
import { isAboutAudits } from '@readymark/verify';
import type { ReadStatement } from '../read-statement.ts';

/** An audit that is public by the log: company, date, index of its entry. */
export type InForce = readonly [slug: string, audit_date: string, index: number];

/** What is odd about an entry, to end a sentence that begins with it. The tree is right, so it accuses nobody (decision 164). */
export type Note = { index: number; says: string };

/** Audits that are remembered: of a longer log dates are compared no more. */
const IN_FORCE_MAX = 1_000_000;
const NOTES_MAX = 1_000;
const DAY_MS = 86_400_000;

/**
 * Looks at entries in order, and notes those that replace one of another company, lie in the future, or say a second audit of a
 * company and date.
 *
 * @param known the audits that were public after what was seen before
 * @param now milliseconds since 1970
 */
export function openOddEntries(known: readonly InForce[], now: number) {
  const companies = new Map<string, Map<string, number>>();
  const by_index = new Map<number, InForce>();
  const notes: Note[] = [];

  function put(one: InForce): void {
    const [slug, audit_date, index] = one;
    if (by_index.size >= IN_FORCE_MAX) return;
    companies.set(slug, (companies.get(slug) ?? new Map<string, number>()).set(audit_date, index));
    by_index.set(index, one);
  }
  function drop(index: number | undefined): void {
    const [slug = '', audit_date = ''] = by_index.get(index ?? -1) ?? [];
    by_index.delete(index ?? -1);
    const dates = companies.get(slug);
    if (dates?.get(audit_date) === index) dates?.delete(audit_date);
    if (dates?.size === 0) companies.delete(slug);
  }
  for (const one of known) put(one);

  function* oddIn({ kind, slug = '', audit_date, at, replaces }: ReadStatement): Generator<string> {
    const published = Date.parse(at);
    if (published > now + AHEAD_MS) yield `says that it was published at ${at}, a time that has not come`;
    if (audit_date && Date.parse(audit_date) > published + DAY_MS)
      yield `is of an audit of ${audit_date}, later than it was published`;
    if (!isAboutAudits(kind)) return;
    const [of] = (typeof replaces === 'number' && by_index.get(replaces)) || [slug];
    if (of !== slug && kind !== 'name_change') yield `replaces entry ${replaces}, which is of another company: ${of}`;
    const beside = companies.get(slug)?.get(audit_date ?? '');
    if (kind !== 'retraction' && beside !== undefined && beside !== replaces)
      yield `is a second audit of ${audit_date}, beside entry ${beside}`;
  }

  return {
    notes,
    add(statement: ReadStatement, index: number): void {
      for (const says of oddIn(statement)) if (notes.length < NOTES_MAX) notes.push({ index, says });
      const { kind, slug = '', audit_date, replaces } = statement;
      if (kind === 'retraction') for (const one of [...(companies.get(slug)?.values() ?? [])]) drop(one);
      else if (isAboutAudits(kind) && audit_date) {
        if (typeof replaces === 'number') drop(replaces);
        drop(companies.get(slug)?.get(audit_date));
        put([slug, audit_date, index]);
      }
    },
    /** The audits that are public now. */
    in_force: (): InForce[] => [...by_index.values()],
  };
}
