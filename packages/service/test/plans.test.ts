import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeAuditor } from '../../auditor/test/world/sites/made-auditor.ts';
import { linkUrl } from '../src/features/holders/domain/link.ts';
import { LookLimits } from '../src/features/holders/domain/look-limits.ts';
import { beginHolder } from '../src/features/holders/operations/begin-holder.ts';
import { endHolders } from '../src/features/holders/operations/end-holders.ts';
import { knownHolder } from '../src/features/holders/operations/known-holder.ts';
import { lookForToken } from '../src/features/holders/operations/look-for-token.ts';
import { ownDrafts } from '../src/features/holders/operations/own-drafts.ts';
import { requestWithDraft } from '../src/features/holders/operations/request-own-audit.ts';
import { sendContact, sendLost } from '../src/features/holders/operations/send-link.ts';
import { startDraft } from '../src/features/holders/operations/start-draft.ts';
import { useLink } from '../src/features/holders/operations/use-link.ts';
import { progressOf } from '../src/features/holders/store/holders.ts';
import { openLink } from '../src/features/holders/store/links.ts';
import { beginPreview } from '../src/features/previews/operations/begin-preview.ts';
import { forgetOldPreviews } from '../src/features/previews/operations/forget-previews.ts';
import { previewsOver, startPreviews } from '../src/features/previews/operations/run-previews.ts';
import { progressOf as progressOfPreviews } from '../src/features/previews/store/previews.ts';
import { askSecondReview } from '../src/features/second-review/operations/ask-second-review.ts';
import { finishSecondReview } from '../src/features/second-review/operations/finish-second-review.ts';
import { listSecondReviews } from '../src/features/second-review/operations/list-second-reviews.ts';
import { readSecondReview } from '../src/features/second-review/operations/read-second-review.ts';
import { scoreSecondReview } from '../src/features/second-review/operations/score-second-review.ts';
import { withdrawSecondReview } from '../src/features/second-review/operations/withdraw-second-review.ts';
import { cancelAudit } from '../src/operations/desk/audits/cancel-audit.ts';
import { listAuditJobs } from '../src/operations/desk/audits/list-audit-jobs.ts';
import { readDraft } from '../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../src/operations/desk/audits/start-audit.ts';
import { readEvidence } from '../src/operations/desk/evidence/read-evidence.ts';
import { addOperator } from '../src/operations/desk/operators/add-operator.ts';
import { checkPublication } from '../src/operations/desk/publications/check-publication.ts';
import { showPublication } from '../src/operations/desk/publications/show-publication.ts';
import { publishAudits } from '../src/operations/desk/publish-audits.ts';
import { listPublishedAudits } from '../src/operations/desk/published/list-published-audits.ts';
import { showPublishedAudit } from '../src/operations/desk/published/show-published-audit.ts';
import { ageEvidence } from '../src/operations/jobs/age-evidence.ts';
import { linkSecret } from '../src/operations/links/link-secret.ts';
import type { Operation } from '../src/operations/operation.ts';
import { execute } from '../src/operations/run.ts';
import { tick } from '../src/operations/worker.ts';
import { everybodysDomain } from './world/desk/replied.ts';
import { liveALittle } from './world/lived-in.ts';
import { madeCompany } from './world/made-companies.ts';
import { everyCall } from './world/measure/every-call.ts';
import { fullScans, plans, recordQueries } from './world/measure/query-log.ts';
import { operator } from './world/operator.ts';
import { type TestContext, testContext } from './world/service.ts';

/**
 * Queries that may read a whole table, each with its reason; all others use an index, whatever the size of the tables.
 * Checked on SQLite, whose plans follow from the indexes alone; `npm run bench growth` checks the plans of both engines
 * on large tables.
 */
