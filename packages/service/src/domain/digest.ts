import { daysAfter, isStale, overallScore, staleField, tierField } from '@readymark/rubric/audit/audit';
import { type CriterionScores, scoreOf } from '@readymark/rubric/audit/criterion-scores';
import { day, slugField, timestamp } from '@readymark/rubric/field';
import type { Rubrics } from '@readymark/rubric/rubric';
import { z } from 'zod';
import type { PublishedAudit } from './audit/published.ts';
import { CLOCK_SKEW_MS } from './clock.ts';
import type { EndedCompany } from './companies/former-slug.ts';
import { auditLink } from './request/request.ts';
import { bySlug, endedField, rankField, watchingSince } from './watch.ts';

/** The digest of improvement among watched companies (spec 2.5, decision 23): whole, or what changed since a time. */

const points = z.int().min(0).nullable();

const criterionMove = z
  .object({
    id: z.string(),
    name: z.string(),
    from: points,
    to: points,
    max_from: z.int().optional(),
    max_to: z.int().optional(),
  })
  .meta({ description: 'null: not scored then, or now. Maxima where they differ.' });

type CriterionMove = z.infer<typeof criterionMove>;

/** A watched company in a whole digest. */
const wholeEntry = z.object({
  slug: slugField,
  company: z.string(),
  watching_since: watchingSince,
  score_then: overallScore.meta({ description: 'Score when watching began, or at since if later.' }),
  score_now: overallScore,
  points_gained: z.int().min(-100).max(100).meta({ description: 'score_now minus score_then.' }),
  tier_then: tierField,
  tier_now: tierField,
  rank: rankField,
  reaudits: z
    .int()
    .min(0)
    .meta({ description: 'Re-audits since watching began. A correction is none, but may gain points.' }),
  reaudit_due: day,
  stale: staleField,
  last_reaudit: day.nullable().meta({ description: 'null: not re-audited, or only corrected.' }),
  moved: z.array(criterionMove),
  corrections: z.array(z.string()).optional(),
  replies: z
    .array(z.string())
    .optional()
    .meta({ description: 'What the company said since then, and what became of it.' }),
  fictional: z.literal(true).optional(),
});

/** A watched company in either digest: since a time it has the other members alone. */
const digestCompany = wholeEntry.partial({
  company: true,
  watching_since: true,
  points_gained: true,
  tier_then: true,
  tier_now: true,
  rank: true,
  reaudits: true,
  reaudit_due: true,
  stale: true,
});

const completedRequest = z.object({
  request_id: z.string(),
  company: z.string(),
  completed_at: timestamp,
  audit: auditLink,
});

const declinedRequest = z.object({
  request_id: z.string(),
  company: z.string(),
  declined_at: timestamp,
  declined_reason: z.string().nullable(),
});

/** Days before reaudit_due from which a re-audit counts as due soon. */
const DUE_SOON_DAYS = 14;

const slugs = z.array(z.string());

export const digest = z
  .object({
    generated_at: timestamp.optional().meta({ description: 'Left out with since.' }),
    watching: z.int().min(0).meta({ description: 'Companies watched, moved or not.' }),
    net_points_gained: z.int().meta({ description: 'Over all of them.' }),
    companies: z.array(digestCompany).meta({
      description: 'Best gain first, then by slug. With since only those re-audited or moved, in the short form.',
    }),
    completed_requests: z.array(completedRequest).meta({
      description: 'Newest first: all, or those since then.',
    }),
    declined_requests: z
      .array(declinedRequest)
      .optional()
      .meta({ description: 'With since: those declined since then.' }),
    due_soon: slugs.optional().meta({
      description: `With since: slugs due for a re-audit within ${DUE_SOON_DAYS} days.`,
    }),
    became_stale: slugs.optional().meta({
      description: 'With since: slugs whose score became stale since then.',
    }),
    ended: endedField,
    as_of: timestamp.meta({ description: 'What to pass as since to the next call.' }),
  })
  .meta({ description: 'What changed among watched companies.' });

type Digest = z.infer<typeof digest>;
type CompletedRequest = z.infer<typeof completedRequest>;
type DeclinedRequest = z.infer<typeof declinedRequest>;

/** What the digest computes its entry for one company from. `since` is when `then` was. */
export type WatchedCompany = Omit<z.infer<typeof wholeEntry>, 'points_gained' | 'stale'> & {
  since: string;
};

