import type { BusinessKind } from '@readymark/rubric/ladder';
import { compareVersions } from '@readymark/rubric/rubric';
import { compareEntries, rankAmong, type ScoreCounts } from '../domain/leaderboard.ts';
import { type Spread, type Spreads, spreadKey } from '../domain/spreads.ts';
import type { CompanyRow } from './board/company-row.ts';
import { type EntrySum, emptySum } from './board/entry-sum.ts';
import { type CompanyShards, emptyShards, findIn } from './board/shards.ts';
import { SortedList, type SortedPart } from './board/sorted-list.ts';
import type { SearchGroup } from './snapshot.ts';

/**
 * Everything published, as an immutable value. A later leaderboard shares with an earlier one everything that did not
 * change, so a publication costs what it changes, and a snapshot that is still being read does not change.
 */
export type Leaderboard = {
  /** Companies by slug. */
  by_slug: CompanyShards;
  /** Companies by the owner of their website. */
  by_owner: CompanyShards;
  /** Companies by score: the rank depends on nothing else (decision 6). */
  buckets: ReadonlyMap<number, Bucket>;
  /** All companies by name. */
  by_name: SortedList<Company>;
  companies: number;
  /** How many of the companies are fictional (decision 105). */
  fictional: number;
  /** How the scores of current audits are spread, by rubric. */
  spreads: Spreads;
  /** What the tag of the index follows from, beside its head. */
  sum: EntrySum;
  /** Bytes of the rows of all companies, and of the records that they name. */
  row_bytes: number;
  record_bytes: number;
};

/** Companies of one score, by name and slug, in groups. */
export type Bucket = Totals & { groups: readonly Group[] };

/** Some companies of one score that follow one another, with what searches look at. */
export type Group = SortedPart<Company> & Omit<SearchGroup, 'companies'> & { companies: readonly Company[] } & Totals;

/**
 * `bytes`: size of their index entries without the ranks. `tiers`: how many of them are in each tier. `fictional`: how
 * many of them are.
 */
type Totals = { count: number; bytes: number; tiers: ReadonlyMap<string, number>; fictional: number };

/**
 * A company as its current audit shows it. A new object whenever one of its audits changes, so the same object always
 * means the same content.
 */
export type Company = CompanyRow;

export const emptyLeaderboard: Leaderboard = {
  by_slug: emptyShards,
  by_owner: emptyShards,
  buckets: new Map(),
  by_name: new SortedList(),
  companies: 0,
  fictional: 0,
  spreads: new Map(),
  sum: emptySum,
  row_bytes: 0,
  record_bytes: 0,
};

/** The totals of companies, or of groups of them. */
export function totalsOf(parts: readonly (Totals | Company)[]): Totals {
  const tiers = new Map<string, number>();
  let [count, bytes, fictional] = [0, 0, 0];
  const add = (tier: string, companies: number) => tiers.set(tier, (tiers.get(tier) ?? 0) + companies);
  for (const part of parts) {
    if ('tiers' in part) {
      for (const [tier, companies] of part.tiers) add(tier, companies);
      count += part.count;
      bytes += part.bytes;
      fictional += part.fictional;
    } else {
      add(part.tier, 1);
      count += 1;
      bytes += part.entry_bytes;
      fictional += Number(part.fictional);
    }
  }
  return { count, bytes, tiers, fictional };
}

export function findCompany(leaderboard: Leaderboard, slug: string): Company | undefined {
  return findIn(leaderboard.by_slug, slug, (company) => company.slug)[0];
}

/** How many companies of each score are ranked: all, but no fictional one beside real ones (decision 105). */
export function rankedScores({ buckets, companies, fictional }: Leaderboard): ScoreCounts {
  const left_out = (bucket: Bucket) => (fictional < companies ? bucket.fictional : 0);
  return new Map([...buckets].map(([score, bucket]) => [score, bucket.count - left_out(bucket)]));
}

/**
 * The rubric version that a board names (decision 6): that of most ranked companies, of equally many the newest; undefined
 * for an empty board.
 */
export function mainRubric(leaderboard: Leaderboard): string | undefined {
  const versions = new Set([...leaderboard.spreads.values()].map(({ rubric }) => rubric));
  const counted = [...versions].map(
    (version) => [version, rankedSpread(leaderboard, version)?.companies ?? 0] as const,
  );
  return counted.toSorted(([a, many], [b, more]) => more - many || compareVersions(b, a))[0]?.[0];
}

/** How the scores of ranked companies under a rubric are spread, of all or of one kind of business; undefined without any. */
export function rankedSpread(
  { spreads, companies, fictional }: Leaderboard,
  rubric: string,
  business: BusinessKind | 'all' = 'all',
): Spread | undefined {
  return spreads.get(spreadKey({ rubric, fictional: fictional === companies, business }));
}

/** Buckets from the best score down, each with its rank: 1 + how many ranked companies score higher (1, 2, 2, 4). */
export function rankedBuckets(
  leaderboard: Leaderboard,
  scores: ScoreCounts = rankedScores(leaderboard),
): { score: number; rank: number; bucket: Bucket }[] {
  return [...leaderboard.buckets]
    .sort(([a], [b]) => b - a)
    .map(([score, bucket]) => ({ score, rank: rankAmong(scores, score), bucket }));
}

/** The order of texts as people expect it. */
export const { compare: compareTexts } = new Intl.Collator('en');

/** Order by name as people expect it; equal names in leaderboard order. */
export const compareNames = (a: Company, b: Company): number =>
  compareTexts(a.company, b.company) || compareEntries(a, b);
