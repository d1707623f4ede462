import type { Audit } from '@readymark/rubric/audit/audit';
import { checkAuditRequest } from '../../../src/operations/agent/check-audit-request.ts';
import { myAuditHistory } from '../../../src/operations/agent/my-audit-history.ts';
import { myDigest } from '../../../src/operations/agent/my-digest.ts';
import { registerAgent } from '../../../src/operations/agent/register-agent.ts';
import { requestAudit } from '../../../src/operations/agent/request-audit.ts';
import { watchCompany } from '../../../src/operations/agent/watch-company.ts';
import type { Context } from '../../../src/operations/context.ts';
import { compareAudits } from '../../../src/operations/desk/compare-audits.ts';
import { draftAudit } from '../../../src/operations/desk/draft-audit.ts';
import { listActions } from '../../../src/operations/desk/list-actions.ts';
import { listDue } from '../../../src/operations/desk/list-due.ts';
import { listNotices } from '../../../src/operations/desk/list-notices.ts';
import { listRequests } from '../../../src/operations/desk/list-requests.ts';
import { publishAudits } from '../../../src/operations/desk/publish-audits.ts';
import { resendNotice } from '../../../src/operations/desk/resend-notice.ts';
import { reviewRequest } from '../../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../../src/operations/desk/schedule-request.ts';
import { showRequest } from '../../../src/operations/desk/show-request.ts';
import { readiness } from '../../../src/operations/readiness.ts';
import { execute, run } from '../../../src/operations/run.ts';
import { tick } from '../../../src/operations/worker.ts';
import { operator } from '../operator.ts';

/**
 * Makes every call that reaches the database, once, in an order in which each finds what it needs.
 *
 * @returns the time of each in milliseconds
 */
export async function everyCall(
  ctx: Context,
  audits: { now: Audit; later: Audit },
  mark: string,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    times.set(name, performance.now() - started);
    return result;
  };
  const { slug, company, website } = audits.now;
  const input = { type: 'anonymous', agent_name: 'Reader', contact_email: `${mark}@agents.example` };
  const { api_key: key } = (await timed('register_agent', () => run(ctx, registerAgent, { key: undefined, input })))
    .body;
  const { request_id } = (
    await timed('request_audit', () =>
      run(ctx, requestAudit, { key, input: { company, website }, idempotency_key: mark }),
    )
  ).body;
  await timed('check_audit_request', () => run(ctx, checkAuditRequest, { key, input: { request_id } }));
  await timed('watch_company', () => run(ctx, watchCompany, { key, input: { slug } }));
  await timed('my_audit_history', () => run(ctx, myAuditHistory, { key, input: {} }));
  await timed('my_digest', () => run(ctx, myDigest, { key, input: {} }));
  await timed('list_requests', () => execute(ctx, listRequests, operator, {}, {}));
  await timed('list_requests of a company', () =>
    execute(ctx, listRequests, operator, { company, status: 'all', limit: 5 }, {}),
  );
  await timed('list_requests with a text', () =>
    execute(ctx, listRequests, operator, { text: 'pricing', listed: true }, {}),
  );
  await timed('show_request', () => execute(ctx, showRequest, operator, { request_id, listed: true }, {}));
  await timed('review_request', () => execute(ctx, reviewRequest, operator, { request_id }, {}));
  await timed('schedule_request', () => execute(ctx, scheduleRequest, operator, { request_id }, {}));
  await timed('draft_audit', () => execute(ctx, draftAudit, operator, { subject: slug }, {}));
  await timed('publish_audits', () =>
    execute(ctx, publishAudits, operator, { audits: [audits.later], completes: [request_id] }, {}),
  );
  await timed('snapshot and letters', () => tick(ctx));
  await timed('my_digest since a day', () => run(ctx, myDigest, { key, input: { since: '2026-01-01' } }));
  await timed('compare_audits', () => execute(ctx, compareAudits, operator, { slug }, {}));
  const notices = await timed('list_notices', () => execute(ctx, listNotices, operator, {}, {}));
  const notice_id = notices.body.notices[0]?.notice_id ?? '';
  await timed('resend_notice', () => execute(ctx, resendNotice, operator, { notice_id }, {}));
  await timed('list_due', () => execute(ctx, listDue, operator, { limit: 100 }, {}));
  const { next } = (await timed('list_actions', () => execute(ctx, listActions, operator, { limit: 1 }, {}))).body;
  const after = next ?? undefined;
  for (const filter of [{ operator: operator.name }, { action: 'publish_audits' }, { subject_id: request_id }])
    await timed(`list_actions by ${Object.keys(filter)}`, () =>
      execute(ctx, listActions, operator, { ...filter, from: '2026-01-01', after }, {}),
    );
  await timed('list_actions by text', () => execute(ctx, listActions, operator, { text: company }, {}));
  await timed('unwatch', () => run(ctx, watchCompany, { key, input: { slug, watching: false } }));
  await timed('readyz', () => readiness(ctx));
  return times;
}
