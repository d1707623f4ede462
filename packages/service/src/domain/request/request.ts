import { overallScore, tierField } from '@readymark/rubric/audit/audit';
import {
  companyField,
  day,
  emailField,
  freeText,
  notAnObject,
  slugField,
  timestamp,
  websiteField,
} from '@readymark/rubric/field';
import { z } from 'zod';
import { coreName } from '../companies/company-name.ts';
import { endedCompany } from '../companies/former-slug.ts';

/** Audit requests (spec 2.4, 3; decisions 18 and 19): the input, the record, and the allowed moves. */
export const requestStatuses = ['received', 'in_review', 'scheduled', 'completed', 'declined'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The moves of decision 19. A request becomes `completed` only when an audit is published for it. */
const moves = {
  received: ['in_review', 'declined'],
  in_review: ['scheduled', 'declined'],
  scheduled: ['completed', 'declined'],
  completed: [],
  declined: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>;

/** The statuses without a further move. */
export type FinalStatus = {
  [Status in RequestStatus]: (typeof moves)[Status] extends readonly [] ? Status : never;
}[RequestStatus];

/** The statuses that a request may move to; empty for final statuses. */
export function allowedMoves(status: RequestStatus): readonly RequestStatus[] {
  return moves[status];
}

/** Undefined when the move is allowed, else a sentence that lists the allowed moves. */
export function checkMove(from: RequestStatus, to: RequestStatus): string | undefined {
  const allowed = allowedMoves(from);
  if (allowed.includes(to)) return undefined;
  if (allowed.length === 0) return `A request that is ${from} is final: it cannot become ${to}.`;
  return `A request that is ${from} cannot become ${to}; from ${from} it may become ${allowed.join(' or ')}.`;
}

/** Whether a request is not final yet: then it has a place in the queue. */
export function isWaiting(status: RequestStatus): boolean {
  return allowedMoves(status).length > 0;
}

/** Statuses of the requests in the queue. */
export const waitingStatuses: readonly RequestStatus[] = requestStatuses.filter(isWaiting);

/** What two requests are compared by. */
type Compared = Pick<AuditRequestInput, 'company' | 'website'>;

/** Whether a request is for the same company as another one: one of this name, at the same host. */
export function isForSameCompany(a: Compared, b: Compared): boolean {
  return hostOf(a.website) === hostOf(b.website) && nameOf(a.company) === nameOf(b.company);
}

/**
 * Whether a request repeats another one (decision 18): the same page of the same company, the same notes, and the answer to the same
 * address. Whatever differs says something new, which nobody may drop.
 */
export function isSameRequest<One extends Compared & Pick<AuditRequestInput, 'contact_email' | 'notes'>>(
  a: One,
  b: One,
): boolean {
  return (
    isForSameCompany(a, b) &&
    pageOf(a.website) === pageOf(b.website) &&
    a.notes === b.notes &&
    a.contact_email === b.contact_email
  );
}

const hostOf = (website: string) => new URL(website).host.replace(/^www\./, '');

/** What follows the host of an address; a slash at the end of the path does not count. */
function pageOf(website: string): string {
  const { pathname, search, hash } = new URL(website);
  return pathname.replace(/\/$/, '') + search + hash;
}

/** What a name is compared by; a name of legal forms or marks alone is compared as it is. */
const nameOf = (company: string): string => coreName(company) || company;

/** Statuses of the requests that have ended. */
export const endedStatuses: readonly RequestStatus[] = requestStatuses.filter((status) => !isWaiting(status));

export const statusField = z.enum(requestStatuses).meta({
  description: 'received, in_review and scheduled are waiting; completed and declined are final.',
  examples: ['received'],
});

/** What an agent sends to request an audit (spec 2.4, decision 1). Unknown fields are ignored. */
export const auditRequestInput = z.object(
  {
    company: companyField.meta({ description: 'Its name.' }),
    website: websiteField,
    contact_email: emailField.nullable().default(null).meta({
      description: 'Where the completed audit is sent; by default the address of the registration.',
    }),
    notes: freeText(4000)
      .nullable()
      .default(null)
      .meta({
        description: 'Context for the auditor.',
        examples: ['Please look at the new pricing page.'],
      }),
  },
  { error: notAnObject },
);

export type AuditRequestInput = z.infer<typeof auditRequestInput>;

/** The audit of a completed request (decision 18). */
export const auditLink = z
  .object({
    slug: slugField,
    audit_date: day,
    overall_score: overallScore,
    tier: tierField,
    detail_json: z.string().meta({ description: 'Root-relative path of the full record.' }),
    fictional: z.literal(true).optional(),
  })
  .meta({ description: 'The published audit.' });

export type AuditLink = z.infer<typeof auditLink>;

/** The current audit of the site that a request is for (decision 18). */
const listedAudit = z
  .object({
    slug: slugField,
    audit_date: day,
    overall_score: overallScore,
    stale: z.boolean(),
    fictional: z.literal(true).optional(),
  })
  .meta({ description: 'The current audit of this site, which is on the leaderboard.' });

export type ListedAudit = z.infer<typeof listedAudit>;

const waitingDays = z.number().min(0).nullable();

const requestQueue = z
  .object({
    position: z.int().min(1).meta({ description: '1 is next.' }),
    waiting_days_p50: waitingDays.meta({
      description: 'Days from submission to completion, median of recent audits; null without any.',
    }),
    waiting_days_p90: waitingDays.meta({ description: 'The same, 90th percentile.' }),
  })
  .meta({ description: 'Place in the queue.' });

export type RequestQueue = z.infer<typeof requestQueue>;

/** The request record, keys in the order of decision 18. */
export const auditRequestRecord = z
  .object({
    request_id: z.string().meta({ description: 'Identifier of the request.' }),
    status: statusField,
    company: z.string(),
    website: z.string(),
    contact_email: z.string().nullable().meta({ description: 'null: none, or no letters wanted.' }),
    notes: z.string().nullable(),
    submitted_at: timestamp,
    status_changed_at: timestamp,
    status_history: z.array(z.object({ status: statusField, at: timestamp })).meta({ description: 'Oldest first.' }),
    declined_reason: z.string().nullable().meta({ description: 'Why, else null.' }),
    queue: requestQueue.nullable().meta({ description: 'Place in the queue while the request waits, else null.' }),
    audit: auditLink.nullable().meta({ description: 'The published audit once the request is completed, else null.' }),
    scheduled_for: day.nullable().meta({ description: 'Day of the audit once one is set, else null.' }),
    listed: listedAudit.nullable().meta({
      description: 'The audit that this site has on the leaderboard already, else null.',
    }),
    retracted: endedCompany.optional().meta({ description: 'The retracted company of this site, if there is one.' }),
  })
  .meta({ description: 'One audit request and its status.' });

export type AuditRequestRecord = z.infer<typeof auditRequestRecord>;

/** A record as far as the rows of the request say: what is listed, the leaderboard says. */
export type StoredRequestRecord = Omit<AuditRequestRecord, 'listed' | 'retracted'>;

const count = z.int().min(0);

export const requestCounts = z
  .object({ received: count, in_review: count, scheduled: count, completed: count, declined: count, total: count })
  .meta({ description: 'Number of requests per status.' });

type RequestCounts = z.infer<typeof requestCounts>;

/** Number of requests per status and in total, keys in the order of decision 14. */
export function requestCountsOf(by_status: Partial<Record<RequestStatus, number>>): RequestCounts {
  const counts: RequestCounts = { received: 0, in_review: 0, scheduled: 0, completed: 0, declined: 0, total: 0 };
  for (const status of requestStatuses) {
    counts[status] = by_status[status] ?? 0;
    counts.total += counts[status];
  }
  return counts;
}

/** Why a request is declined; the requester sees it (decision 19). */
export const declinedReason = freeText(1000)
  .refine((text) => text !== '', { error: 'must be 1 to 1000 characters long' })
  .meta({ minLength: 1, maxLength: 1000, description: 'Why the request is declined. The requester sees it.' });

/** Requests that are read at once, and that one call may select at most (decisions 14 and 23). */
export const REQUESTS_PAGE = 200;

/** How long a reply is stored for its idempotency key, in milliseconds (decision 18). */
export const REPLIES_KEPT_MS = 86_400_000;