/** When a digest is made: its time, and the one to pass as `since` to the next call. */
type DigestTimes = { now: string; as_of: string };

/** Left out where there are none: an agent pays for every member. */
const saidOf = ({ corrections, replies, fictional }: WatchedCompany) => ({
  ...(corrections?.length && { corrections }),
  ...(replies?.length && { replies }),
  ...(fictional && { fictional }),
});

const gain = ({ score_now, score_then }: WatchedCompany) => score_now - score_then;

const bestFirst = (watched: readonly WatchedCompany[]) => watched.toSorted((a, b) => gain(b) - gain(a) || bySlug(a, b));

const net = (watched: readonly WatchedCompany[]) => watched.reduce((sum, item) => sum + gain(item), 0);

/** The whole digest, whose UTC day decides what is stale. The order of `watched` does not matter. */
export function digestOf(
  { now, as_of }: DigestTimes,
  watched: readonly WatchedCompany[],
  completed_requests: readonly CompletedRequest[],
  reported: readonly EndedCompany[] = [],
): Digest {
  const today = now.slice(0, 10);
  const companies = bestFirst(watched).map((item) => ({
    slug: item.slug,
    company: item.company,
    watching_since: item.watching_since,
    score_then: item.score_then,
    score_now: item.score_now,
    points_gained: gain(item),
    tier_then: item.tier_then,
    tier_now: item.tier_now,
    rank: item.rank,
    reaudits: item.reaudits,
    reaudit_due: item.reaudit_due,
    stale: isStale(item.reaudit_due, today),
    last_reaudit: item.last_reaudit,
    moved: item.moved,
    ...saidOf(item),
  }));
  return {
    generated_at: now,
    watching: companies.length,
    net_points_gained: net(watched),
    companies,
    completed_requests: [...completed_requests],
    ...unlessEmpty({ ended: [...reported] }),
    as_of,
  };
}

/**
 * The digest of what changed since a time, in the short form (decision 23): companies that were neither
 * re-audited nor moved are only counted, so that it stays below 60 tokens for each company that is watched.
 */
export function changesOf(
  { now, as_of }: DigestTimes,
  watched: readonly WatchedCompany[],
  ended: { completed: readonly CompletedRequest[]; declined: readonly DeclinedRequest[] },
  reported: readonly EndedCompany[] = [],
): Digest {
  const today = now.slice(0, 10);
  const soon = daysAfter(today, DUE_SOON_DAYS);
  const by_due = watched.toSorted((a, b) =>
    a.reaudit_due === b.reaudit_due ? bySlug(a, b) : a.reaudit_due < b.reaudit_due ? -1 : 1,
  );
  const slugsOf = (which: (item: WatchedCompany) => boolean) => by_due.filter(which).map(({ slug }) => slug);
  return {
    watching: watched.length,
    net_points_gained: net(watched),
    companies: bestFirst(
      watched.filter(
        ({ reaudits, moved, corrections, replies }) =>
          reaudits > 0 || moved.length > 0 || !!corrections?.length || !!replies?.length,
      ),
    ).map((item) => ({
      slug: item.slug,
      score_then: item.score_then,
      score_now: item.score_now,
      last_reaudit: item.last_reaudit,
      moved: item.moved,
      ...saidOf(item),
    })),
    completed_requests: [...ended.completed],
    ...unlessEmpty({
      declined_requests: [...ended.declined],
      due_soon: slugsOf(({ reaudit_due }) => !isStale(reaudit_due, today) && reaudit_due <= soon),
      became_stale: slugsOf(
        ({ reaudit_due, since }) => isStale(reaudit_due, today) && !isStale(reaudit_due, since.slice(0, 10)),
      ),
      ended: [...reported],
    }),
    as_of,
  };
}

/** The lists that contain something: an agent pays for every member. */
const unlessEmpty = <Lists extends Record<string, unknown[]>>(lists: Lists): Partial<Lists> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;

/** What is kept beside a record of how it scored. */
type Scored = Pick<PublishedAudit, 'rubric'> & CriterionScores;

