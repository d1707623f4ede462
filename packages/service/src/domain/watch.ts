import { overallScore, staleField, tierField } from '@readymark/rubric/audit/audit';
import { day, notAnObject, slugField, slugInput, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { endedCompany } from './companies/former-slug.ts';

/** Watching (spec 2.5; decisions 20, 14): the watch list and the public counts. */
export const watchInput = z.object({ slug: slugInput }, { error: notAnObject });

export const watchingSince = timestamp.meta({ description: 'When watching began.' });
export const rankField = z.int().min(1).meta({ description: 'Place on the leaderboard.' });

/** The reply when a company is watched (decision 20). */
export const watchStarted = z
  .object({
    slug: slugField,
    company: z.string(),
    watching: z.literal(true),
    watching_since: watchingSince,
    score_then: overallScore.meta({ description: 'Score when watching began.' }),
    score_now: overallScore,
    notice: z.string().meta({ description: 'Where notices go, or that none will come.' }),
    fictional: z.literal(true).optional(),
  })
  .meta({ description: 'The company is watched.' });

/** The reply when a company is no longer watched, also when it never was (decision 20). */
export const watchEnded = z
  .object({ slug: z.string(), watching: z.literal(false), fictional: z.literal(true).optional() })
  .meta({ description: 'The company is no longer watched.' });

export type WatchStarted = z.infer<typeof watchStarted>;
export type WatchEnded = z.infer<typeof watchEnded>;

/**
 * What the reply to a new watcher says of notices (decisions 20 and 165). The address is shortened, so that it is recognised by
 * whoever knows it and not learned by whoever reads the reply.
 *
 * @param per_day letters to one address in 24 hours, at most
 */
export function noticeWords(contact_email: string | null, per_day: number): string {
  if (contact_email === null)
    return 'No mail will come: this registration has no contact_email, because none was given or its owner wants no letters. The digest reports re-audits and corrections all the same.';
  const at = contact_email.lastIndexOf('@');
  const address = `${contact_email.slice(0, 1)}…${contact_email.slice(at)}`;
  return `When the company is re-audited or its score corrected, a mail goes to the registered contact_email, ${address}. An address gets at most one mail for each publication and ${per_day} a day, whichever registrations name it. The digest reports it too.`;
}

const watchCount = z.object({
  slug: slugField,
  watchers: z.int().min(1),
});

/** Public counts (spec 2.5): companies with at least one watcher. */
export const watchStats = z
  .object({ companies: z.array(watchCount).meta({ description: 'Most watched first, then by slug.' }) })
  .meta({ description: 'How many agents watch each company.' });

export type WatchCount = z.infer<typeof watchCount>;

export const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0);

/** Most watched first, then slug by code unit (decision 20). */
export function compareWatchCounts(a: WatchCount, b: WatchCount): number {
  return b.watchers - a.watchers || bySlug(a, b);
}

/** The member `ended` of digest and profile: there when it happened (decision 186). */
export const endedField = z.array(endedCompany).optional().meta({
  description: 'Watched companies that were retracted or got another slug. A digest reports each once.',
});

/** One watched company in the profile (decision 14). */
export const watchEntry = z.object({
  slug: slugField,
  company: z.string(),
  watching_since: watchingSince,
  rank: rankField,
  overall_score: overallScore,
  tier: tierField,
  reaudit_due: day,
  stale: staleField,
  fictional: z.literal(true).optional(),
});
