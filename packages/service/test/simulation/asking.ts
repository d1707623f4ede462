import { myAuditHistory } from '../../src/operations/agent/my-audit-history.ts';
import { registerAgent } from '../../src/operations/agent/register-agent.ts';
import { requestAudit } from '../../src/operations/agent/request-audit.ts';
import { watchCompany } from '../../src/operations/agent/watch-company.ts';
import { declineRequest } from '../../src/operations/desk/decline-request.ts';
import { reviewRequest } from '../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../src/operations/desk/schedule-request.ts';
import { execute, run } from '../../src/operations/run.ts';
import { operator } from '../world/operator.ts';
import { within } from './limits.ts';
import { type Actor, type Actors, AUDIT_REQUESTS_PER_DAY, REGISTRATIONS_PER_HOUR, siteOf } from './world.ts';

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
  const number = chance.int(40);
  const input = { company: `Co ${number}`, website: siteOf(number) };
  const call = run(ctx, requestAudit, { key: agent.api_key, input });
  const taken = { certain: agent.requests.map((made) => made.at), doubtful: agent.doubtful };
  const limit = { at, window: 86_400_000, quota: AUDIT_REQUESTS_PER_DAY, ...taken };
  const accepted = ({ body }: Awaited<typeof call>) => {
    agent.requests.push({ request_id: body.request_id, at });
    return body.request_id;
  };
  // The same request again, while it waits, is answered with it and does not count.
  return within(world, limit, call, accepted, ({ created }) => Boolean(created));
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
    .where('status', 'in', ['received', 'in_review', 'scheduled'])
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

export const asking: Actors = [
  ['register', 4, register],
  ['request', 8, request],
  ['watch', 6, watch],
  ['me', 4, me],
  ['move', 8, move],
];