/** The criteria that moved from one audit to another, in rubric order, with the names of the rubric. */
export function movedBetween(then: Scored, now: Scored, rubrics: Rubrics): CriterionMove[] {
  const [before, after] = [then.criterion_ids, now.criterion_ids];
  if (before === after && then.criterion_scores === now.criterion_scores) return [];
  const all = before === after ? after : [...new Set([...after, ...before])];
  return all.flatMap((id) => {
    const from = scoreOf(then, id) ?? null;
    const to = scoreOf(now, id) ?? null;
    if (from === to) return [];
    const [max_from, max_to] = [maxOf(id, then, rubrics), maxOf(id, now, rubrics)];
    const differ = max_from !== undefined && max_to !== undefined && max_from !== max_to;
    const name = nameOf(id, now, rubrics) ?? nameOf(id, then, rubrics) ?? id;
    return [{ id, name, from, to, ...(differ && { max_from, max_to }) }];
  });
}

const criterionOf = (id: string, { rubric }: Scored, rubrics: Rubrics) =>
  rubrics.get(rubric)?.criteria.find((criterion) => criterion.id === id);
const nameOf = (...of: Parameters<typeof criterionOf>) => criterionOf(...of)?.name;
const maxOf = (...of: Parameters<typeof criterionOf>) => criterionOf(...of)?.max;

/** A day of any year. */
const day_sent = /^\d{4}-\d\d-\d\d$/;
/** A day or a time, with `Z`, an offset or (in UTC) neither. A query turns the plus of an offset into a blank. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:\d\d)?$/;
/** Days or weeks ago. */
const ago = /^(\d{1,4})\s?(d|days?|w|weeks?)$/i;

/** The `since` of a call: a time in ISO 8601, or how many days ago; undefined when it is none of both. */
function timeOf(text: string): string | { days_ago: number } | undefined {
  const [, count, unit = ''] = ago.exec(text) ?? [];
  if (count !== undefined) return { days_ago: Number(count) * (/^w/i.test(unit) ? 7 : 1) };
  if (!isDayOfCalendar(text.slice(0, 10))) return undefined;
  if (day_sent.test(text)) return isoTime(Date.parse(text));
  if (!time.test(text)) return undefined;
  const offset = /(?:Z|[+ -]\d\d:\d\d)$/.test(text.slice(10));
  const parsed = Date.parse(offset ? text.replace(' ', '+') : `${text}Z`);
  return Number.isNaN(parsed) ? undefined : isoTime(parsed);
}

/** Whether a day exists: the parser reads 30 February as 2 March. */
function isDayOfCalendar(text: string): boolean {
  const parsed = day_sent.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
}

/** A moment as text; one before 1970 is the beginning of 1970, when nothing was published either. */
const isoTime = (time: number): string => new Date(Math.max(0, time)).toISOString();

export const sinceField = z
  .string({ error: 'must be a string' })
  .trim()
  .transform((text, context) => {
    const since = timeOf(text);
    if (since !== undefined) return since;
    // No `input` in the issue: the value that was sent is never repeated.
    context.issues.push({ code: 'custom', message: SINCE_RULE, input: undefined });
    return z.NEVER;
  });

export type Since = z.output<typeof sinceField>;

const SINCE_RULE = 'must be a date such as 2026-11-20, a time such as 2026-11-20T09:30:00Z, or days ago such as 7d';

/** A `since` as a time; days ago are full days (UTC), so that what was read today means the same moment all day. */
export const sinceTime = (since: Since, now: Date): string =>
  typeof since === 'string' ? since : `${daysAfter(now.toISOString().slice(0, 10), -since.days_ago)}T00:00:00.000Z`;

/** The latest `since` that is not in the future: clocks of nodes differ, and a publication may be ahead of them. */
export const latestSince = (now: Date, modified: Date): number =>
  Math.max(now.getTime() + CLOCK_SKEW_MS, modified.getTime());

/**
 * The time to pass as `since` to the next call: the newest change in this digest, or a minute ago if that is
 * later. A transaction may become visible later than its own time, so what is not in a digest yet must not lie before it; and it
 * is not after now, so a change of this very second may be reported twice rather than never.
 */
export function asOf(now: Date, changes: readonly string[]): string {
  const times = changes.map((at) => Math.min(Date.parse(at), now.getTime()));
  return new Date(Math.max(now.getTime() - CLOCK_SKEW_MS, ...times)).toISOString();
}
