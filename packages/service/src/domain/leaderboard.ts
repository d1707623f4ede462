import { overallScore, tierField } from '@readymark/rubric/audit/audit';
import { day, slugField } from '@readymark/rubric/field';
import { z } from 'zod';
import { endedCompany } from './companies/former-slug.ts';
import { feedEvents } from './public-log/feed.ts';

/** The leaderboard (spec 2.1, decision 6): the order and ranks of companies, and the index that lists them. */
export const indexEntry = z
  .object({
    rank: z.int().min(1).meta({ description: 'Equal scores share a rank and the next rank counts them.' }),
    company: z.string(),
    slug: slugField,
    overall_score: overallScore,
    tier: tierField,
    pillar_scores: z
      .record(z.string(), z.int().min(0).max(1000))
      .meta({ description: 'Points by pillar id.', examples: [{ P1: 17, P2: 19, P3: 8, P4: 7, P5: 13 }] }),
    detail_json: z
      .string()
      .meta({ description: 'Root-relative path of the full record.', examples: ['/api/audits/example-widgets.json'] }),
    fictional: z.literal(true).optional(),
  })
  .meta({ description: 'One company on the leaderboard.' });

export const leaderboardIndex = z
  .object({
    count: z.int().min(0).meta({ description: 'Number of audits listed.' }),
    rubric_version: z.string().meta({ description: 'Rubric of most audits.', examples: ['v1'] }),
    audits: z.array(indexEntry),
  })
  .meta({ description: 'All audited companies, best first.' });

/** What the board of a past day says of itself, before its entries (decision 151). */
const pastHead = z.object({
  as_of: day,
  publication: z.int(),
  log_size: z.int(),
  retracted_since: z.int().meta({ description: 'Companies that are left out, because they were retracted since.' }),
});

/** `/api/audits/as-of/{date}/index.json` (decision 151). */
export const pastIndex = z.object({
  ...leaderboardIndex.omit({ audits: true }).shape,
  ...pastHead.shape,
  audits: leaderboardIndex.shape.audits,
});

/** What a list shows of a company (decision 71): the fields of the index, or those that were asked for. */
const listedEntry = indexEntry
  .partial()
  .extend({
    audit_date: day,
    reaudit_due: day,
    stale: z.boolean(),
    website: z.string(),
    match: z.string(),
    blocking_gap: z.string().nullable(),
    changed: z.array(z.enum(feedEvents)),
    // Of points whose maxima are not those of rubric_version.
    max: z.record(z.string(), z.int()),
  })
  .partial()
  .catchall(z.int().nullable().meta({ description: 'Points by pillar or criterion id; null where it is not scored.' }))
  .meta({ description: 'One company: the fields of the index, or those named in fields.' });

/** A part of the leaderboard (decisions 27 and 71). */
export const auditList = z
  .object({
    ignored: z.array(z.string()).optional().meta({ description: 'First: names sent that are no parameter.' }),
    ...leaderboardIndex.shape,
    count: z.int().min(0).meta({ description: 'Number of entries here.' }),
    ...pastHead.pick({ as_of: true, retracted_since: true }).partial().shape,
    audits: z.array(listedEntry),
    total: z.int().min(0).meta({ description: 'Number of companies that match.' }),
    next_offset: z.int().nullable().meta({ description: 'The offset of the next page; null at the end.' }),
    nearest: z.array(slugField).optional().meta({ description: 'Where nothing matches: what comes nearest.' }),
    retracted: z.array(endedCompany).optional().meta({
      description: 'The company that query names, where it was retracted; with changed_since all since then.',
    }),
  })
  .meta({ description: 'A page of the leaderboard.' });

/** The same page as REST describes it, in fewer words: its entries are those of the index, or have the fields that were asked for. */
export const auditPage = auditList.extend({
  audits: z.array(
    z.union([
      indexEntry,
      z
        .record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.array(z.string()), z.null()]))
        .meta({ description: 'With fields: those. Points are by id, null where it is not scored.' }),
    ]),
  ),
});

export type IndexEntry = z.infer<typeof indexEntry>;
export type Index = z.infer<typeof leaderboardIndex>;

/** What the order of companies depends on. */
export type Placement = { overall_score: number; company: string; slug: string };

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Order of the leaderboard: highest score first, then company name and slug by code unit, the same on every machine
 * (decision 6).
 */
export function compareEntries(a: Placement, b: Placement): number {
  return b.overall_score - a.overall_score || byCodeUnit(a.company, b.company) || byCodeUnit(a.slug, b.slug);
}

/** How many companies have each score: all that a rank depends on. */
export type ScoreCounts = ReadonlyMap<number, number>;

/** The rank of a score: 1 plus the number of companies with a higher score (1, 2, 2, 4; decision 6). */
export function rankAmong(scores: ScoreCounts, score: number): number {
  let rank = 1;
  for (const [other, companies] of scores) if (other > score) rank += companies;
  return rank;
}

/** The highest score that at least half of the companies have or exceed; 0 without companies. */
export function medianOf(scores: ScoreCounts): number {
  const companies = scores.values().reduce((sum, count) => sum + count, 0);
  let above = 0;
  for (const [score, count] of [...scores].sort(([a], [b]) => b - a)) {
    above += count;
    if (2 * above >= companies) return score;
  }
  return 0;
}

/** How many of 100 companies with another audit score less, rounded down; undefined where there are no others. */
export function scoresBelow(scores: ScoreCounts, score: number): number | undefined {
  let [below, others] = [0, -1];
  for (const [other, companies] of scores) {
    others += companies;
    if (other < score) below += companies;
  }
  return others > 0 ? Math.floor((100 * below) / others) : undefined;
}

/** The counts with one company fewer at a score; the same counts when there is no score. */
export function withoutOne(scores: ScoreCounts, score: number | undefined): ScoreCounts {
  return score === undefined ? scores : new Map(scores).set(score, (scores.get(score) ?? 1) - 1);
}

/** Root-relative path of lists and comparisons that are made for their query (decision 71). */
export const LIST_PATH = '/api/audits';

/** Root-relative path of a company's record (decision 6). */
export function detailPath(slug: string): string {
  return `/api/audits/${slug}.json`;
}
