import type { EvidenceSource } from '../evidence/evidence.ts';
import type { ReadItem, Site } from '../read/site.ts';
import type { HumanReason } from './proposal.ts';

/**
 * What a fact found: a number at three levels of certainty, sure ≤ likely ≤ possible. `sure` is structure that was seen,
 * `likely` adds what words say, `possible` adds what may be there and was not seen. All three are equal when everything was seen.
 */
export type Found = {
  sure: number;
  likely: number;
  possible: number;
  /** Why the three differ. */
  reasons: readonly HumanReason[];
  /** Where it was found; for what is absent, where it was looked for. Most telling first. */
  sources: readonly EvidenceSource[];
  /** For sentences of evidence: `{fact.count}`, `{fact.list}`, … */
  says: Readonly<Record<string, string | number>>;
};

export type FactArguments = Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[]>>;

/** A named primitive of ladders. Pure: no clock, no network. */
export type Fact = {
  /** What it finds and what its arguments are, for whoever writes a ladder. */
  about: string;
  find(site: Site, args: FactArguments): Found;
};

/** A fact that is certain. */
export const surely = (value: number, of: Pick<Found, 'sources' | 'says'>): Found => ({
  sure: value,
  likely: value,
  possible: value,
  reasons: [],
  ...of,
});

/** The source that an item is, with words of it. */
export const sourceOf = (item: ReadItem, excerpt = ''): EvidenceSource => ({
  url: item.final_url,
  fetched_at: item.fetched_at,
  status: item.status,
  sha256: item.sha256,
  excerpt: excerpt.replace(/\s+/g, ' ').trim().slice(0, 400),
});
