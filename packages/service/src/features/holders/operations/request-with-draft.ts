import { sourceFile } from '@readymark/rubric/audit/audit';
import { Fault } from '../../../domain/fault.ts';
import { registerAgent } from '../../../operations/agent/register-agent.ts';
import { requestAudit } from '../../../operations/agent/request-audit.ts';
import type { Context } from '../../../operations/context.ts';
import { auditSubject } from '../../../operations/desk/audits/draft-subject.ts';
import { run } from '../../../operations/run.ts';
import { handOver, noteHolder } from '../store/holders.ts';
import { provenHolder } from './known-holder.ts';
import { draftIn, ownDrafts } from './own-drafts.ts';

/**
 * Requests the audit of a holder's site, and hands the private draft to the operators with it: they find the evidence collected, and
 * review (decision 181). Faults: not_found, conflict, and those of registering and requesting.
 *
 * @param client address of the client, for limits in memory
 */
export async function requestWithDraft(
  ctx: Context,
  secret: string,
  asked: { job_id: string; company: string; client: string },
): Promise<void> {
  const { job_id, company: name, client } = asked;
  const { holder_id, host, website } = await provenHolder(ctx, secret);
  const job = (await ownDrafts(ctx, secret)).find((one) => one.job_id === job_id);
  const draft = job && draftIn(job);
  if (!draft) throw new Fault('not_found', 'There is no such draft any more.');
  const input = { type: 'anonymous', agent_name: 'Holder of the domain' };
  const { api_key: key } = (await run(ctx, registerAgent, { key: undefined, input, client })).body;
  const notes = `Sent by the holder of ${host}, with the draft that the auditing agent made for him.`;
  const { request_id } = (await run(ctx, requestAudit, { key, input: { company: name, website, notes }, client })).body;
  const { company } = await auditSubject(ctx, request_id);
  const record = { ...draft.record, company: company.company, slug: company.slug };
  const text = JSON.stringify({ ...record, source_file: sourceFile(company.slug, record.audit_date) });
  const handed = await ctx.store.transaction(async (tx) => {
    await noteHolder(tx, holder_id, { request_id });
    return handOver(tx, holder_id, { job_id, request_id, slug: company.slug, company: company.company, draft: text });
  });
  if (!handed) throw new Fault('conflict', 'The request was sent; its draft was deleted meanwhile.');
}
