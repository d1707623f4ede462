import { day, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';

/** Audits that the auditing agent makes, as operators see them (decision 93). None of it is public. */
export const jobStatuses = ['queued', 'running', 'drafted', 'unobserved', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** What lists are narrowed to: a status; `open` is queued or running, `to_review` a draft that is neither published nor aged out. */
export const jobFilters = [...jobStatuses, 'open', 'to_review'] as const;
export type JobFilter = (typeof jobFilters)[number];

/** Statuses from which a job still moves. */
export const openStatuses = ['queued', 'running'] as const satisfies readonly JobStatus[];

export const isOpen = (status: JobStatus): boolean => openStatuses.some((open) => open === status);

/** How often a job is begun; a job that a process left behind is begun again by another. */
export const JOB_ATTEMPTS_MAX = 3;

/** Within this time a site is audited once, unless an operator insists. */
export const SITE_REST_MS = 24 * 3_600_000;

/** How far a job is. */
const jobProgress = z.object({
  phase: z.string(),
  done: z.int().min(0).meta({ description: 'Requests answered so far.' }),
  planned: z.int().min(0).meta({ description: 'Requests planned so far; it may still grow.' }),
  bytes: z.int().min(0),
});
export type JobProgress = z.infer<typeof jobProgress>;

export const jobId = z.string().trim().min(1).max(200);

export const auditJob = z
  .object({
    job_id: z.string(),
    status: z.enum(jobStatuses),
    slug: z.string().meta({ description: 'Slug that its draft has.' }),
    company: z.string(),
    website: z.string(),
    request_id: z.string().nullable().meta({ description: 'The audit request that it was started for.' }),
    rubric: z.string(),
    operator: z.string().meta({ description: 'Who started it.' }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    attempts: z
      .int()
      .min(0)
      .meta({ description: `How often it was begun, ${JOB_ATTEMPTS_MAX} times at most.` }),
    progress: jobProgress.nullable(),
    error: z.string().nullable().meta({ description: 'Why there is no draft.' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it.' }),
    version: z.int().min(0).meta({ description: 'How often its draft was revised.' }),
    aged_out_at: timestamp.nullable().meta({ description: 'When its evidence and its draft were removed.' }),
    by_hand: z.boolean().meta({ description: 'Nothing was visited: a person writes the draft.' }),
  })
  .meta({ description: 'An audit that the auditing agent makes.' });
export type AuditJob = z.infer<typeof auditJob>;

export const jobCounts = z.record(z.enum(jobStatuses), z.int().min(0));

/** A published audit that rests on a job. */
export const jobAudit = z.object({ slug: z.string(), audit_date: day });
