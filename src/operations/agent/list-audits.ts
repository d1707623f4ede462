import { z } from 'zod';
import { INDEX_PATH } from '../../catalogue/index-document.ts';
import { search } from '../../catalogue/search.ts';
import type { Entry, Snapshot } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import { type IndexEntry, leaderboardIndex } from '../../domain/leaderboard.ts';
import type { Rubrics } from '../../domain/rubric.ts';
import { documentReply, operation } from '../operation.ts';

/**
 * Lists the leaderboard, whole or filtered (spec 2.1; decisions 27 and 71).
 *
 * Without arguments the reply is the document `/api/audits/index.json`. With arguments `audits` is the requested part,
 * in leaderboard order, and `count` the number of entries in it.
 */
export const listAudits = operation({
  name: 'list_audits',
  title: 'List audits',
  summary: 'The leaderboard: every audited company with rank, score and tier, best first.',
  description:
    'Returns the leaderboard, best score first: rank, company, slug, overall_score (0 to 100), tier and points per pillar. Call it to find a company or ' +
    'its slug (query), or to compare companies; narrow it with tier, min_score, limit and offset. count is the number of entries returned: fewer than ' +
    'limit means that there are no more. An empty list means that nothing matches: try a shorter query, or request an audit with request_audit. On ' +
    'invalid_request correct the arguments named in errors.',
  scope: null,
  faults: ['invalid_request'],
  input: z.object({
    tier: z
      .string({ error: 'must be the name of a tier' })
      .trim()
      .max(200)
      .optional()
      .meta({
        description: 'Only this tier, for example Agent-Ready, Emerging, Human-Dependent or Agent-Invisible.',
        examples: ['Emerging'],
      }),
    min_score: z
      .int({ error: 'must be an integer from 0 to 100' })
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Only this overall_score and above.' }),
    query: z.string({ error: 'must be a string' }).trim().max(200).optional().meta({
      description:
        'Only companies whose name, slug or website contain every word of this text; case and accents do not matter.',
    }),
    limit: z
      .int({ error: 'must be an integer from 1 to 1,000,000' })
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'At most this many entries; all of them when omitted.' }),
    offset: z
      .int({ error: 'must be an integer from 0 to 1,000,000' })
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Number of entries to skip first.' }),
  }),
  output: leaderboardIndex,
  http: [{ method: 'GET', path: INDEX_PATH, status: 200, fields: 'none', document: true }],
  tool: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  async handler(ctx, { tier, min_score, query, limit, offset = 0 }) {
    if (tier !== undefined) checkTier(ctx.rubrics, tier);
    const snapshot = ctx.catalogue.current();
    const unfiltered = tier === undefined && min_score === undefined && !query;
    const index = unfiltered && limit === undefined && offset === 0 && snapshot.document(INDEX_PATH);
    if (index) return documentReply(index);
    const end = limit === undefined ? snapshot.count : offset + limit;
    const part = unfiltered
      ? snapshot.slice(offset, end)
      : matching(snapshot, tier, min_score, query ?? '').slice(offset, end);
    return { body: { count: part.length, rubric_version: 'v1', audits: part.map(entryOf) }, prepared: true };
  },
});

/** Tiers come from the rubrics; a new rubric may bring others. */
function checkTier(rubrics: Rubrics, tier: string): void {
  const names = [...new Set([...rubrics.values()].flatMap(({ tiers }) => tiers.map(({ name }) => name)))];
  if (names.includes(tier)) return;
  const message = `must be one of ${names.join(', ')}`;
  throw new Fault('invalid_request', `tier ${message}`, { errors: [{ field: 'tier', message }] });
}

/** An entry as in the index: without the fields that other lists add. */
function entryOf({ rank, company, slug, overall_score, tier, pillar_scores, detail_json }: Entry): IndexEntry {
  return { rank, company, slug, overall_score, tier, pillar_scores, detail_json };
}

function matching(snapshot: Snapshot, tier: string | undefined, min_score: number | undefined, query: string): Entry[] {
  return search(snapshot, query).filter(
    (entry) =>
      (tier === undefined || entry.tier === tier) && (min_score === undefined || entry.overall_score >= min_score),
  );
}
