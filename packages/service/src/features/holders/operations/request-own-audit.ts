import { sourceFile } from '@readymark/rubric/audit/audit';
import { Fault } from '../../../domain/fault.ts';
import { isWaiting, type RequestStatus } from '../../../domain/request/request.ts';
import { requestAudit } from '../../../operations/agent/request-audit.ts';
import type { Context } from '../../../operations/context.ts';
import { auditSubject } from '../../../operations/desk/audits/draft-subject.ts';
import { execute } from '../../../operations/run.ts';
import { findRequest } from '../../../store/requests.ts';
import { copyForDesk, noteHolder } from '../store/holders.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { heldCompany, provenHolder } from './known-holder.ts';
import { draftIn, ownDrafts } from './own-drafts.ts';
import { callerOf, registrationFor } from './registration.ts';

/**
 * Requests the audit of a holder's site, and gives the operators a copy of the private draft with it: they find the evidence
 * collected, and review (decision 181). Faults: not_found; conflict, while a request that was sent from the page waits; and those of
 * registering and requesting.
 *
 * @param client address of the client, for limits in memory
 */
export async function requestWithDraft(
  ctx: Context,
  secret: string,
  asked: { job_id: string; company: string; client: string },
): Promise<void> {
  const { job_id, company: name, client } = asked;
  const holder = await provenHolder(ctx, secret);
  const { holder_id, host, website } = holder;
  await refuseWhileOneWaits(ctx, holder);
  const job = (await ownDrafts(ctx, secret)).find((one) => one.job_id === job_id);
  const draft = job && draftIn(job);
  if (!draft) throw new Fault('not_found', 'There is no such draft any more.');
  const notes = `Sent by the holder of ${host}, with the draft that the auditing agent made for them.`;
  const request_id = await send(ctx, holder, { company: name, website, notes }, { client, once: `${job_id} ${name}` });
  const { company } = await auditSubject(ctx, request_id);
  const record = { ...draft.record, company: company.company, slug: company.slug };
  const text = JSON.stringify({ ...record, source_file: sourceFile(company.slug, record.audit_date) });
  const copied = await ctx.store.transaction(async (tx) => {
    await noteHolder(tx, holder_id, { request_id });
    const copy = { job_id: ctx.newId('job'), request_id, slug: company.slug, company: company.company, draft: text };
    return copyForDesk(ctx.store, tx, { holder_id, job_id }, copy);
  });
  if (!copied) throw new Fault('conflict', 'The request was sent; its draft was deleted meanwhile.');
}

/**
 * Requests another audit of the listed company at a holder's site, without a draft (decision 182). Faults: not_found; conflict, while
 * a request that was sent from the page waits; and those of registering and requesting.
 */
export async function requestReaudit(ctx: Context, secret: string, client: string): Promise<void> {
  const holder = await provenHolder(ctx, secret);
  await refuseWhileOneWaits(ctx, holder);
  const snapshot = ctx.catalogue.current();
  const listed = heldCompany(snapshot, holder.website);
  const entry = listed && snapshot.entry(listed.slug);
  if (!entry) throw new Fault('not_found', 'There is no audit of this site to be made again.');
  const { company, website, audit_date } = entry;
  const notes = `Sent by the holder of ${holder.host}, who wants the audit of ${audit_date} to be made again.`;
  const request_id = await send(ctx, holder, { company, website, notes }, { client, once: `again ${audit_date}` });
  await ctx.store.transaction((tx) => noteHolder(tx, holder.holder_id, { request_id }));
}

/** Faults: conflict. */
async function refuseWhileOneWaits(ctx: Context, { request_id }: DomainHolderRow): Promise<void> {
  const last = request_id === null ? undefined : await findRequest(ctx.store.db, request_id);
  if (last && isWaiting(last.status as RequestStatus))
    throw new Fault('conflict', 'You have requested the audit already; it waits for its review.');
}

/** Sends a request. @param how.once two presses, or one that is repeated after a crash, are one request */
async function send(
  ctx: Context,
  holder: DomainHolderRow,
  input: { company: string; website: string; notes: string },
  { client, once }: { client: string; once: string },
): Promise<string> {
  // What cannot be requested must not register.
  const read = requestAudit.input.safeParse(input);
  const registration_id = read.success ? await registrationFor(ctx, holder, client) : '';
  const call = { client, idempotency_key: once };
  return (await execute(ctx, requestAudit, callerOf(registration_id), input, call)).body.request_id;
}
