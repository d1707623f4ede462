import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isFetched } from '@readymark/auditor/evidence/evidence';
import { until } from '../../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../../auditor/test/world/sites/fixture-sites.ts';
import { askSecondReview } from '../../../src/features/second-review/operations/ask-second-review.ts';
import { readDraft } from '../../../src/operations/desk/audits/read-draft.ts';
import { showAuditJob } from '../../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../../src/operations/desk/audits/start-audit.ts';
import { declineRequest } from '../../../src/operations/desk/decline-request.ts';
import { reviewRequest } from '../../../src/operations/desk/review-request.ts';
import { execute } from '../../../src/operations/run.ts';
import { tick } from '../../../src/operations/worker.ts';
import { latestPublication } from '../../../src/store/publications.ts';
import { call, newKey } from '../call.ts';
import { hostileCompany, madeCompany } from '../made-companies.ts';
import { openSmtpSink } from '../network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator, publish } from '../operator.ts';
import { type Engine, type FakeClock, fakeClock, type TestService, testService } from '../service.ts';
import { publishDraft } from '../sites/published-draft.ts';
import { everybodysDomain, replied } from './replied.ts';

/** A desk at work, and the address of one page of each kind. */
type LivedInDesk = {
  service: TestService;
  clock: FakeClock;
  /** By the pattern of a row of the desk's table of pages. */
  addresses: Readonly<Record<string, string>>;
};

/** A second operator, who has no session. */
const bo = { kind: 'operator', name: 'bo' } as const;
const DAY = 86_400_000;
const HOSTILE = '</bdi><script>document.title = "broken"</script><img src=x onerror=alert(1)> abc';

/**
 * A service in which every page of the desk has something to show: requests in several statuses, of which one is late;
 * companies that are due; an audit under way, drafts to review, one of a site that lies, one to score blind; a published one;
 * a letter that failed; a company that replied.
 */
