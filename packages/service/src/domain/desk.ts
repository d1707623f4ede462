import { overallScore, staleField, tierField } from '@readymark/rubric/audit/audit';
import { day, slugField, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { auditJob, jobAudit } from './auditing/job.ts';
import { declinedReason, statusField } from './request/request.ts';
import { requestAge } from './request/turnaround.ts';

/** What operators see and send at the desk (decisions 10, 19, 28, 32 and 103). None of it is public. */
const count = z.int().min(0);

export const deskRequest = z
  .object({
    request_id: z.string(),
    status: statusField,
    company: z.string(),
    website: z.string(),
    site: z.string().meta({ description: 'Host of the website.' }),
    same_site: count.meta({
      description: 'Waiting requests for the same host, with or without www, this one included.',
    }),
    contact_email: z.string().nullable().meta({ description: 'Address given with the request.' }),
    registered_email: z
      .string()
      .nullable()
      .meta({ description: 'Address given at registration, used when the request has none.' }),
    notes: z.string().nullable(),
    registration_id: z.string(),
    agent_name: z.string().nullable(),
    agent_provider: z.string().nullable(),
    submitted_at: timestamp,
    status_changed_at: timestamp,
    scheduled_on: day.nullable(),
    declined_reason: z.string().nullable(),
    audit_id: z.string().nullable().meta({ description: 'The audit that completed it.' }),
  })
  .meta({ description: 'An audit request as the desk sees it.' });

export type DeskRequest = z.infer<typeof deskRequest>;

/** The audit on the leaderboard for the site of a request (decision 104). */
const deskListed = z
  .object({
    slug: slugField,
    company: z.string(),
    website: z.string(),
    audit_date: day,
    reaudit_due: day,
    overall_score: overallScore,
    tier: tierField,
    stale: staleField,
  })
  .meta({ description: 'The current audit of its site.' });

export type DeskListed = z.infer<typeof deskListed>;

const listed = deskListed
  .nullable()
  .optional()
  .meta({ description: 'The current audit of its site; null without one. Only when it was asked for.' });

const jobInHand = z
  .object({ job_id: z.string(), status: z.enum(['queued', 'running', 'drafted']) })
  .nullable()
  .optional()
  .meta({
    description:
      'The newest audit of its site that is under way, or whose draft is not published; null without one. Only when it was asked for.',
  });

/** A request in the queue: with its age against the promise, and what is listed at its site. */
export const queuedRequest = deskRequest
  .extend({ ...requestAge, listed, audit_job: jobInHand })
  .meta({ description: 'An audit request in the queue.' });

export type QueuedRequest = z.infer<typeof queuedRequest>;

/** Another request for the same site. */
const sameSiteRequest = z.object({
  request_id: z.string(),
  status: statusField,
  company: z.string(),
  website: z.string(),
  submitted_at: timestamp,
  ...requestAge,
  answered: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it waits and the audit in listed answers it. Only when that was asked for.' }),
});

/** One request with its history: who moved it, and when; and what else there is for its site. */
export const deskRequestDetails = queuedRequest
  .extend({
    status_history: z.array(z.object({ status: statusField, at: timestamp, operator: z.string().nullable() })),
    allowed_moves: z.array(statusField).meta({ description: 'Statuses that it may move to.' }),
    same_site_requests: z
      .array(sameSiteRequest)
      .meta({ description: 'Other requests for its site: those that wait, oldest first, then ended ones.' }),
    audit: jobAudit.nullable().meta({ description: 'The published audit that completed it, or the one in its place.' }),
    audit_jobs: z
      .array(auditJob.extend({ audits: z.array(jobAudit).meta({ description: 'Published audits that rest on it.' }) }))
      .meta({ description: 'Audits of its site by the auditing agent, newest first.' }),
  })
  .meta({ description: 'An audit request with its history.' });

export type DeskRequestDetails = z.infer<typeof deskRequestDetails>;

export const requestId = z.string().trim().min(1).max(200);

/** The name of an operator: also where the setting OPERATOR_TOKENS names one. */
const operatorNameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const operatorName = z.string({ error: 'must be a string' }).regex(operatorNameForm, {
  error: 'must be 1 to 64 lower-case letters, digits, dots, hyphens and underscores, and begin with a letter or digit',
});

/** An operator as others see him: never a token, nor its hash (decision 103). */
export const operatorRecord = z
  .object({
    name: operatorName,
    from: z
      .enum(['database', 'setting'])
      .meta({ description: 'Where the token is kept: in the database, or in the setting OPERATOR_TOKENS.' }),
    created_at: timestamp.nullable().meta({ description: 'Null in the setting.' }),
    created_by: z.string().nullable(),
    last_used_at: timestamp.nullable().meta({ description: 'To the minute; null when it is not known.' }),
  })
  .meta({ description: 'Who may run the desk over HTTP.' });

export type OperatorRecord = z.infer<typeof operatorRecord>;

export const declineInput = z.object({ request_id: requestId, reason: declinedReason });