const rightly: readonly [pattern: RegExp, reason: string][] = [
  [/^SCAN request_counts /, 'there is a row for each status'],
  [
    /^SCAN notices USING COVERING INDEX .* group by "status"$/,
    'the desk and the metrics count the letters of each status',
  ],
  [/^SCAN both /, 'it has a row for each kind and status of the letters about a publication'],
  [/^SCAN operator_reports .*set "content"|^SCAN operator_reports — update/, 'there is one an hour at most'],
  [
    /^SCAN audit_jobs USING COVERING INDEX .* group by "status"$/,
    'the desk and the metrics count the audit jobs of each status',
  ],
  [
    /^SCAN audit_(requests|jobs) .*from "desk_actions" where .* in \(select /,
    'words in the log are looked for in the names of all companies that were asked for or audited',
  ],
  [/^SCAN operators USING INDEX /, 'there are as many operators as people who review'],
  [/^SCAN nodes /, 'there are as many rows as processes that serve'],
  [
    /^SCAN blobs — select "sha256" .*"held_until" is null limit \?/,
    'nearly all rows are what it looks for, and it takes one',
  ],
  [
    /^SCAN second_reviews — select ("agreement"|count)/,
    'the desk counts second reviews and pools all their scores; few drafts have one',
  ],
  [/^SCAN (k|log_keys) .*"until_at" is null/, 'there are as many keys of the public log as it had in all years'],
  [/^SCAN fanouts USING INDEX fanouts_open /, 'this index contains only the open ones, and one of them is read'],
  [/^SCAN audits USING (COVERING )?INDEX audits_fictional /, 'this index contains only the examples'],
  [/^SCAN audits .*insert into publications /, 'a migration, which runs once, reads every audit'],
];

/** Queries that may read all notices that wait, each with its reason: after a publication there may be a million. */
const waiting: readonly [pattern: RegExp, reason: string][] = [
  [
    /"audit_id" in \(select "audit_id" from "audits" where "slug" in /,
    'a retraction ends the letters about a company, once',
  ],
  [
    / set "letter" = \? where .*"letter" not in \(select /,
    'notices that no letter carries any more are freed, after a retraction',
  ],
];

/** The calls of the auditing agent, and what its jobs do. */
async function auditCalls(ctx: TestContext): Promise<void> {
  const desk = (operation: Operation, input: object) => execute(ctx, operation, operator, input, {});
  const started = (await execute(ctx, startAudit, operator, { subject: madeCompany(3).slug }, {})).body.job;
  const { job_id } = started;
  await tick(ctx);
  await desk(listAuditJobs, {});
  await desk(listAuditJobs, { status: 'to_review', after: job_id });
  await desk(showAuditJob, { job_id });
  await desk(readEvidence, { job_id });
  const { record, open } = (await execute(ctx, readDraft, operator, { job_id }, {})).body;
  await desk(reviseDraft, { job_id, version: 0, confirm: open });
  await secondCalls(ctx, job_id);
  await desk(checkPublication, { job_id });
  await desk(publishAudits, { audits: [record], drafts: [job_id] });
  await desk(listPublishedAudits, { slug: record.slug });
  await desk(showPublishedAudit, { slug: record.slug, audit_date: record.audit_date });
  await ctx.catalogue.refresh();
  const audit = ctx.store.db.selectFrom('audits').select('publication').where('job_id', '=', job_id);
  await desk(showPublication, await audit.executeTakeFirstOrThrow());
  const again = (await execute(ctx, startAudit, operator, { subject: madeCompany(4).slug }, {})).body.job;
  await desk(cancelAudit, { job_id: again.job_id });
  ctx.clock.advance(100 * 86_400_000);
  await ageEvidence(ctx);
  await tick(ctx);
}

/** Previews, and what somebody who holds a domain does. */
async function ownCalls(ctx: TestContext): Promise<void> {
  for (const registration_id of [null, 'reg_1'])
    await beginPreview(ctx, `firm-${registration_id}.com`, { registration_id });
  await startPreviews(ctx, undefined);
  await previewsOver(ctx);
  await progressOfPreviews(ctx.store.db, ['firm-null.com']);
  await forgetOldPreviews(ctx);
  const secret = await beginHolder(ctx, 'firm.com');
  await lookForToken(ctx, secret, { client: '::1', limits: new LookLimits() });
  await startDraft(ctx, secret);
  const [open] = await ownDrafts(ctx, secret);
  await progressOf(ctx.store.db, [open?.job_id ?? '']);
  await tick(ctx);
  const [{ job_id } = { job_id: '' }] = await ownDrafts(ctx, secret);
  await requestWithDraft(ctx, secret, { job_id, company: 'Firm', client: '' });
  await mailCalls(ctx, secret);
  ctx.clock.advance(86_400_000);
  await startDraft(ctx, secret);
  await tick(ctx);
  ctx.clock.advance(100 * 86_400_000);
  await endHolders(ctx);
}

/** An address for the letters of a company, and the links to it. */
async function mailCalls(ctx: TestContext, secret: string): Promise<void> {
  await sendContact(ctx, secret, 'anna@firm.com', '');
  const { holder_id } = await knownHolder(ctx, secret);
  const { link_id = '', created_at = '' } = (await openLink(ctx.store.db, holder_id, '')) ?? {};
  const url = linkUrl(await linkSecret(ctx), 'http://x', { path: '/', link_id, created_at });
  assert.equal((await useLink(ctx, new URL(url).searchParams.get('t') ?? '')).state, 'valid');
  await sendLost(ctx, 'firm.com', 'anna@firm.com', '');
  await tick(ctx);
}

/** A second operator scores a draft. */
async function secondCalls(ctx: TestContext, job_id: string): Promise<void> {
  const second = { ...operator, name: 'bea' };
  await execute(ctx, addOperator, operator, { name: second.name }, {});
  await execute(ctx, askSecondReview, operator, { job_id, to: second.name }, {});
  await execute(ctx, withdrawSecondReview, operator, { job_id }, {});
  const third = { ...operator, name: 'cyd' };
  await execute(ctx, addOperator, operator, { name: third.name }, {});
  await execute(ctx, askSecondReview, operator, { job_id, to: third.name }, {});
  const { items } = (await execute(ctx, readSecondReview, third, { job_id }, {})).body;
  const scores = items.map(({ id }) => ({ id, score: 2 }));
  await execute(ctx, scoreSecondReview, third, { job_id, version: 0, scores }, {});
  await execute(ctx, finishSecondReview, third, { job_id, version: 1 }, {});
  const { reviews } = (await execute(ctx, listSecondReviews, third, { mine: 'reviewer', status: 'finished' }, {})).body;
  await execute(ctx, listSecondReviews, operator, { mine: 'asker', status: 'open', after: reviews[0]?.review_id }, {});
  await execute(ctx, listSecondReviews, operator, { status: 'withdrawn' }, {});
}

test('no call of the service scans a table', async () => {
  const asked = recordQueries();
  const ctx = await testContext(
    'sqlite',
    { REGISTRATIONS_PER_HOUR: '1000', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' },
    undefined,
    {
      ...{ auditor: madeAuditor({}), domain_proofs: everybodysDomain },
    },
  );
  await liveALittle(ctx, { companies: 8, agents: 8 });
  await everyCall(ctx, { now: madeCompany(0, '2026-05-02'), later: madeCompany(0, '2026-11-20') }, 'plans');
  await auditCalls(ctx);
  await ownCalls(ctx);
  assert.ok([...asked].length > 60, `only ${asked.size} queries were seen`);
  const scans = (await fullScans(ctx.store, asked)).filter((scan) => !rightly.some(([pattern]) => pattern.test(scan)));
  assert.deepEqual(scans, []);
  const all_that_wait = (await plans(ctx.store, asked)).filter(
    (line) =>
      /^SEARCH (n|notices) USING (COVERING )?INDEX notices_(pending|by_status) \(status=\?\) /.test(line) &&
      !waiting.some(([pattern]) => pattern.test(line)),
  );
  assert.deepEqual(all_that_wait, []);
});