export async function openLivedInDesk(engine: Engine): Promise<LivedInDesk> {
  const clock = fakeClock('2026-11-17T09:00:00.000Z');
  const sites = fixtureAuditor(clock.now);
  const sink = await openSmtpSink();
  const service = await testService(
    engine,
    {
      OPERATOR_TOKENS: `${OPERATOR_TOKENS},bo:${createHash('sha256').update('the token of bo').digest('hex')}`,
      SMTP_URL: sink.url,
    },
    clock,
    {
      auditor: {
        ...sites,
        async collect(website, options) {
          if (!website.includes('slow-site')) return sites.collect(website, options);
          options.progress?.({ phase: 'pages', done: 12, planned: 41, bytes: 90_000 });
          const ended = Promise.withResolvers<never>();
          options.signal.addEventListener('abort', () => ended.reject(options.signal.reason), { once: true });
          return ended.promise;
        },
        async close() {
          await sites.close();
          await sink.close();
        },
      },
      domain_proofs: everybodysDomain,
    },
  );
  await publish(service, [
    ...Array.from({ length: 8 }, (_, at) => madeCompany(at, at % 4 === 3 ? '2026-05-20' : '2026-11-10')),
    hostileCompany(),
  ]);
  const key = await newKey(service.url, { contact_email: 'agent@agents.example', agent_name: 'Scout' });
  const request = async (company: string, website: string, notes?: string, by = key): Promise<string> => {
    const body = { company, website, ...(notes && { notes }) };
    const made = await call(service.url, 'POST', '/api/audit-requests', { key: by, body });
    assert.equal(made.status, 201, made.text);
    return made.json.request_id;
  };
  const site = (folder: string) => fixtureSites.find((one) => one.folder === folder) ?? assert.fail(folder);
  const requestSite = (folder: string, notes?: string) => request(site(folder).company, site(folder).website, notes);

  const late = await request(`Late Trains ${HOSTILE}`, 'https://late-trains.example/', HOSTILE);
  await execute(service, reviewRequest, operator, { request_id: late }, {});
  clock.advance(9 * DAY);
  const lying = await requestSite('hostile');
  const second = await requestSite('human-dependent', 'Please look at the prices of repairs, too.');
  const published = await requestSite('emerging');
  const slow = await request('Slow Site', 'https://slow-site.dev/');
  const declined = await request('No Offer', 'https://no-offer.example/');
  // A second agent asks for the same site.
  await request(site('hostile').company, site('hostile').website, undefined, await newKey(service.url));

  const drafted = async (subject: string, by: typeof operator | typeof bo): Promise<string> => {
    const { job_id } = (await execute(service, startAudit, by, { subject }, {})).body.job;
    await tick(service);
    const status = async () => (await execute(service, showAuditJob, by, { job_id }, {})).body.status;
    await until(async () => (await status()) === 'drafted', `${subject} is drafted`);
    return job_id;
  };
  sink.behave({ recipient: () => 550 });
  await execute(service, declineRequest, operator, { request_id: declined, reason: 'There is no offer on it.' }, {});
  const done = await publishDraft(service, published, {
    criteria: [
      { id: 'P1-C', score: 5, reason: `The file is newer than it says. ${HOSTILE}`, evidence: 'We saw a newer file.' },
    ],
  });
  const publication = await latestPublication(service.store.db);
  const job_id = await drafted(lying, operator);
  const blind = await drafted(second, bo);
  await execute(service, askSecondReview, bo, { job_id: blind, to: operator.name }, {});
  const { criteria } = (await execute(service, readDraft, operator, { job_id }, {})).body;
  const sha256 =
    criteria.flatMap(({ sources }) => sources.filter(isFetched).flatMap((one) => one.sha256 ?? []))[0] ?? assert.fail();
  const shown = (await execute(service, readDraft, operator, { job_id: done }, {})).body.record;
  const under_way = (await execute(service, startAudit, operator, { subject: slow }, {})).body.job.job_id;
  const status = async () => (await execute(service, showAuditJob, operator, { job_id: under_way }, {})).body.status;
  await until(async () => (await status()) === 'running', 'an audit is under way');
  const at = `/desk/audits/${job_id}`;
  const reply = await replied(service, HOSTILE);
  return {
    service,
    clock,
    addresses: {
      '/desk': '/desk',
      '/desk/requests/{request_id}': `/desk/requests/${late}`,
      '/desk/audits': '/desk/audits',
      '/desk/audits/{job_id}': at,
      '/desk/audits/{job_id}/state': `${at}/state`,
      '/desk/audits/{job_id}/evidence': `${at}/evidence`,
      '/desk/audits/{job_id}/evidence/{sha256}': `${at}/evidence/${sha256}`,
      '/desk/audits/{job_id}/preview': `${at}/preview`,
      '/desk/audits/{job_id}/publish': `${at}/publish`,
      '/desk/audits/{job_id}/record.json': `${at}/record.json`,
      '/desk/audits/{job_id}/import': `${at}/import`,
      '/desk/publications/{publication}': `/desk/publications/${publication}`,
      '/desk/published/{slug}': `/desk/published/${shown.slug}`,
      '/desk/published/{slug}/{date}': `/desk/published/${shown.slug}/${shown.audit_date}`,
      '/desk/replies': '/desk/replies',
      '/desk/replies/tokens/{slug}/{proof_id}': reply.token,
      '/desk/replies/texts/{slug}/{text_id}': reply.waiting,
      '/desk/replies/{reply_id}': reply.open,
      '/desk/nodes': '/desk/nodes',
      '/desk/second': '/desk/second',
      '/desk/second/{job_id}': `/desk/second/${blind}`,
      '/desk/due': '/desk/due',
      '/desk/letters': '/desk/letters',
      '/desk/log': '/desk/log',
      // Further states of pages, which no row names.
      'an audit under way': `/desk/audits/${under_way}`,
      'a published draft': `/desk/audits/${done}`,
      'a request of a draft': `/desk/requests/${lying}`,
      'a request that has ended': `/desk/requests/${declined}`,
      'a reply that has ended': reply.ended,
      'a token that was not seen': reply.unseen,
      'nothing here': '/desk/nothing',
    },
  };
}
