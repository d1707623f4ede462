import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { myAuditHistory } from '../../src/operations/agent/my-audit-history.ts';
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
import { operator } from '../world/operator.ts';
import { within } from './limits.ts';
import { AUDIT_REQUESTS_PER_DAY, type Node, REGISTRATIONS_PER_HOUR, type World } from './world.ts';

/** What people and programs do, one call each. The result is a line of the trace. */
export type Actor = (world: World, node: Node) => Promise<string>;

const register: Actor = async (world, { ctx }) => {
  const { book, clock, chance } = world;
  const at = clock.now().getTime();
  const contact_email = chance.one(4) ? undefined : `agent-${chance.int(40)}@agents.example`;
  const input = { type: 'anonymous', ...(contact_email && { contact_email }) };
  const call = run(ctx, registerAgent, { key: undefined, input });
  const taken = { certain: book.registered, doubtful: book.doubtful };
  return within(world, { at, window: 3_600_000, quota: REGISTRATIONS_PER_HOUR, ...taken }, call, ({ body }) => {
    const { registration_id, api_key } = body;
    book.registered.push(at);
    book.agents.push({ registration_id, api_key, requests: [], doubtful: [], watches: new Set() });
    return registration_id;
  });
};

const request: Actor = async (world, { ctx }) => {
  const { book, clock, chance } = world;
  const agent = chance.pick(book.agents.slice(-12));
  if (!agent) return 'nobody';
  const at = clock.now().getTime();
  const company = `Co ${chance.int(40)}`;
  const input = { company, website: `https://${company.toLowerCase().replace(' ', '-')}.example/` };
  const call = run(ctx, requestAudit, { key: agent.api_key, input });
  const taken = { certain: agent.requests.map((made) => made.at), doubtful: agent.doubtful };
  return within(world, { at, window: 86_400_000, quota: AUDIT_REQUESTS_PER_DAY, ...taken }, call, ({ body }) => {
    agent.requests.push({ request_id: body.request_id, at });
    return body.request_id;
  });
};

const watch: Actor = async ({ book, chance }, { ctx }) => {
  const agent = chance.pick(book.agents.slice(-12));
  const slug = chance.pick([...book.listed.keys()]);
  if (!agent || !slug) return 'nothing to watch';
  const watching = !chance.one(4);
  await run(ctx, watchCompany, { key: agent.api_key, input: { slug, watching } });
  return `${agent.registration_id} ${slug} ${watching}`;
};

const me: Actor = async ({ book, chance, wrong }, { ctx }) => {
  const agent = chance.pick(book.agents);
  if (!agent) return 'nobody';
  const { body } = await run(ctx, myAuditHistory, { key: agent.api_key, input: {} });
  const shown = new Set(body.requests.map(({ request_id }) => request_id));
  const lost = agent.requests.filter(({ request_id }) => !shown.has(request_id));
  if (lost.length) wrong.push(`${agent.registration_id} is not shown ${lost.map(({ request_id }) => request_id)}`);
  if (shown.size > agent.requests.length + agent.doubtful.length)
    wrong.push(`${agent.registration_id} is shown requests that it did not make`);
  return `${shown.size} requests`;
};

const move: Actor = async ({ store, chance }, { ctx }) => {
  const rows = await store.db
    .selectFrom('audit_requests')
    .select(['request_id', 'status'])
    .where('status', 'in', ['submitted', 'in_review', 'scheduled'])
    .orderBy('request_id')
    .limit(20)
    .execute();
  const row = chance.pick(rows);
  if (!row) return 'nothing waits';
  const { request_id } = row;
  if (chance.one(5)) await execute(ctx, declineRequest, operator, { request_id, reason: 'Not an offer.' }, {});
  else await execute(ctx, chance.one(2) ? reviewRequest : scheduleRequest, operator, { request_id }, {});
  return `${request_id} was ${row.status}`;
};

const publish: Actor = async ({ book, store, clock, chance }, { ctx }) => {
  const number = chance.int(40);
  const slug = `co-${number}`;
  const audit_date = clock.now().toISOString().slice(0, 10);
  const audit = exampleAudit({ slug, company: `Co ${number}`, audit_date, scores: chance.int(6) });
  const scheduled = await store.db
    .selectFrom('audit_requests')
    .select('request_id')
    .where('status', '=', 'scheduled')
    .where('company', '=', audit.company)
    .orderBy('request_id')
    .execute();
  const completes = scheduled.map(({ request_id }) => request_id);
  book.in_doubt.add(slug);
  await execute(ctx, publishAudits, operator, { audits: [audit], completes, reinstate: true, replace: true }, {});
  book.in_doubt.delete(slug);
  book.listed.set(slug, { audit_date, overall_score: audit.overall_score });
  return `${slug} ${audit.overall_score} for ${completes.length}`;
};

const retract: Actor = async ({ book, chance }, { ctx }) => {
  const slug = chance.pick([...book.listed.keys()]);
  if (!slug) return 'nothing to retract';
  book.in_doubt.add(slug);
  await execute(ctx, retractCompany, operator, { slug, reason: 'They object.' }, {});
  book.in_doubt.delete(slug);
  book.listed.delete(slug);
  return slug;
};

const correct: Actor = async ({ book, chance }, { ctx }) => {
  const slug = chance.pick([...book.listed.keys()]);
  if (!slug) return 'nothing to correct';
  const website = `https://${slug}.example/${chance.int(1_000)}`;
  const { body } = await execute(ctx, correctCompany, operator, { slug, website }, {});
  return `${slug} ${body.publication}`;
};

/** How often each of them calls, beside the others. */
export const actors: readonly (readonly [name: string, often: number, actor: Actor])[] = [
  ['register', 4, register],
  ['request', 8, request],
  ['watch', 6, watch],
  ['me', 4, me],
  ['move', 8, move],
  ['publish', 8, publish],
  ['retract', 1, retract],
  ['correct', 1, correct],
];
