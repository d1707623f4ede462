import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { deskOperations } from '../src/operations/desk/index.ts';
import { tick } from '../src/operations/worker.ts';
import { call } from './world/call.ts';
import { openSmtpSink, readLetter } from './world/network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from './world/operator.ts';
import { engines, sharedDatabases, type TestService, testService } from './world/service.ts';
import { operations } from './world/site.ts';

/**
 * The desk over HTTP: who may use it, which moves are allowed, what is recorded (spec 3; decisions 10, 19, 28, 103).
 */
sharedDatabases();

function caller(service: TestService, key?: string) {
  return async (method: string, path: string, body?: unknown) => {
    const { status, json } = await call(service.url, method, path, { ...(key && { key }), body });
    return { status, body: json };
  };
}

async function opened(engine: 'sqlite' | 'postgres', env: Record<string, string> = {}) {
  const service = await testService(engine, { OPERATOR_TOKENS, ...env });
  const open = caller(service);
  const { body } = await open('POST', '/api/agent/auth', { type: 'anonymous', contact_email: 'agent@agents.example' });
  const agent = caller(service, body.api_key);
  const desk = caller(service, operator_token);
  const ask = async (
    company: string,
    website = `https://${company.toLowerCase().replaceAll(/\W+/g, '-')}.example/`,
    more = {},
  ) => {
    service.clock.advance(1_000);
    const { body: request } = await agent('POST', '/api/audit-requests', { company, website, ...more });
    return request.request_id as string;
  };
  return { service, open, agent, desk, ask, key: body.api_key as string };
}

