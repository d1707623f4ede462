import { sourceFile } from '@readymark/rubric/audit/audit';
import { Fault } from '../../../domain/fault.ts';
import { isForSameCompany, isWaiting, type RequestStatus } from '../../../domain/request/request.ts';
import { requestAudit } from '../../../operations/agent/request-audit.ts';
import type { Context } from '../../../operations/context.ts';
import { auditSubject } from '../../../operations/desk/audits/draft-subject.ts';
import { execute } from '../../../operations/run.ts';
import { requestsOf } from '../../../store/requests.ts';
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
  const job = (await ownDrafts(ctx, secret)).find((one) => one.job_id === job_id);
  const draft = job && draftIn(job);
  if (!draft) throw new Fault('not_found', 'There is no such draft any more.');
  const notes = `Sent by the holder of ${host}, with the draft that the auditing agent made for them.`;
  const request_id = await send(ctx, holder, { company: name, website, notes }, client);
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
  const snapshot = ctx.catalogue.current();
  const listed = heldCompany(snapshot, holder.website);
  const entry = listed && snapshot.entry(listed.slug);
  if (!entry) throw new Fault('not_found', 'There is no audit of this site to be made again.');
  const { company, website, audit_date } = entry;
  const notes = `Sent by the holder of ${holder.host}, who wants the audit of ${audit_date} to be made again.`;
  const request_id = await send(ctx, holder, { company, website, notes }, client);
  await ctx.store.transaction((tx) => noteHolder(tx, holder.holder_id, { request_id }));
}

/**
 * Sends a request, unless one waits. Two presses are one request, also at once and with different words: the key of both is the request
 * before, and the first of them counts. A press that was cut off before its request was noted goes on with that. Faults: conflict; those
 * of registering and requesting.
 *
 * @returns the request, to be noted
 */
async function send(
  ctx: Context,
  holder: DomainHolderRow,
  input: { company: string; website: string; notes: string },
  client: string,
): Promise<string> {
  const { registration_id: known } = holder;
  const [last] = known === null ? [] : await requestsOf(ctx.store.db, known, { limit: 1 });
  if (last && isWaiting(last.status as RequestStatus)) {
    const noted = last.request_id === holder.request_id;
    if (noted || !isForSameCompany(last, input)) throw waitsAlready();
    return last.request_id;
  }
  // What cannot be requested must not register.
  const read = requestAudit.input.safeParse(input);
  const registration_id = read.success ? await registrationFor(ctx, holder, client) : '';
  const call = { client, idempotency_key: `after ${last?.request_id ?? 'none'}` };
  try {
    return (await execute(ctx, requestAudit, callerOf(registration_id), input, call)).body.request_id;
  } catch (error) {
    throw error instanceof Fault && error.code === 'idempotency_conflict' ? waitsAlready() : error;
  }
}

const waitsAlready = () => new Fault('conflict', 'You have requested the audit already; it waits for its review.');
