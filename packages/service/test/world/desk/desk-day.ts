import { until } from '../../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { readDraft } from '../../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../../src/operations/desk/publish-audits.ts';
import { execute } from '../../../src/operations/run.ts';
import { tick } from '../../../src/operations/worker.ts';
import { call, newKey } from '../call.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../operator.ts';
import { fakeClock, type TestService, testService } from '../service.ts';
import { everybodysDomain } from './replied.ts';

/** An operator's day at the desk, for the pictures of docs/operating.md and the tests of what it says. */
type DeskDay = {
  service: TestService;
  /** The request that the day is about, and the audit job that was started for it: drafted, with some criteria open. */
  request_id: string;
  job_id: string;
  /** The public page of the company, once the draft is published. */
  company_path: string;
  /** Another request, which nobody has looked at yet. */
  received_id: string;
  /** Confirms what is open: the draft can be published. */
  reviewAll(): Promise<void>;
  /** Publishes the draft. @returns the number of the publication */
  publishDraft(): Promise<number>;
};

/** The site that is audited: a fixture that is read as a real one is. */
const site = fixtureSites.find(({ folder }) => folder === 'emerging');

/** Companies that were asked for before, and when. */
const others = [
  ['Nebelwerk', 'https://www.nebelwerk.example/', '2026-11-16T09:12:00.000Z'],
  ['Brandt & Söhne Logistik', 'https://brandt-logistik.example/', '2026-11-17T13:40:00.000Z'],
  ['Spamville', 'https://www.spamville.example/', '2026-11-18T08:05:00.000Z'],
  ['Quillon Books', 'https://quillon.example/shop', '2026-11-19T15:30:00.000Z'],
] as const;

/** The same data at the same times each time; only ids differ. */
export async function deskDay(): Promise<DeskDay> {
  if (!site) throw new Error('there is no such fixture site');
  const clock = fakeClock('2026-11-16T09:10:00.000Z');
  const service = await testService('sqlite', { OPERATOR_TOKENS }, clock, {
    auditor: fixtureAuditor(clock.now),
    domain_proofs: everybodysDomain,
  });
  const desk = (path: string, body: unknown = {}) =>
    call(service.url, 'POST', `/api/desk${path}`, { key: operator_token, body });
  const { company, website } = site;
  const slug = company.toLowerCase();
  await publish(service, [
    { ...exampleAudit({ slug, company, audit_date: '2026-05-04', scores: 2 }), website },
    {
      ...exampleAudit({ slug: 'acme', company: 'Acme Tools', audit_date: '2026-04-20', scores: 3 }),
      website: 'https://acme.example/',
    },
  ]);
  const key = await newKey(service.url, { agent_name: 'Scout', contact_email: 'scout@agents.example' });
  const ask = async (body: object) =>
    (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json.request_id as string;
  const asked: Record<string, string> = {};
  for (const [name, address, at] of others) {
    clock.set(at);
    asked[name] = await ask({ company: name, website: address });
  }
  clock.set('2026-11-20T10:20:00.000Z');
  const request_id = await ask({ company, website, notes: 'We compare bookkeeping tools. Is there an API by now?' });
  clock.set('2026-11-23T14:45:00.000Z');
  for (const name of ['Nebelwerk', 'Quillon Books']) await desk(`/requests/${asked[name]}/review`);
  await desk(`/requests/${asked.Nebelwerk}/schedule`, { on: '2026-12-01' });
  await desk(`/requests/${asked.Spamville}/decline`, {
    reason: 'There is no offer at this address that could be audited.',
  });
  clock.set('2026-11-24T09:05:00.000Z');
  await desk(`/requests/${request_id}/review`);
  await desk(`/requests/${request_id}/schedule`);
  const { job_id } = (await execute(service, startAudit, operator, { subject: request_id }, {})).body.job;
  await tick(service);
  const draft = async () => (await execute(service, readDraft, operator, { job_id }, {})).body;
  const status = () =>
    service.store.db.selectFrom('audit_jobs').select('status').where('job_id', '=', job_id).executeTakeFirstOrThrow();
  await until(async () => (await status()).status === 'drafted', 'it is drafted');
  clock.set('2026-11-24T09:20:00.000Z');
  return {
    ...{ service, request_id, job_id, company_path: `/audits/${slug}`, received_id: asked[others[1][0]] ?? '' },
    async reviewAll() {
      const { open, version } = await draft();
      await execute(service, reviseDraft, operator, { job_id, version, confirm: open }, {});
      clock.set('2026-11-24T09:24:00.000Z');
    },
    async publishDraft() {
      const { record } = await draft();
      const order = { audits: [record], drafts: [job_id], completes: [request_id] };
      const { publication } = (await execute(service, publishAudits, operator, order, {})).body;
      await tick(service);
      await service.catalogue.refresh();
      return publication ?? 0;
    },
  };
}
