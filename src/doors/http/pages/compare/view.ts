import { slugNow } from '../../../../catalogue/nearest.ts';
import { named } from '../../../../catalogue/search.ts';
import type { Entry, Listed, Snapshot } from '../../../../catalogue/snapshot.ts';
import { namedInWords, unknownNames } from '../../../../catalogue/unknown-names.ts';
import type { AuditRecord } from '../../../../domain/audit/audit.ts';
import { isSelection, type Selection, selected } from '../../../../domain/audit/views.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { slugIssue } from '../../../../domain/field.ts';
import { oversized, readSelection, selectionParameters, unselectable } from '../selection.ts';

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

type CompareView = { companies: readonly Compared[]; rows: CompareRow[] };

type Compared = { entry: Entry; record: AuditRecord };

/** What a comparison shows: these companies, and of them the selected criteria or all. */
export type Comparison = { companies: readonly Compared[]; selection: Selection };

/**
 * The companies that a query names, in its order, each once: by slug, by name, or by words that match only one company.
 * `slugs` contains several, separated by commas, and may be repeated, as forms without a script do. A Fault when some are
 * unknown, which names them all, when there are too many, or when none has a selected criterion.
 */
export function readComparison(snapshot: Snapshot, query: string): Comparison | Fault {
  const names = [...new Set(namesIn(query).map((name) => slugNow(snapshot, name)))];
  const entries = readCompared(snapshot, names);
  if (entries instanceof Fault) return entries;
  const selection = readSelection(query);
  const companies = entries.flatMap((entry) => {
    const record = snapshot.record(entry.slug);
    return record ? [{ entry, record }] : [];
  });
  const records = companies.map(({ record }) => record);
  return (companies.length && unselectable(records, selection)) || { companies, selection };
}

function readCompared(snapshot: Snapshot, names: readonly string[]): readonly Entry[] | Fault {
  if (names.length > 2 * COMPARED_MAX) return tooMany();
  const found = new Map<string, Entry>();
  // Slugs first: they cost nothing.
  const searched = names.filter((name) => !snapshot.entry(name));
  if (searched.length > COMPARED_MAX) return tooMany();
  const by_name = new Map<string, Pick<Listed, 'slug'>>();
  const unknown: string[] = [];
  for (const name of searched) {
    // Once the comparison is refused, only what may be a name is worth a search: what looks like a slug is none.
    // The slug of a retracted company names no other one, however much it resembles it.
    const sought = (unknown.length === 0 || slugIssue(name) !== undefined) && !snapshot.former_slugs.has(name);
    const company = sought ? named(snapshot, name.slice(0, NAME_LENGTH_MAX)) : undefined;
    if (company) by_name.set(name, company);
    else unknown.push(name);
  }
  if (unknown.length) return notListed(snapshot, unknown);
  for (const name of names) {
    const entry = snapshot.entry(by_name.get(name)?.slug ?? name);
    if (entry) found.set(entry.slug, entry);
  }
  const entries = [...found.values()];
  return entries.length > COMPARED_MAX ? tooMany() : entries;
}

function notListed(snapshot: Snapshot, names: readonly string[]): Fault {
  const unknown = unknownNames(snapshot, names);
  const nearest = [...new Set(unknown.flatMap((one) => one.nearest))];
  return new Fault('not_found', `Not on the leaderboard: ${namedInWords(unknown)}.`, { nearest });
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

/** Pillars, each followed by its criteria, in the order of the record with the most criteria; of a selection only what it names. */
export function compareView({ companies, selection }: Comparison): CompareView {
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
  const { criteria, pillars = {} } = isSelection(selection) ? selected(widest, selection) : widest;
  const rows = Object.entries(widest.pillars).flatMap(([pillar, { name }]) => [
    ...(Object.hasOwn(pillars, pillar) ? [row(pillar, name, true, (record) => record.pillars[pillar])] : []),
    ...criteria
      .filter((criterion) => criterion.pillar === pillar)
      .map(({ id, name }) =>
        row(id, name, false, (record) => record.criteria.find((criterion) => criterion.id === id)),
      ),
  ]);
  return { companies, rows };
}

/** The selected criteria of each company, without companies that have none of them. */
export const evidenceOf = ({ companies, selection }: Comparison) =>
  companies
    .map(({ entry, record }) => ({ entry, criteria: selected(record, selection).criteria }))
    .filter(({ criteria }) => criteria.length > 0);

/** A query with its names and its selection alone, each once: two queries of the same form show the same. */
export function normalCompareQuery(query: string): string | Fault {
  const selection = readSelection(query);
  return oversized(selection) ?? queryOf(namesIn(query).map(encodeURIComponent), selection);
}

/** The canonical query of a comparison, with its `?`; '' without companies and selection. */
export const compareQuery = ({ companies, selection }: Comparison): string =>
  queryOf(
    companies.map(({ entry }) => entry.slug),
    selection,
  );

function queryOf(names: readonly string[], selection: Selection): string {
  const parameters = [names.length ? `slugs=${names.join(',')}` : '', selectionParameters(selection)];
  const query = parameters.filter(Boolean).join('&');
  return query && `?${query}`;
}
