import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { Fault } from '../../../src/domain/fault.ts';
import { openContext } from '../../../src/main.ts';
import { registerAgent } from '../../../src/operations/agent/register-agent.ts';
import { requestAudit } from '../../../src/operations/agent/request-audit.ts';
import { watchCompany } from '../../../src/operations/agent/watch-company.ts';
import { reviewRequest } from '../../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../../src/operations/desk/schedule-request.ts';
import { execute, run } from '../../../src/operations/run.ts';
import { tick } from '../../../src/operations/worker.ts';
import { readSettings } from '../../../src/settings.ts';
import { commit, operator } from '../operator.ts';

/**
 * A process that writes until it is killed: agents register, request and watch, and audits complete their requests. It
 * prints each write when, and only when, it was acknowledged.
 */
export type Acknowledged =
  | { wrote: 'registration'; registration_id: string }
  | { wrote: 'request'; request_id: string; registration_id: string }
  | { wrote: 'watch'; registration_id: string; slug: string }
  | { wrote: 'publication'; slug: string; audit_date: string; completes: string | null; watcher: string | null };

const [life = '0'] = process.argv.slice(2);
const ctx = openContext(readSettings(), { log: pino({ level: 'silent' }) });
const print = (line: Acknowledged) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Retries while the database cannot be reached; every other fault is a bug. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'unavailable')) throw error;
      await wait(20);
    }
  }
}

async function agentLife(agent: number): Promise<void> {
  for (let round = 0; ; round += 1) {
    const slug = `c-${life}-${agent}-${round}`;
    const audit = (audit_date: string, scores: number) => exampleAudit({ slug, company: slug, audit_date, scores });
    const publish = async (audit_date: string, scores: number, completes: string | null, watcher: string | null) => {
      try {
        await insist(() => commit(ctx, [audit(audit_date, scores)], { completes: completes ? [completes] : [] }));
      } catch (error) {
        // The connection broke after the commit: the audit is stored, and the second attempt conflicts with it.
        if (!(error instanceof Fault && error.code === 'conflict')) throw error;
      }
      print({ wrote: 'publication', slug, audit_date, completes, watcher });
    };
    const { registration_id, api_key: key } = (
      await insist(() =>
        run(ctx, registerAgent, { key: undefined, input: { type: 'anonymous', contact_email: `${slug}@example.com` } }),
      )
    ).body;
    print({ wrote: 'registration', registration_id });
    await publish('2026-05-01', 2, null, null);
    const wish = { company: slug, website: `https://${slug}.example/` };
    const { request_id } = (await insist(() => run(ctx, requestAudit, { key, input: wish, idempotency_key: slug })))
      .body;
    print({ wrote: 'request', request_id, registration_id });
    await insist(() => ctx.catalogue.refresh().catch(() => Promise.reject(new Fault('unavailable', ''))));
    await insist(() => run(ctx, watchCompany, { key, input: { slug } }));
    print({ wrote: 'watch', registration_id, slug });
    const move = async (to: typeof reviewRequest | typeof scheduleRequest) => {
      await insist(() => execute(ctx, to, operator, { request_id }, {})).catch((error) => {
        if (!(error instanceof Fault && error.code === 'conflict')) throw error;
      });
    };
    await move(reviewRequest);
    await move(scheduleRequest);
    await publish('2026-11-20', 4, request_id, registration_id);
    if (agent === 0) await tick(ctx).catch(() => {});
  }
}

await Promise.all([0, 1, 2].map(agentLife));
