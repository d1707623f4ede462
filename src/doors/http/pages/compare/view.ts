import { nearest } from '../../../../catalogue/nearest.ts';
import { named } from '../../../../catalogue/search.ts';
import type { Entry, Listed, Snapshot } from '../../../../catalogue/snapshot.ts';
import type { AuditRecord } from '../../../../domain/audit/audit.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import type { PageInput } from '../page-input.ts';

/** Companies suggested for unknown names. */
const SUGGESTIONS_MAX = 5;

/** Letters of a name that are looked at. */
export const NAME_LENGTH_MAX = 200;

/** Companies side by side at most: more columns would not be readable. */
export const COMPARED_MAX = 5;

/**
 * One row of the matrix: a pillar or a criterion, with each company's score; null where its rubric does not have it.
 */
export type CompareRow = {
  id: string;
  name: string;
  pillar: boolean;
  scores: ({ score: number; max: number } | null)[];
  best: number | null;
};

type CompareView = { companies: { entry: Entry; record: AuditRecord }[]; rows: CompareRow[] };

/**
 * The companies that a query names, in its order, each once: by slug, by name, or by words that match only one company.
 * `slugs` contains several, separated by commas, and may be repeated, as forms without a script do. A Fault when one is
 * unknown or there are too many.
 */
export function readCompared(snapshot: Snapshot, query: string): readonly Entry[] | Fault {
  const names = namesIn(query);
  if (names.length > 2 * COMPARED_MAX) return tooMany();
  const found = new Map<string, Entry>();
  // Slugs first: they cost nothing. The first unknown name is the last that is searched for.
  const searched = names.filter((name) => !snapshot.entry(name));
  if (searched.length > COMPARED_MAX) return tooMany();
  const by_name = new Map<string, Listed>();
  for (const name of searched) {
    const company = named(snapshot, name.slice(0, NAME_LENGTH_MAX));
    if (!company) return new Fault('not_found', 'One of the companies is not on the leaderboard.');
    by_name.set(name, company);
  }
  for (const name of names) {
    const entry = snapshot.entry(by_name.get(name)?.slug ?? name);
    if (entry) found.set(entry.slug, entry);
  }
  const entries = [...found.values()];
  return entries.length > COMPARED_MAX ? tooMany() : entries;
}

function namesIn(query: string): string[] {
  const given = new URLSearchParams(query);
  const names = [...given.getAll('slugs'), ...given.getAll('slug')]
    .flatMap((value) => value.split(','))
    .map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

const tooMany = () => {
  const message = `must name at most ${COMPARED_MAX} companies`;
  return invalidFields([{ field: 'slugs', message }], 'There are too many companies to compare.');
};

/** Suggestions for unknown names in a query. */
export function nearCompared(snapshot: Snapshot, query: string): readonly Listed[] {
  const unknown = namesIn(query).filter((name) => !snapshot.entry(name));
  return nearest(snapshot, unknown.join(' '), SUGGESTIONS_MAX);
}

/** Pillars, each followed by its criteria, in the order of the record with the most criteria. */
export function compareView({ snapshot }: PageInput, entries: readonly Entry[]): CompareView {
  const companies = entries.flatMap((entry) => {
    const record = snapshot.record(entry.slug);
    return record ? [{ entry, record }] : [];
  });
  const widest = companies
    .map(({ record }) => record)
    .reduce((a, b) => (b.criteria.length > a.criteria.length ? b : a));
  const row = (
    id: string,
    name: string,
    pillar: boolean,
    of: (record: AuditRecord) => { score: number; max: number } | undefined,
  ): CompareRow => {
    const scores = companies
      .map(({ record }) => of(record))
      .map((found) => (found ? { score: found.score, max: found.max } : null));
    const shares = scores.map((found) => (found ? found.score / found.max : -1));
    const best = Math.max(...shares);
    return { id, name, pillar, scores, best: shares.every((share) => share === best) ? null : best };
  };
  const rows = Object.entries(widest.pillars).flatMap(([pillar, { name }]) => [
    row(pillar, name, true, (record) => record.pillars[pillar]),
    ...widest.criteria
      .filter((criterion) => criterion.pillar === pillar)
      .map(({ id, name }) =>
        row(id, name, false, (record) => record.criteria.find((criterion) => criterion.id === id)),
      ),
  ]);
  return { companies, rows };
}

/** A query with its names alone, each once: two queries of the same form show the same. */
export function normalCompareQuery(query: string): string {
  const names = namesIn(query);
  return names.length ? `?slugs=${names.map(encodeURIComponent).join(',')}` : '';
}

/** The canonical query of a comparison, with its `?`; '' without companies. */
export const compareQuery = (entries: readonly Entry[]) =>
  entries.length ? `?slugs=${entries.map(({ slug }) => slug).join(',')}` : '';
