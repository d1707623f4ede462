import type { EvidenceSource } from '../evidence/evidence.ts';
import type { PageRole, ReadItem, Site } from '../read/site.ts';
import type { HumanReason } from './proposal.ts';

/**
 * What a fact found: a number at three levels of certainty, sure ≤ likely ≤ possible. `sure` is structure that was seen,
 * `likely` adds what words say, `possible` adds what may be there and was not seen. All three are equal when everything was seen.
 */
export type FactResult = {
  sure: number;
  likely: number;
  possible: number;
  /** Sentences that may say it and prove nothing: while there are any, nothing is called absent. */
  candidates?: readonly Candidate[];
  /** Why the three differ. */
  reasons: readonly HumanReason[];
  /** Where it was found; for what is absent, where it was looked for. Most telling first. */
  sources: readonly EvidenceSource[];
  /** For sentences of evidence: `{fact.count}`, `{fact.list}`, … */
  says: Readonly<Record<string, string | number>>;
};

/** A sentence that a person may tick: its page, its words and those beside it. */
export type Candidate = { item: ReadItem; quote: string; before: string; next: string };

export type FactArguments = Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[]>>;

/** A named primitive of ladders. Pure: no clock, no network. */
export type Fact = {
  /** What it finds and what its arguments are, for whoever writes a ladder. */
  about: string;
  find(site: Site, args: FactArguments): FactResult;
};

/** Where something was found, with words of it. */
export type Citation = ReadItem | { item: ReadItem; excerpt?: string | undefined };

export const itemOf = (place: Citation): ReadItem => ('item' in place ? place.item : place);

/** The source that an item is, with words of it. */
export const sourceOf = (item: ReadItem, excerpt = ''): EvidenceSource => ({
  url: item.final_url,
  fetched_at: item.fetched_at,
  status: item.status,
  sha256: item.sha256,
  excerpt: excerpt.replace(/\s+/g, ' ').trim().slice(0, 400),
});

/** The sources that the first places are. */
export const sourcesAt = (places: readonly Citation[], most: number): EvidenceSource[] =>
  places.slice(0, most).map((place) => sourceOf(itemOf(place), 'item' in place ? place.excerpt : ''));

/** An argument that is a list; a single word is a list of one. */
export const list = (args: FactArguments, name: string): readonly string[] => {
  const value = args[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly (string | number)[] as readonly string[]) : [];
};

export const rolesOf = (args: FactArguments): readonly PageRole[] => list(args, 'roles') as readonly PageRole[];