for (const engine of engines)
  describe(`the desk on ${engine}`, () => {
    test('every desk operation needs an operator token; the key of an agent is not enough', async () => {
      const { service, open, agent } = await opened(engine);
      for (const { http } of deskOperations)
        for (const { method, path } of http) {
          const address = path.replaceAll(/\{\w+\}/g, 'x');
          for (const as of [open, agent, caller(service, 'rmo_wrong')]) {
            const { status, body } = await as(method, address, method === 'POST' ? {} : undefined);
            assert.deepEqual([status, body.error], [401, 'invalid_token'], `${method} ${address}`);
          }
        }
      const { message, remedy } = (await open('GET', '/api/desk/requests')).body;
      assert.match(message, /needs an operator token/);
      assert.match(remedy, /`readymark operator add NAME`/);
      assert.ok(deskOperations.every((operation) => operation.scope === 'operator' && !('tool' in operation)));
      assert.ok(
        operations.every(
          ({ scope, tool, http }) =>
            (scope === 'operator') === http.some(({ path }) => path.startsWith('/api/desk/')) &&
            !(scope === 'operator' && tool),
        ),
      );
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const { text } = await call(service.url, 'POST', '/mcp', { key: operator_token, body: list });
      assert.doesNotMatch(text, /publish_audits|list_requests/);
      await service.stop();
    });

    test('an operator token is not accepted where an agent’s key is needed', async () => {
      const { service, desk } = await opened(engine);
      for (const path of ['/api/agent/me', '/api/agent/digest', '/api/audit-requests/x'])
        assert.equal((await desk('GET', path)).status, 401);
      await service.stop();
    });

    test('the queue is listed oldest first, by status, age, company and site, in pages, with the number of requests for each site', async () => {
      const { service, desk, ask } = await opened(engine);
      const ids = [
        await ask('Acme'),
        await ask('Beta_Soft 100%'),
        await ask('Acme Again', 'https://acme.example/pricing'),
        await ask('Delta'),
      ];
      service.clock.advance(3 * 86_400_000);
      const late = await ask('Epsilon');
      const list = async (query: string) => {
        const { status, body } = await desk('GET', `/api/desk/requests?${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        return body.requests.map((row: { request_id: string }) => row.request_id);
      };
      assert.deepEqual(await list(''), [...ids, late]);
      assert.deepEqual(await list('older_than_days=3'), ids);
      assert.deepEqual(await list('company=ACME'), [ids[0], ids[2]]);
      assert.deepEqual(await list('company=100%25'), [ids[1]]);
      assert.deepEqual(await list('company=a_s'), [ids[1]]);
      await desk('POST', `/api/desk/requests/${ids[1]}/review`);
      assert.deepEqual(await list('status=in_review'), [ids[1]]);
      await desk('POST', `/api/desk/requests/${ids[3]}/decline`, { reason: 'No.' });
      assert.deepEqual(await list('status=waiting'), [ids[0], ids[1], ids[2], late]);
      assert.deepEqual(await list('status=all'), [...ids, late]);
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const { body } = await desk('GET', `/api/desk/requests?status=all&limit=2${after && `&after=${after}`}`);
        seen.push(...body.requests.map((row: { request_id: string }) => row.request_id));
        if (body.next === null) break;
        after = body.next;
      }
      assert.deepEqual(seen, [...ids, late]);
      const { body } = await desk('GET', '/api/desk/requests');
      assert.deepEqual(
        body.requests.map((row: { same_site: number }) => row.same_site),
        [2, 1, 2, 1],
      );
      assert.deepEqual(body.counts, { received: 3, in_review: 1, scheduled: 0, completed: 0, declined: 1, total: 5 });
      for (const query of ['status=open', 'limit=0', 'older_than_days=-1', 'after=req_none', 'limit=many'])
        assert.equal((await desk('GET', `/api/desk/requests?${query}`)).status, 422, query);
      await service.stop();
    });

    test('an illegal move is refused with the moves that are allowed, and changes nothing', async () => {
      const { service, desk, agent, ask } = await opened(engine);
      const id = await ask('Acme');
      const refused = await desk('POST', `/api/desk/requests/${id}/schedule`, {});
      assert.equal(refused.status, 409);
      assert.match(
        refused.body.message,
        /received cannot become scheduled; from received it may become in_review or declined/,
      );
      assert.equal((await desk('POST', `/api/desk/requests/${id}/decline`, {})).status, 422);
      assert.equal((await desk('POST', `/api/desk/requests/${id}/decline`, { reason: ' ' })).status, 422);
      assert.equal((await desk('POST', `/api/desk/requests/${id}/review`)).status, 200);
      assert.equal((await desk('POST', `/api/desk/requests/${id}/review`)).status, 409);
      assert.equal((await desk('POST', `/api/desk/requests/${id}/schedule`, { on: '2026-02-30' })).status, 422);
      assert.equal(
        (await desk('POST', `/api/desk/requests/${id}/schedule`, { on: '2026-12-01' })).body.scheduled_on,
        '2026-12-01',
      );
      assert.equal(
        (await desk('POST', `/api/desk/requests/${id}/decline`, { reason: 'It has no offer.' })).body.status,
        'declined',
      );
      const final = await desk('POST', `/api/desk/requests/${id}/review`);
      assert.match(final.body.message, /declined is final/);
      assert.equal((await desk('POST', '/api/desk/requests/req_none/review')).status, 404);
      const { body: record } = await agent('GET', `/api/audit-requests/${id}`);
      assert.deepEqual([record.status, record.declined_reason], ['declined', 'It has no offer.']);
      const { body: shown } = await desk('GET', `/api/desk/requests/${id}`);
      assert.deepEqual(
        shown.status_history.map((row: { status: string; operator: string | null }) => [row.status, row.operator]),
        [
          ['received', null],
          ['in_review', 'ada'],
          ['scheduled', 'ada'],
          ['declined', 'ada'],
        ],
      );
      assert.deepEqual(shown.allowed_moves, []);
      const { body: log } = await desk('GET', `/api/desk/actions?subject_id=${id}`);
      assert.deepEqual(
        log.actions.map((row: { action: string; operator: string }) => `${row.operator} ${row.action}`).sort(),
        ['ada decline_request', 'ada review_request', 'ada schedule_request'],
      );
      await service.stop();
    });

    test('publishing names the requests that still wait for the same site, with the commands that complete them', async () => {
      const { service, desk, agent, ask } = await opened(engine);
      const [done, received, reviewed] = [
        await ask('Acme'),
        await ask('Something else', 'http://www.acme.example/pricing'),
        await ask('Acme App', 'https://app.acme.example./'),
      ];
      const gone = await ask('Acme again', 'https://acme.example/');
      await ask('Acme', 'https://elsewhere.example/');
      for (const id of [done, reviewed]) await desk('POST', `/api/desk/requests/${id}/review`);
      await desk('POST', `/api/desk/requests/${done}/schedule`, {});
      await desk('POST', `/api/desk/requests/${gone}/decline`, { reason: 'No.' });
      const audits = [exampleAudit({ slug: 'acme', company: 'Acme' }), exampleAudit({ slug: 'beta', company: 'Beta' })];
      const expected = [
        {
          slug: 'acme',
          requests: [
            {
              request_id: received,
              status: 'received',
              company: 'Something else',
              website: 'http://www.acme.example/pricing',
            },
            { request_id: reviewed, status: 'in_review', company: 'Acme App', website: 'https://app.acme.example./' },
          ],
          commands: ['readymark publish acme_2026-11-20.audit.json --completes-all'],
        },
      ];
      const order = { audits, completes: [done] };
      const dry = await desk('POST', '/api/desk/audits', { ...order, dry_run: true });
      assert.deepEqual(dry.body.waiting, expected);
      const { body } = await desk('POST', '/api/desk/audits', order);
      const command = `readymark requests complete ${received} ${reviewed} --with acme`;
      assert.deepEqual(body.waiting, [{ ...expected[0], commands: [command] }]);

      // Ids by a part of them (decision 32).
      const find = async (part: string) => (await desk('GET', `/api/desk/ids?kind=request&part=${part}`)).body.found;
      assert.deepEqual(await find(received.slice(-20)), [
        { id: received, status: 'received', about: 'Something else' },
      ]);
      assert.equal((await find('req_')).length, (await find('0')).length);
      assert.deepEqual([await find('eq_'), await find('____')], [[], []]);
      assert.equal((await desk('GET', '/api/desk/ids?kind=request&part=%25')).status, 422);

      // The command does what it says: all or none, through the statuses between, for requests of that company.
      const completions = (slug: string, completes: string[]) =>
        desk('POST', `/api/desk/audits/${slug}/completions`, { completes });
      assert.equal((await completions('none', [received])).status, 404);
      assert.equal((await completions('acme', [received, done])).status, 409, 'one is completed already');
      assert.equal((await agent('GET', `/api/audit-requests/${received}`)).body.status, 'received');
      const { body: last } = await completions('acme', [received, reviewed, received]);
      assert.deepEqual(
        last.completed.map(({ request_id, slug }: { request_id: string; slug: string }) => [request_id, slug]),
        [received, reviewed].map((id) => [id, 'acme']),
      );
      const { body: shown } = await desk('GET', `/api/desk/requests/${received}`);
      const statuses = shown.status_history.map(({ status }: { status: string }) => status);
      assert.deepEqual(statuses, ['received', 'in_review', 'scheduled', 'completed']);
      assert.equal((await agent('GET', `/api/audit-requests/${reviewed}`)).body.status, 'completed');
      await service.stop();
    });

    test('one audit completes several requests for the same company, and none for another', async () => {
      const { service, desk, agent, ask } = await opened(engine);
      const ids = [
        await ask('Acme'),
        await ask('ACME, Inc.', 'https://other.example/'),
        await ask('Other', 'https://www.acme.example/x'),
      ];
      const stranger = await ask('Stranger');
      for (const id of [...ids, stranger]) {
        await desk('POST', `/api/desk/requests/${id}/review`);
        await desk('POST', `/api/desk/requests/${id}/schedule`, {});
      }
      const audit = exampleAudit({ slug: 'acme', company: 'Acme' });
      const refused = await desk('POST', '/api/desk/audits', { audits: [audit], completes: [...ids, stranger] });
      assert.equal(refused.status, 409);
      assert.match(refused.body.message, /is for another company/);
      assert.equal((await desk('POST', '/api/desk/audits', { audits: [audit], completes: ['req_none'] })).status, 422);
      assert.equal((await agent('GET', `/api/audit-requests/${ids[0]}`)).body.status, 'scheduled');
      const dry = await desk('POST', '/api/desk/audits', { audits: [audit], completes: ids, dry_run: true });
      assert.deepEqual([dry.body.publication, dry.body.completed.length], [null, 3]);
      const done = await desk('POST', '/api/desk/audits', { audits: [audit], completes: ids });
      assert.equal(done.status, 201);
      for (const id of ids) assert.equal((await agent('GET', `/api/audit-requests/${id}`)).body.audit.slug, 'acme');
      const forced = await desk('POST', '/api/desk/audits', {
        audits: [exampleAudit({ slug: 'strange', company: 'Strange' })],
        completes: [stranger],
        despite_mismatch: true,
      });
      assert.equal(forced.body.completed[0].slug, 'strange');
      await service.stop();
    });

    test('a letter goes to the address of the request, or to the registered one, or nowhere; hostile text reaches no header', async (t) => {
      const sink = await openSmtpSink();
      t.after(() => sink.close());
      const { service, desk, open, ask } = await opened(engine, { SMTP_URL: sink.url });
      const hostile = 'Acme\u2028Bcc: x@evil.example <script>alert(1)</script> =?utf-8?q?hi?=';
      const refused = await open('POST', '/api/audit-requests', {});
      assert.equal(refused.status, 401);
      const own = await ask('Own', undefined, { contact_email: 'own@agents.example' });
      const registered = await ask('Acme <script>alert(1)</script> =?utf-8?q?hi?=');
      const { body: nobody } = await open('POST', '/api/agent/auth', { type: 'anonymous' });
      const silent = (
        await caller(service, nobody.api_key)('POST', '/api/audit-requests', {
          company: 'Silent',
          website: 'https://s.example/',
        })
      ).body.request_id;
      assert.equal(
        (
          await caller(service, nobody.api_key)('POST', '/api/audit-requests', {
            company: hostile,
            website: 'https://s.example/',
          })
        ).status,
        422,
      );
      const reason = 'No.\r\nBcc: y@evil.example\r\n\r\n<img src=x onerror=alert(1)>';
      for (const id of [own, registered, silent])
        assert.equal((await desk('POST', `/api/desk/requests/${id}/decline`, { reason })).status, 200);
      await tick(service);
      await sink.arrived(2);
      assert.deepEqual(sink.letters.map(({ rcpt_to }) => rcpt_to).sort(), [
        ['agent@agents.example'],
        ['own@agents.example'],
      ]);
      for (const letter of sink.letters) {
        const [head = ''] = letter.raw.toString('latin1').split('\r\n\r\n', 1);
        assert.doesNotMatch(head, /^(bcc|cc):/im);
        const mail = await readLetter(letter);
        assert.doesNotMatch(String(mail.html), /<script|<img/);
        assert.match(mail.text ?? '', /^No\.$/m);
      }
      // The server has a letter a moment before the service knows that it took it.
      const notices = async () => (await desk('GET', '/api/desk/notices')).body;
      await until(async () => (await notices()).counts.sent === 2, 'both are noted as sent');
      const list = await notices();
      assert.deepEqual(list.counts, { pending: 0, sent: 2, failed: 0, cancelled: 0 });
      assert.doesNotMatch(JSON.stringify(list), /@/);
      await service.stop();
    });

    test('due, changes and drafts follow the current audits', async () => {
      const { service, desk, ask } = await opened(engine);
      const old = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-01-01', scores: { 'P1-A': 1 } });
      await desk('POST', '/api/desk/audits', {
        audits: [old, exampleAudit({ slug: 'beta', company: 'Beta', audit_date: '2026-06-01' }), exampleAudit()],
      });
      const due = async (within: number) =>
        (await desk('GET', `/api/desk/due?within_days=${within}`)).body.due.map(
          (row: { slug: string; days_left: number }) => [row.slug, row.days_left],
        );
      assert.deepEqual(await due(0), [['acme', -144]]);
      assert.deepEqual(await due(7), [
        ['acme', -144],
        ['beta', 7],
      ]);
      assert.equal((await desk('GET', '/api/desk/audits/acme/changes')).status, 409);
      assert.equal((await desk('GET', '/api/desk/audits/none/changes')).status, 404);
      const later = exampleAudit({
        slug: 'acme',
        company: 'Acme',
        audit_date: '2026-11-20',
        scores: { 'P1-A': 4, 'P2-B': 2 },
      });
      await desk('POST', '/api/desk/audits', { audits: [later] });
      const { body: changes } = await desk('GET', '/api/desk/audits/acme/changes');
      assert.deepEqual(
        [changes.points_gained, changes.criteria.map((move: { id: string }) => move.id)],
        [2, ['P1-A', 'P2-B']],
      );

      const { body: again } = await desk('GET', '/api/desk/drafts/acme');
      assert.equal(again.file, 'acme_2026-11-21.audit.json');
      assert.equal(again.record.reaudit_due, '2027-05-20');
      assert.equal(again.record.criteria[0].score, 4);
      const known = await ask('Whoever', 'https://www.acme.example/about');
      assert.equal((await desk('GET', `/api/desk/drafts/${known}`)).body.last_audit_date, '2026-11-20');
      const fresh = await ask('Café Motör & Co.', 'https://cafe.example/');
      const { body: draft } = await desk('GET', `/api/desk/drafts/${fresh}`);
      assert.deepEqual(
        [draft.record.slug, draft.record.website, draft.last_audit_date],
        ['cafe-motor-co', 'https://cafe.example/', null],
      );
      const taken = await ask('Beta!', 'https://another-beta.example/');
      assert.equal((await desk('GET', `/api/desk/drafts/${taken}`)).body.record.slug, 'beta-2');
      const checked = await desk('POST', '/api/desk/audits', { audits: [draft.record], dry_run: true });
      assert.equal(checked.status, 422);
      const fields = checked.body.errors.map((row: { field: string }) => row.field);
      for (let at = 0; at < 20; at++)
        assert.ok(fields.includes(`audits[0].criteria[${at}].evidence`), `criterion ${at}`);
      for (const path of ['/api/desk/drafts/none', '/api/desk/drafts/req_none'])
        assert.equal((await desk('GET', path)).status, 404);
      await service.stop();
    });

    test('audits dated later than tomorrow (UTC) are refused and named; tomorrow is allowed for auditors east of Greenwich', async () => {
      const { service, desk } = await opened(engine);
      const dated = (slug: string, audit_date: string) => exampleAudit({ slug, company: slug, audit_date });
      const audits = [dated('east', '2026-11-22'), dated('early', '2026-11-23'), dated('far', '2031-01-01')];
      for (const more of [{}, { dry_run: true }]) {
        const refused = await desk('POST', '/api/desk/audits', { audits, ...more });
        assert.equal(refused.status, 422);
        assert.deepEqual(
          refused.body.errors.map(({ field }: { field: string }) => field),
          ['audits[1].audit_date', 'audits[2].audit_date'],
        );
        assert.match(refused.body.errors[0].message, /2026-11-22, which is tomorrow \(UTC\), or earlier/);
      }
      assert.equal((await desk('POST', '/api/desk/audits', { audits: audits.slice(0, 1) })).status, 201);
      await service.stop();
    });

    test('publishing accepts bodies of megabytes; every other address accepts 64 KiB', async () => {
      const { service, desk } = await opened(engine);
      const audits = Array.from({ length: 100 }, (_, n) => exampleAudit({ slug: `c-${n}`, company: `C ${n}` }));
      assert.ok(JSON.stringify(audits).length > 300_000);
      assert.equal((await desk('POST', '/api/desk/audits', { audits })).status, 201);
      assert.equal((await desk('POST', '/api/desk/requests/x/decline', { reason: 'x'.repeat(70_000) })).status, 413);
      // Refused by its announced length alone, so nothing needs to be sent.
      const announced = request(`${service.url}/api/desk/audits`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${operator_token}`,
          'content-type': 'application/json',
          'content-length': 40_000_000,
        },
      });
      announced.flushHeaders();
      const [refused] = (await once(announced, 'response')) as [IncomingMessage];
      assert.equal(refused.statusCode, 413);
      assert.match(await text(refused), /The body is larger than 32 MiB\./);
      announced.destroy();
      await service.stop();
    });
  });
