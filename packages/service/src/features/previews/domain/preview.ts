import type { SitePreview } from '@readymark/auditor/evidence/site-preview';
import { day } from '@readymark/rubric/field';
import { z } from 'zod';
import type { Limit } from '../../../domain/limit/limit.ts';

/** Previews of sites by a machine (decision 180): never reviewed, never listed. */
const previewStatuses = ['queued', 'running', 'done', 'unobserved', 'failed'] as const;
export type PreviewStatus = (typeof previewStatuses)[number];

/** Statuses of previews that are not over. */
export const openStatuses = ['queued', 'running'] as const satisfies readonly PreviewStatus[];
export const isOpen = (status: string): boolean => openStatuses.some((open) => open === status);

/** How long one takes, about, in seconds. */
export const ABOUT_S = 30;

const HOUR_S = 3_600;
/** How long a host is not visited again after a preview, whoever asks. */
const REST_MS = HOUR_S * 1_000;
/** The same where nothing could be seen: whoever lets us in wants to know whether it works. */
const RETRY_MS = 60_000;
/** How long a preview is kept. */
export const KEPT_DAYS = 7;
export const KEPT_MS = KEPT_DAYS * 86_400_000;
/** How long it is known which registration asked: a limit counts it. */
export const ASKER_KEPT_MS = REST_MS;
/** How often a preview is begun: a process may have ended in it. */
export const ATTEMPTS_MAX = 2;

const inAnHour = { window: HOUR_S, window_words: 'one hour' };
/** Previews of all hosts, of one registration, of hosts of one owner, and of one client that has no key. */
export const serviceLimit = (quota: number): Limit => ({ name: 'previews', quota, ...inAnHour });
export const registrationLimit: Limit = { name: 'previews', quota: 20, ...inAnHour };
export const ownerLimit: Limit = { name: 'previews-of-a-domain', quota: 5, ...inAnHour };
export const clientLimit = (quota: number): Limit => ({ name: 'client-previews', quota, ...inAnHour });

/** When a preview may be made anew; undefined while it is not over. */
export function againAt({
  status,
  asked_at,
  finished_at,
}: {
  status: string;
  asked_at: string;
  finished_at: string | null;
}): Date | undefined {
  if (isOpen(status)) return undefined;
  const ms = status === 'done' ? Date.parse(asked_at) + REST_MS : Date.parse(finished_at ?? asked_at) + RETRY_MS;
  return new Date(ms);
}

/** How far a preview is. */
const progress = z.object({
  phase: z.string(),
  done: z.int().min(0).meta({ description: 'Requests answered so far.' }),
  planned: z.int().min(0),
});
export type PreviewProgress = z.infer<typeof progress>;

const interval = z.object({ low: z.int(), high: z.int(), max: z.int() });

const audit = z.object({ slug: z.string(), audit_date: day, overall_score: z.int(), stale: z.boolean() }).nullable();

/** A preview as everybody may read it. */
export type ShownPreview = SitePreview & {
  host: string;
  /** The address that is visited. */
  website: string;
  status: PreviewStatus;
  reviewed: false;
  rubric_version: string;
  asked_at: string;
  finished_at: string | null;
  /** From when on it may be made anew; null while it is not over. */
  again_at: string | null;
  progress: PreviewProgress | null;
  /** Why there is no result. */
  reason: string | null;
  P1: { low: number; high: number; max: number } | null;
  /** The published audit of this site. */
  audit: z.output<typeof audit>;
  /** Documents that the audit rests on and that are others now; pages are different at each request, and say nothing. */
  changed_since_audit: string[];
};

/** What of it interfaces describe; the rest says itself what it is. */
export const previewReply = z
  .looseObject({
    status: z.enum(previewStatuses),
    P1: interval.nullable(),
    criteria: z.array(z.looseObject({ id: z.string(), low: z.int(), high: z.int() })),
  })
  .meta({
    description: 'Intervals by a machine, not reviewed.',
  });

/** What interfaces describe of a preview in brief. */
export const previewBrief = z
  .looseObject({
    status: z.enum(previewStatuses),
    P1: interval.nullable(),
    criteria: z.record(z.string(), z.array(z.int())).meta({ description: 'Low and high by id.' }),
    found: z.array(z.string()).meta({ description: 'Documents.' }),
  })
  .meta({ description: 'The same in few words.' });

/** The same in few tokens. */
export const briefOf = ({
  host,
  status,
  reviewed,
  rubric_version,
  finished_at,
  reason,
  P1,
  criteria,
  documents,
  audit,
}: ShownPreview) => ({
  ...{ host, status, reviewed, rubric_version, finished_at, reason, P1 },
  criteria: Object.fromEntries(criteria.map(({ id, low, high }) => [id, [low, high] as [number, number]])),
  found: documents.flatMap(({ name, state }) => (state === 'there' ? [name] : [])),
  audit: audit?.slug ?? null,
});
