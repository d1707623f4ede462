import { z } from 'zod';
import { isStale, overallScore, tierField } from './audit/audit.ts';
import { day, notAnObject, slugField, slugInput, timestamp } from './field.ts';
import { auditLink } from './request/request.ts';

/** Watching (spec 2.5; decisions 20, 21, 23): the watch list, the public counts and the digest. */
export const watchInput = z.object({ slug: slugInput }, { error: notAnObject });

const since = timestamp.meta({ description: 'When watching began.' });
const rank = z.int().min(1).meta({ description: 'Place on the leaderboard.' });
const stale = z.boolean().meta({ description: 'Whether today is past reaudit_due.' });

/** The reply when a company is watched (decision 20). */
export const watchStarted = z
  .object({
    slug: slugField,
    company: z.string(),
    watching: z.literal(true),
    watching_since: since,
    score_then: overallScore.meta({ description: 'Score when watching began.' }),
    score_now: overallScore,
  })
  .meta({ description: 'The company is watched.' });

/** The reply when a company is no longer watched, also when it never was (decision 20). */
export const watchEnded = z
  .object({ slug: z.string(), watching: z.literal(false) })
  .meta({ description: 'The company is no longer watched.' });

export type WatchStarted = z.infer<typeof watchStarted>;

const watchCount = z.object({
  slug: slugField,
  watchers: z.int().min(1).meta({ description: 'Number of agents that watch the company.' }),
});

/** Public counts (spec 2.5): companies with at least one watcher. */
export const watchStats = z
  .object({ companies: z.array(watchCount).meta({ description: 'Most watched first, then by slug.' }) })
  .meta({ description: 'How many agents watch each company.' });

export type WatchCount = z.infer<typeof watchCount>;

const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0);

/** Most watched first, then slug by code unit (decision 21). */
export function compareWatchCounts(a: WatchCount, b: WatchCount): number {
  return b.watchers - a.watchers || bySlug(a, b);
}

/** One watched company in the profile (decision 22). */
export const watchEntry = z.object({
  slug: slugField,
  company: z.string(),
  watching_since: since,
  rank,
  overall_score: overallScore,
  tier: tierField,
  reaudit_due: day,
  stale,
});

const digestCompany = z.object({
  slug: slugField,
  company: z.string(),
  watching_since: since,
  score_then: overallScore.meta({ description: 'Score when watching began.' }),
  score_now: overallScore,
  points_gained: z
    .int()
    .min(-100)
    .max(100)
    .meta({ description: 'score_now minus score_then; negative when the company lost points.' }),
  tier_then: tierField,
  tier_now: tierField,
  rank,
  reaudits: z.int().min(0).meta({ description: 'Audits published since watching began.' }),
  reaudit_due: day,
  stale,
});

const completedRequest = z.object({
  request_id: z.string(),
  company: z.string(),
  completed_at: timestamp,
  audit: auditLink,
});

/** The digest of improvement among watched companies (decision 23). */
export const digest = z
  .object({
    generated_at: timestamp,
    watching: z.int().min(0).meta({ description: 'Number of companies watched.' }),
    net_points_gained: z.int().meta({ description: 'Sum of points_gained over all watched companies.' }),
    companies: z.array(digestCompany).meta({ description: 'Best gain first, then by slug.' }),
    completed_requests: z
      .array(completedRequest)
      .meta({ description: 'The latest 200 of your requests that led to a published audit, newest first.' }),
  })
  .meta({ description: 'What watched companies have gained since watching began, and your completed requests.' });

type Digest = z.infer<typeof digest>;
type DigestCompany = z.infer<typeof digestCompany>;
type DigestRequest = z.infer<typeof completedRequest>;

/** What the digest computes its entry for one company from. */
export type WatchedCompany = Omit<DigestCompany, 'points_gained' | 'stale'>;

/**
 * The digest at `generated_at` (decision 23), whose UTC day decides what is stale. The order of `watched` does not
 * matter.
 */
export function digestOf(
  generated_at: string,
  watched: readonly WatchedCompany[],
  completed_requests: readonly DigestRequest[],
): Digest {
  const today = generated_at.slice(0, 10);
  const companies = watched
    .map((item) => ({
      slug: item.slug,
      company: item.company,
      watching_since: item.watching_since,
      score_then: item.score_then,
      score_now: item.score_now,
      points_gained: item.score_now - item.score_then,
      tier_then: item.tier_then,
      tier_now: item.tier_now,
      rank: item.rank,
      reaudits: item.reaudits,
      reaudit_due: item.reaudit_due,
      stale: isStale(item.reaudit_due, today),
    }))
    .sort((a, b) => b.points_gained - a.points_gained || bySlug(a, b));
  const net_points_gained = companies.reduce((sum, { points_gained }) => sum + points_gained, 0);
  return {
    generated_at,
    watching: companies.length,
    net_points_gained,
    companies,
    completed_requests: [...completed_requests],
  };
}
