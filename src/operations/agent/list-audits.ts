import { z } from 'zod';
import { INDEX_PATH } from '../../catalogue/index-document.ts';
import { QUERY_LENGTH_MAX, search } from '../../catalogue/search.ts';
import type { Listed, Snapshot } from '../../catalogue/snapshot.ts';
import { tierField } from '../../domain/audit/audit.ts';
import { invalidFields } from '../../domain/fault.ts';
import { leaderboardIndex } from '../../domain/leaderboard.ts';
import { type Rubrics, tierNames } from '../../domain/rubric.ts';
import { documentReply, jsonReply, operation } from '../operation.ts';

/** Entries of one reply at most, unless it is the whole leaderboard (decision 71). */
const LIMIT_MAX = 1_000;

/**
 * Lists the leaderboard, whole or filtered (spec 2.1; decisions 27 and 71).
 *
 * Where nothing narrows the list the reply is the document `/api/audits/index.json`. Otherwise `audits` is the requested
 * part, in leaderboard order and at most 1,000 entries long, and `count` the number of entries in it.
 */
export const listAudits = operation({
  name: 'list_audits',
  title: 'List audits',
  summary: 'The leaderboard: every audited company with rank, score and tier, best first.',
  scope: null,
  faults: ['invalid_request'],
  input: z.object({
    tier: tierField.optional(),
    min_score: z
      .int({ error: 'must be an integer from 0 to 100' })
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Only this overall_score and above.' }),
    query: z.string({ error: 'must be a string' }).trim().max(QUERY_LENGTH_MAX).optional().meta({
      description:
        'Only companies whose name, slug or website contain every word of this text; case and accents do not matter.',
    }),
    limit: z.int({ error: 'must be an integer from 1 to 1,000' }).min(1).max(LIMIT_MAX).optional().meta({
      description:
        'At most this many entries. When omitted: all companies if nothing else narrows the list, otherwise the first 1,000 that match.',
    }),
    offset: z
      .int({ error: 'must be an integer from 0 to 1,000,000' })
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Number of entries to skip first.' }),
  }),
  output: leaderboardIndex,
  http: [
    {
      method: 'GET',
      path: INDEX_PATH,
      status: 200,
      fields: 'none',
      document: true,
      guidance: ['Always the whole list; detail_json is the path of each full record.'].join(' '),
    },
  ],
  tool: {
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    guidance: [
      'Call it to find a company and its slug, or to compare many.',
      'A filtered list has at most 1,000 entries; count is their number.',
      'None: try fewer words, then call request_audit.',
    ].join(' '),
  },
  async handler(ctx, { tier, min_score = 0, query = '', limit, offset = 0 }) {
    if (tier !== undefined) checkTier(ctx.rubrics, tier);
    const snapshot = ctx.catalogue.current();
    const narrowed = tier !== undefined || min_score > 0 || query !== '' || limit !== undefined || offset > 0;
    const part = narrowed
      ? matching(snapshot, { tier, min_score, query }).slice(offset, offset + (limit ?? LIMIT_MAX))
      : snapshot.companies;
    const index = part.length === snapshot.count && snapshot.document(INDEX_PATH);
    if (index) return documentReply(index);
    return jsonReply(`{"count":${part.length},"rubric_version":"v1","audits":[${part.map(snapshot.json).join(',')}]}`);
  },
});

/** Tiers come from the rubrics; a new rubric may bring others. */
function checkTier(rubrics: Rubrics, tier: string): void {
  const names = tierNames(rubrics);
  if (names.includes(tier)) return;
  const message = `must be one of ${names.join(', ')}`;
  throw invalidFields([{ field: 'tier', message }]);
}

/** The companies that match, in leaderboard order. */
function matching(
  snapshot: Snapshot,
  { tier, min_score, query }: { tier: string | undefined; min_score: number; query: string },
): readonly Listed[] {
  const hits = search(snapshot, query);
  const all = hits.length === snapshot.count;
  const matches = tier === undefined ? hits : all ? inTier(snapshot, tier) : hits.filter((one) => one.tier === tier);
  return min_score > 0 ? matches.slice(0, scoring(matches, min_score)) : matches;
}

/** How many companies have a score or a better one: the first ones, since the best come first. */
function scoring(companies: readonly Listed[], min_score: number): number {
  let [low, high] = [0, companies.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((companies[middle]?.overall_score ?? 0) >= min_score) low = middle + 1;
    else high = middle;
  }
  return low;
}

const tiers = new WeakMap<Snapshot, ReadonlyMap<string, readonly Listed[]>>();

/** The companies of a tier in leaderboard order, kept with their snapshot. */
function inTier(snapshot: Snapshot, tier: string): readonly Listed[] {
  const kept = tiers.get(snapshot) ?? Map.groupBy(snapshot.companies, (company) => company.tier);
  tiers.set(snapshot, kept);
  return kept.get(tier) ?? [];
}
