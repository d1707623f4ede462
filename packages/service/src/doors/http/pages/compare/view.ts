import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { isSelection, type Selection, selected } from '@readymark/rubric/audit/views';
import { slugIssue } from '@readymark/rubric/field';
import { slugOf } from '../../../../catalogue/search/company-named.ts';
import { nearest } from '../../../../catalogue/search/nearest.ts';
import { named, QUERY_LENGTH_MAX, searchPlaces } from '../../../../catalogue/search/search.ts';
import { nearestInWords, type UnknownName, unknownNames } from '../../../../catalogue/search/unknown-names.ts';
import type { Entry, Listed, Snapshot } from '../../../../catalogue/snapshot.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { SLUGS_MAX } from '../../../../operations/agent/get-audit.ts';
import { oversized, readSelection, selectionParameters, unselectable } from '../selection.ts';

/** Letters of a name that are looked at. */
const NAME_LENGTH_MAX = 200;

/** Companies that an address may name, as many as the tool takes (decision 190). */
const NAMED_MAX = SLUGS_MAX;

/** Companies that the forms gather at most: more columns do not fit on a screen. */
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

/**
 * What a comparison shows: these companies, and of them the selected criteria or all. `unknown`: what else was named.
 * `found`: what a search for a further company found, at most `FOUND_MAX`; `matches`: how many there are.
 */
export type Comparison = {
  companies: readonly Compared[];
  selection: Selection;
  unknown: readonly UnknownName[];
  q: string;
  found: readonly Listed[];
  matches: number;
};

/** Companies that a search for a further one lists. */
const FOUND_MAX = 8;

/**
 * The companies that a query names, in its order, each once: by slug, by name, or by words that match only one company.
 * `slugs` contains several, separated by commas, and may be repeated, as forms without a script do. Unknown names are kept
 * apart (decision 61). A Fault when all are unknown, when there are too many, or when none has a selected criterion.
 */
export function readComparison(snapshot: Snapshot, query: string): Comparison | Fault {
  const names = [...new Set(namesIn(query).map((name) => slugOf(snapshot, name)))];
  const compared = readCompared(snapshot, names);
  if (compared instanceof Fault) return compared;
  const { entries, unknown: unknown_names } = compared;
  const unknown = unknown_names.length ? unknownNames(snapshot, unknown_names) : [];
  const q = searchedIn(query);
  if (unknown.length && entries.length === 0 && !q) return notListed(unknown);
  const selection = readSelection(query);
  const companies = entries.flatMap((entry) => {
    const record = snapshot.record(entry.slug);
    return record ? [{ entry, record }] : [];
  });
  const records = companies.map(({ record }) => record);
  const refused = companies.length ? unselectable(records, selection) : undefined;
  return refused ?? { companies, selection, unknown, q, ...further(snapshot, q, entries) };
}

/** What a search finds beside the companies that are compared already; what was probably meant where it finds none. */
function further(snapshot: Snapshot, q: string, compared: readonly Entry[]): Pick<Comparison, 'found' | 'matches'> {
  if (!q) return { found: [], matches: 0 };
  const places = searchPlaces(snapshot, q) ?? [];
  const there = new Set(compared.map(({ slug }) => slug));
  const listed = places.slice(0, FOUND_MAX + there.size).map((place) => snapshot.companies[place] as Listed);
  const found = places.length ? listed : nearest(snapshot, q, FOUND_MAX);
  return { found: found.filter(({ slug }) => !there.has(slug)).slice(0, FOUND_MAX), matches: places.length };
}

type ReadNames = { entries: readonly Entry[]; unknown: readonly string[] };

function readCompared(snapshot: Snapshot, names: readonly string[]): ReadNames | Fault {
  if (names.length > 2 * NAMED_MAX) return tooMany();
  const found = new Map<string, Entry>();
  // Slugs first: they cost nothing.
  const searched = names.filter((name) => !snapshot.entry(name));
  if (searched.length > NAMED_MAX) return tooMany();
  const by_name = new Map<string, Pick<Listed, 'slug'>>();
  const unknown: string[] = [];
  for (const name of searched) {
    // After the first unknown one only what may be a name is worth a search: what looks like a slug is none.
    // The slug of a retracted company names no other one, however much it resembles it.
    const sought = (unknown.length === 0 || slugIssue(name) !== undefined) && !snapshot.former_slugs.has(name);
    const company = sought ? named(snapshot, name.slice(0, NAME_LENGTH_MAX)) : undefined;
    if (company) by_name.set(name, company);
    else unknown.push(name);
  }
  for (const name of names) {
    const entry = snapshot.entry(by_name.get(name)?.slug ?? name);
    if (entry) found.set(entry.slug, entry);
  }
  const entries = [...found.values()];
  return entries.length > NAMED_MAX ? tooMany() : { entries, unknown };
}

function notListed(unknown: readonly UnknownName[]): Fault {
  const near = [...new Set(unknown.flatMap((one) => one.nearest))];
  return new Fault('not_found', `None of these companies is on the leaderboard.${nearestInWords(unknown)}`, {
    nearest: near,
  });
}

/** What a further company is looked for with. */
const searchedIn = (query: string): string =>
  (new URLSearchParams(query).get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX);

function namesIn(query: string): string[] {
  const given = new URLSearchParams(query);
  const names = [...given.getAll('slugs'), ...given.getAll('slug')]
    .flatMap((value) => value.split(','))
    .map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

const tooMany = () => {
  const message = `must name at most ${NAMED_MAX} companies`;
  return invalidFields([{ field: 'slugs', message }], 'There are too many companies to compare.');
};

/** Pillars, each followed by its criteria, in the order of the record with the most criteria; of a selection only what it names. */
export function compareView({ companies, selection }: Pick<Comparison, 'companies' | 'selection'>): CompareView {
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
export const evidenceOf = ({ companies, selection }: Pick<Comparison, 'companies' | 'selection'>) =>
  companies
    .map(({ entry, record }) => ({ entry, criteria: selected(record, selection).criteria }))
    .filter(({ criteria }) => criteria.length > 0);

/** A query with its names, its selection and its search alone, each once: two queries of the same form show the same. */
export function normalCompareQuery(query: string): string | Fault {
  const selection = readSelection(query);
  return oversized(selection) ?? queryOf(namesIn(query), selection, searchedIn(query));
}

/** The canonical query of a comparison, with its `?`; '' without companies, selection and search. */
export const compareQuery = ({ companies, selection, unknown, q }: Comparison): string =>
  queryOf([...companies.map(({ entry }) => entry.slug), ...unknown.map(({ slug }) => slug)], selection, q);

/** The query that compares these slugs. */
export const slugsQuery = (slugs: readonly string[], selection: Selection = {}): string =>
  queryOf(slugs, selection, '');

function queryOf(names: readonly string[], selection: Selection, q: string): string {
  const parameters = [
    names.length ? `slugs=${names.map(encodeURIComponent).join(',')}` : '',
    selectionParameters(selection),
    q ? `q=${encodeURIComponent(q)}` : '',
  ];
  const query = parameters.filter(Boolean).join('&');
  return query && `?${query}`;
}
