import type { CriterionScores } from '@readymark/rubric/audit/criterion-scores';
import type { BusinessKind } from '@readymark/rubric/ladder';
import { compareVersions } from '@readymark/rubric/rubric';
import { compareEntries, rankAmong, type ScoreCounts } from '../domain/leaderboard.ts';
import { type Spread, type Spreads, spreadKey } from '../domain/spreads.ts';
import type { RecordRef } from './record-store/record-store.ts';
import type { PublicAudit, SearchGroup } from './snapshot.ts';

/**
 * Everything published, as an immutable value. A later leaderboard shares with an earlier one everything that did not
 * change, so a publication costs what it changes, and a snapshot that is still being read does not change.
 */
export type Leaderboard = {
  /** Companies by slug, spread over maps by a hash of the slug. */
  shards: readonly ReadonlyMap<string, Company>[];
  /** Companies by score: the rank depends on nothing else (decision 6). */
  buckets: ReadonlyMap<number, Bucket>;
  /** All companies by name. */
  by_name: readonly Company[];
  companies: number;
  /** How many of the companies are fictional (decision 105). */
  fictional: number;
  /** How the scores of current audits are spread, by rubric. */
  spreads: Spreads;
};

/**
 * Companies of one score, by name and slug. `bytes`: size of their index entries without the ranks. `tiers`: how many of
 * them are in each tier. `fictional`: how many of them are.
 */
type Bucket = Omit<SearchGroup, 'companies'> & {
  companies: readonly Company[];
  bytes: number;
  tiers: ReadonlyMap<string, number>;
  fictional: number;
};

/**
 * A company as its current audit shows it. A new object whenever one of its audits changes, so the same object always
 * means the same content.
 */
export type Company = CriterionScores & {
  slug: string;
  company: string;
  website: string;
  overall_score: number;
  tier: string;
  rubric: string;
  audit_id: string;
  audit_date: string;
  reaudit_due: string;
  pillar_scores: Record<string, number>;
  fictional: boolean;
  /** The kind of business that its current audit found. */
  business: BusinessKind | undefined;
  /** What the owner of its website registered: companies of other owners have other sites. */
  owner: string;
  /** Its index entry as JSON, from after the rank to the closing brace, and the size of that in bytes. */
  entry: string;
  entry_bytes: number;
  /** Current audits, one per date, oldest first. */
  audits: readonly StoredAudit[];
};

/** `receipts`: what it rests on, as a document; undefined for an audit that was written by hand (decision 90). */
export type StoredAudit = RecordRef &
  PublicAudit & { receipts: RecordRef | undefined; business: BusinessKind | undefined };

const SHARDS = 1024;

export const emptyLeaderboard: Leaderboard = {
  shards: Array.from({ length: SHARDS }, () => new Map()),
  buckets: new Map(),
  by_name: [],
  companies: 0,
  fictional: 0,
  spreads: new Map(),
};

export function findCompany(leaderboard: Leaderboard, slug: string): Company | undefined {
  return leaderboard.shards[shardOf(slug)]?.get(slug);
}

/** How many companies of each score are ranked: all, but no fictional one beside real ones (decision 105). */
export function rankedScores({ buckets, companies, fictional }: Leaderboard): ScoreCounts {
  const left_out = (bucket: Bucket) => (fictional < companies ? bucket.fictional : 0);
  return new Map([...buckets].map(([score, bucket]) => [score, bucket.companies.length - left_out(bucket)]));
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

/** Which of the shards a slug belongs to. */
export function shardOf(slug: string): number {
  let hash = 0;
  for (let at = 0; at < slug.length; at++) hash = (hash * 31 + slug.charCodeAt(at)) | 0;
  return hash & (SHARDS - 1);
}

/** The order of texts as people expect it. */
export const { compare: compareTexts } = new Intl.Collator('en');

/** Order by name as people expect it; equal names in leaderboard order. */
export const compareNames = (a: Company, b: Company): number =>
  compareTexts(a.company, b.company) || compareEntries(a, b);
