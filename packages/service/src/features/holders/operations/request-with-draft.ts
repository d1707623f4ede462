import { sourceFile } from '@readymark/rubric/audit/audit';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { auditRequestInput, isWaiting, type RequestStatus } from '../../../domain/request/request.ts';
import { registerAgent } from '../../../operations/agent/register-agent.ts';
import { requestAudit } from '../../../operations/agent/request-audit.ts';
import type { Context } from '../../../operations/context.ts';
import { auditSubject } from '../../../operations/desk/audits/draft-subject.ts';
import { run } from '../../../operations/run.ts';
import { findRequest } from '../../../store/requests.ts';
import { copyForDesk, noteHolder } from '../store/holders.ts';
import { provenHolder } from './known-holder.ts';
import { draftIn, ownDrafts } from './own-drafts.ts';

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
  const { holder_id, host, website, request_id: before } = await provenHolder(ctx, secret);
  const waits = before === null ? undefined : await findRequest(ctx.store.db, before);
  if (waits && isWaiting(waits.status as RequestStatus))
    throw new Fault('conflict', 'You have requested the audit already; it waits for its review.');
  const job = (await ownDrafts(ctx, secret)).find((one) => one.job_id === job_id);
  const draft = job && draftIn(job);
  if (!draft) throw new Fault('not_found', 'There is no such draft any more.');
  const notes = `Sent by the holder of ${host}, with the draft that the auditing agent made for them.`;
  const request = { company: name, website, notes };
  const read = auditRequestInput.safeParse(request);
  if (!read.success)
    throw invalidFields(read.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })));
  const input = { type: 'anonymous', agent_name: 'Holder of the domain' };
  const { api_key: key } = (await run(ctx, registerAgent, { key: undefined, input, client })).body;
  const { request_id } = (await run(ctx, requestAudit, { key, input: request, client })).body;
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
