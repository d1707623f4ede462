import { createHash } from 'node:crypto';
import { Fault } from '../../domain/fault.ts';
import { auditRequestLimit, limitMessage, type Quota, quotaState } from '../../domain/limit/limit.ts';
import {
  type AuditRequestInput,
  type AuditRequestRecord,
  auditRequestInput,
  auditRequestRecord,
  isSameRequest,
  REPLIES_KEPT_MS,
} from '../../domain/request/request.ts';
import type { Settings } from '../../settings.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { findReply, keepReply } from '../../store/idempotency.ts';
import { requestsBy } from '../../store/limited-rows.ts';
import { countRequests } from '../../store/queue.ts';
import { requestRecords } from '../../store/request-records.ts';
import { findOwnRequest, insertRequest, waitingRequestsFor } from '../../store/requests.ts';
import type { AuditRequestRow, IdempotencyKeyRow } from '../../store/tables.ts';
import type { Context } from '../context.ts';
import { givenAddress, storedAddress } from '../links/stored-address.ts';
import { operation, registrationOf } from '../operation.ts';
import { withListed } from './fields/listed.ts';
import { usageOf } from './fields/usage.ts';

/**
 * Accepts one request for a new audit (spec 2.4, 4; decision 18).
 *
 * Limit: requests of one registration in any 24 hours, in a sliding window over the stored rows, counted under a lock
 * (decision 74). The same idempotency key with the same input returns the first reply again and does not count; with
 * another input it is refused. The same request again, while it waits, is answered with it and does not count. Faults: rate_limited, idempotency_conflict.
 */
export const requestAudit = operation({
  name: 'request_audit',
  title: 'Request an audit',
  summary: 'Submits a request for a new audit of a company.',
  scope: 'audit_requests:write',
  faults: ['rate_limited', 'idempotency_conflict'],
  input: auditRequestInput,
  output: auditRequestRecord,
  http: [
    {
      method: 'POST',
      path: '/api/audit-requests',
      status: 200,
      creates: true,
      fields: 'body',
      guidance: (settings) =>
        `For a company that is not listed, or whose score is stale. Audits are free and typically take 2 to 5 business days; Location is the address of the request. While it waits, the very same request is answered with it. ${ownLimit(settings)}.`,
    },
  ],
  tool: {
    repeatable: true,
    guidance: (settings) =>
      `Call it when a company is not listed or its score is stale; get_audit with its website previews it at once. Audits are free and typically take 2 to 5 business days; follow them with check_audit_request. ${ownLimit(settings)}.`,
  },
  async handler(ctx, input, caller, { idempotency_key }) {
    const registration_id = registrationOf(caller);
    const given = await givenAddress(ctx, input.contact_email);
    const { body, quota, created } = await ctx.store.transaction(async (tx) => {
      await ctx.store.lock(tx, `audit-requests ${registration_id}`);
      return submit(ctx, tx, { registration_id, input, given, key: idempotency_key });
    });
    return { body, quota, created, location: `/api/audit-requests/${body.request_id}` };
  },
});

/** The limit in words, for both doors. */
function ownLimit({ AUDIT_REQUESTS_PER_DAY }: Settings): string {
  const { quota, window_words } = auditRequestLimit(AUDIT_REQUESTS_PER_DAY);
  return `Each registration has ${quota} requests in ${window_words}`;
}

type Submission = {
  registration_id: string;
  input: AuditRequestInput;
  /** The address in the input, with its hash. */
  given: Awaited<ReturnType<typeof givenAddress>>;
  /** For idempotency. */
  key: string | undefined;
};
type Submitted = { body: AuditRequestRecord; quota: Quota; created: boolean };

async function submit(ctx: Context, tx: Tx, { registration_id, input, given, key }: Submission): Promise<Submitted> {
  const limit = auditRequestLimit(ctx.settings.AUDIT_REQUESTS_PER_DAY);
  const now = ctx.now();
  const usage = await usageOf(ctx, tx, requestsBy(registration_id), limit, now);
  const quota = quotaState(limit, usage, now);
  const first =
    key === undefined
      ? undefined
      : await findReply(tx, registration_id, digest(key), new Date(now.getTime() - REPLIES_KEPT_MS));
  if (first) {
    if (first.body_hash !== digest(JSON.stringify(input)))
      throw new Fault(
        'idempotency_conflict',
        'This Idempotency-Key was used with another body within the last 24 hours.',
        { quota },
      );
    return { body: replayed(first, input), quota, created: true };
  }
  const { company, website, notes } = input;
  const stored = { company, website, notes, ...(await storedAddress(ctx, tx, given)) };
  const waiting = key === undefined ? await waitingAlready(tx, registration_id, stored) : undefined;
  if (waiting) return { body: await recordOf(ctx, tx, waiting), quota, created: false };
  if (quota.remaining === 0)
    throw new Fault('rate_limited', limitMessage(quota, 'audit requests'), { quota, retry_after: quota.reset });

  const request_id = ctx.newId('req');
  const queued = await insertRequest(tx, { request_id, registration_id, ...stored, submitted_at: now.toISOString() });
  const body = await recordOf(ctx, tx, await findOwnRequest(tx, registration_id, request_id));
  if (key !== undefined)
    await keepReply(tx, {
      registration_id,
      idempotency_key: digest(key),
      body_hash: digest(JSON.stringify(input)),
      request_id,
      reply: JSON.stringify({
        queue: body.queue,
        listed: body.listed,
        ...(body.retracted && { retracted: body.retracted }),
        ...(stored.contact_email === null && { contact_email: null }),
      } satisfies FirstReply),
      created_at: now.toISOString(),
    });
  await countRequests(tx, [queued]);
  return { body, quota: quotaState(limit, { used: usage.used + 1, oldest: usage.oldest ?? now }, now), created: true };
}

/**
 * The request that this one repeats, while it waits. A key of its own says that a request is another one.
 *
 * @param asked as it would be stored: an address that refuses letters is none
 */
async function waitingAlready(tx: Tx, registration_id: string, asked: AuditRequestInput) {
  const waiting = await waitingRequestsFor(tx, registration_id, asked.website);
  return waiting.find((one) => isSameRequest(one, asked));
}

/** The record of a request that was just read. */
async function recordOf(ctx: Context, tx: Tx, row: AuditRequestRow | undefined): Promise<AuditRequestRecord> {
  const { records } = await requestRecords(tx, row ? [row] : []);
  const record = records[0];
  if (!record) throw new Error('a request was not found right after it was stored');
  return withListed(ctx, record);
}

/** What is stored of a first reply; `listed` is missing where an older version stored it, `contact_email` where it is that of the input. */
type FirstReply = Pick<AuditRequestRecord, 'queue'> &
  Partial<Pick<AuditRequestRecord, 'listed' | 'retracted'>> & { contact_email?: null };

/** The first reply again, rebuilt from the input, which is equal, and from the stored rest. */
function replayed({ request_id, reply, created_at }: IdempotencyKeyRow, input: AuditRequestInput): AuditRequestRecord {
  const { queue, listed = null, retracted, contact_email = input.contact_email } = JSON.parse(reply) as FirstReply;
  const { company, website, notes } = input;
  const times = {
    submitted_at: created_at,
    status_changed_at: created_at,
    status_history: [{ status: 'received' as const, at: created_at }],
  };
  return {
    request_id,
    status: 'received',
    company,
    website,
    contact_email,
    notes,
    ...times,
    declined_reason: null,
    queue,
    audit: null,
    scheduled_for: null,
    listed,
    ...(retracted && { retracted }),
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
