import { registerAgent } from '../../src/operations/agent/register-agent.ts';
import { requestAudit } from '../../src/operations/agent/request-audit.ts';
import { watchCompany } from '../../src/operations/agent/watch-company.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { declineRequest } from '../../src/operations/desk/decline-request.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { reviewRequest } from '../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../src/operations/desk/schedule-request.ts';
import { execute, run } from '../../src/operations/run.ts';
import { madeCompany } from './made-companies.ts';
import { operator, publish } from './operator.ts';
import type { TestContext } from './service.ts';

/**
 * Fills a database with some of everything: companies and their re-audits, agents, requests in every status, current
 * and ended watches, notices, a retracted company and a corrected one.
 */
export async function liveALittle(ctx: TestContext, size: { companies: number; agents: number }): Promise<void> {
  const audits = Array.from({ length: size.companies }, (_, at) => madeCompany(at, '2026-05-02'));
  await publish(ctx, audits);
  for (let at = 0; at < size.agents; at += 1) {
    const registered = await run(ctx, registerAgent, {
      key: undefined,
      input: {
        type: 'anonymous',
        agent_name: `Agent ${at} 株式会社`,
        ...(at % 2 && { contact_email: `agent${at}@example.com` }),
      },
    });
    const key = registered.body.api_key;
    for (const audit of audits.slice(at % 3, (at % 3) + 4))
      await run(ctx, watchCompany, { key, input: { slug: audit.slug } });
    await run(ctx, watchCompany, { key, input: { slug: audits[at % 3]?.slug ?? '', watching: false } });
    const asked = audits[at % audits.length];
    const request = await run(ctx, requestAudit, {
      key,
      input: { company: asked?.company, website: asked?.website, notes: 'Line one\nline two' },
      ...(at % 2 && { idempotency_key: `try-${at}` }),
    });
    const { request_id } = request.body;
    ctx.clock.advance(1_000);
    if (at % 4 > 0) await execute(ctx, reviewRequest, operator, { request_id }, {});
    ctx.clock.advance(1_000);
    if (at % 4 > 1) await execute(ctx, scheduleRequest, operator, { request_id }, {});
    ctx.clock.advance(1_000);
    if (at % 8 === 2) await execute(ctx, declineRequest, operator, { request_id, reason: 'Not an offer.' }, {});
    if (at % 8 === 3)
      await execute(
        ctx,
        publishAudits,
        operator,
        {
          audits: [madeCompany(at % audits.length, `2026-11-${String((at % 28) + 1).padStart(2, '0')}`)],
          completes: [request_id],
        },
        {},
      );
    await ctx.catalogue.refresh();
  }
  const [first, second] = audits.slice(-2).map(({ slug }) => slug);
  await execute(ctx, retractCompany, operator, { slug: first, reason: 'It has closed.' }, {});
  await execute(ctx, correctCompany, operator, { slug: second, new_slug: `${second}-works`, company: 'Works' }, {});
  await ctx.catalogue.refresh();
}
