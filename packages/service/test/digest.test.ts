import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit, v2, type Wish } from '../../rubric/test/example-audit.ts';
import { declineRequest } from '../src/operations/desk/decline-request.ts';
import { reviewRequest } from '../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../src/operations/desk/schedule-request.ts';
import { execute } from '../src/operations/run.ts';
import { call, newKey } from './world/call.ts';
import { commit, operator } from './world/operator.ts';
import { engines, fakeClock, sharedDatabases, type TestService, testService } from './world/service.ts';

/** The digest since a time, through both doors (decision 23). */
sharedDatabases();

/** What an agent calls on a service, and an operator. */
function world(service: TestService, key: string) {
  const { url, clock } = service;
  const rest = async (since?: string) => {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
    return (await call(url, 'GET', `/api/agent/digest${query}`, { key })).json;
  };
  const tool = async (since?: string) => {
    const params = { name: 'my_digest', arguments: since === undefined ? {} : { since } };
    const { json } = await call(url, 'POST', '/mcp', {
      key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    });
    return json.result.structuredContent;
  };
  return {
    async digest(since?: string) {
      const [one, other] = [await rest(since), await tool(since)];
      assert.deepEqual(other, one);
      return one;
    },
    watch: (slug: string) => call(url, 'POST', '/api/agent/watch', { key, body: { slug } }),
    unwatch: (slug: string) => call(url, 'DELETE', '/api/agent/watch', { key, body: { slug } }),
    refused: async (since: string) => {
      const { status, json } = await call(url, 'GET', `/api/agent/digest?since=${encodeURIComponent(since)}`, { key });
      return [status, json.error, json.errors];
    },
    async publish(wishes: readonly Wish[], replace = false) {
      clock.advance(60_000);
      await commit(
        service,
        wishes.map((wish) => exampleAudit(wish)),
        { replace },
      );
      await service.catalogue.refresh();
      clock.advance(60_000);
      return service.now().toISOString();
    },
  };
}

const acme = { slug: 'acme', company: 'Acme' };
const other = { slug: 'other', company: 'Other' };
/** A move of one criterion. */
const offer = (from: number, to: number) => ({ id: 'P2-A', name: 'Offer Completeness', from, to });

for (const engine of engines)
  describe(`the digest since a time, on ${engine}`, () => {
    const open = async () => {
      const service = await testService(engine, {}, fakeClock('2026-06-01T12:00:00.000Z'));
      return { service, ...world(service, await newKey(service.url)) };
    };

    test('as_of of a reply gives what changed since it: nothing, then the criteria that moved, then nothing', async () => {
      const { digest, publish, watch } = await open();
      await publish([
        { ...acme, audit_date: '2026-05-01' },
        { ...other, audit_date: '2026-05-01' },
      ]);
      for (const { slug } of [acme, other]) await watch(slug);
      const first = await digest();
      assert.deepEqual(
        first.companies.map(({ last_reaudit, moved }: Record<string, unknown>) => ({ last_reaudit, moved })),
        Array(2).fill({ last_reaudit: null, moved: [] }),
      );
      const nothing = await digest(first.as_of);
      assert.deepEqual(
        { ...nothing, as_of: '' },
        {
          watching: 2,
          net_points_gained: 0,
          companies: [],
          completed_requests: [],
          as_of: '',
        },
      );
      await publish([{ ...acme, audit_date: '2026-06-01', scores: { 'P1-B': 5, 'P3-A': 1, 'P5-C': 4 } }]);
      const [moved, ...rest] = (await digest(nothing.as_of)).companies;
      assert.equal(
        JSON.stringify(moved),
        JSON.stringify({
          slug: 'acme',
          score_then: 60,
          score_now: 61,
          last_reaudit: '2026-06-01',
          moved: [
            { id: 'P1-B', name: 'Machine-Readable Pricing', from: 3, to: 5 },
            { id: 'P3-A', name: 'Verifiable Performance', from: 3, to: 1 },
            { id: 'P5-C', name: 'Programmatic Renewal', from: 3, to: 4 },
          ],
        }),
      );
      assert.deepEqual(rest, []);
      const after = await digest(nothing.as_of);
      assert.equal(after.net_points_gained, 1);
      assert.deepEqual((await digest(after.as_of)).companies, []);
      const [whole] = (await digest()).companies;
      assert.deepEqual(
        [whole.slug, whole.reaudits, whole.last_reaudit, whole.moved],
        [
          'acme',
          1,
          '2026-06-01',
          [
            { id: 'P1-B', name: 'Machine-Readable Pricing', from: 3, to: 5 },
            { id: 'P3-A', name: 'Verifiable Performance', from: 3, to: 1 },
            { id: 'P5-C', name: 'Programmatic Renewal', from: 3, to: 4 },
          ],
        ],
      );
    });

    test('score_then is the score that stood at since, or when watching began if that was later', async () => {
      const { digest, publish, watch, unwatch, service } = await open();
      const before = await publish([{ ...acme, audit_date: '2026-05-01', scores: 1 }]);
      await watch('acme');
      await publish([{ ...acme, audit_date: '2026-05-02', scores: 2 }]);
      const between = await publish([{ ...acme, audit_date: '2026-05-03', scores: 3 }]);
      await publish([{ ...acme, audit_date: '2026-05-04', scores: 5 }]);
      const scores = async (since?: string) => {
        const [one] = (await digest(since)).companies;
        return one && [one.score_then, one.score_now];
      };
      assert.deepEqual(await scores(), [20, 100]);
      assert.deepEqual(await scores(between), [60, 100]);
      assert.deepEqual(await scores('2026-05-31'), [20, 100], 'before watching began');
      assert.deepEqual(await scores(before), [20, 100], 'the very moment when watching began');
      assert.deepEqual(await scores(service.now().toISOString()), undefined);
      await unwatch('acme');
      await watch('acme');
      assert.deepEqual(await scores(between), undefined, 'watching began anew');
    });

    test('a correction moves criteria without being a re-audit; words alone move nothing', async () => {
      const { digest, publish, watch } = await open();
      const dated = { ...acme, audit_date: '2026-05-01' };
      await publish([dated]);
      await watch('acme');
      const begun = await publish([dated], true);
      assert.deepEqual((await digest(begun)).companies, []);
      assert.deepEqual((await digest('2026-05-01')).companies, [], 'only words');
      const corrected = await publish([{ ...dated, scores: { 'P2-A': 4 } }], true);
      const expected = {
        slug: 'acme',
        score_then: 60,
        score_now: 61,
        last_reaudit: null,
        moved: [offer(3, 4)],
        corrections: ['2026-06-01T12:05:00.000Z: 60 → 61 (P2-A 3 → 4). No reason was given.'],
      };
      const { corrections: _, ...uncorrected } = expected;
      assert.deepEqual((await digest(begun)).companies, [expected]);
      assert.deepEqual((await digest('2026-05-01')).companies, [expected]);
      const [whole] = (await digest()).companies;
      assert.deepEqual([whole.points_gained, whole.reaudits, whole.moved.length], [1, 0, 1]);
      await publish([{ ...dated, audit_date: '2026-05-20', scores: { 'P2-A': 5 } }]);
      assert.deepEqual((await digest(begun)).companies, [
        { ...expected, score_now: 62, last_reaudit: '2026-05-20', moved: [offer(3, 5)] },
      ]);
      assert.deepEqual((await digest(corrected)).companies, [
        { ...uncorrected, score_then: 61, score_now: 62, last_reaudit: '2026-05-20', moved: [offer(4, 5)] },
      ]);
    });

    test('requests that ended since then: completed and declined ones, and no earlier ones', async () => {
      const { digest, service } = await open();
      const key = await newKey(service.url);
      const mine = world(service, key);
      const ask = async (company: string) =>
        (
          await call(service.url, 'POST', '/api/audit-requests', {
            key,
            body: { company, website: `https://${company.toLowerCase()}.example/` },
          })
        ).json.request_id as string;
      const decline = async (request_id: string, reason: string) => {
        await execute(service, declineRequest, operator, { request_id, reason }, {});
        service.clock.advance(60_000);
      };
      const [old, acme_id, declined] = [await ask('Old'), await ask('Acme'), await ask('Nope')];
      await decline(old, 'Before.');
      const since = service.now().toISOString();
      service.clock.advance(1);
      await decline(declined, 'The site has no offer.');
      for (const step of [reviewRequest, scheduleRequest])
        await execute(service, step, operator, { request_id: acme_id }, {});
      await commit(service, [exampleAudit({ ...acme, audit_date: '2026-05-20' })], { completes: [acme_id] });
      const changes = await mine.digest(since);
      assert.deepEqual(
        changes.completed_requests.map(({ request_id, audit }: Record<string, unknown>) => [
          request_id,
          (audit as { slug: string }).slug,
        ]),
        [[acme_id, 'acme']],
      );
      assert.deepEqual(
        changes.declined_requests.map(({ declined_at, ...rest }: Record<string, unknown>) => rest),
        [{ request_id: declined, company: 'Nope', declined_reason: 'The site has no offer.' }],
      );
      service.clock.advance(60_000);
      const { completed_requests, declined_requests } = await mine.digest((await mine.digest(changes.as_of)).as_of);
      assert.deepEqual([completed_requests, declined_requests], [[], undefined]);
      assert.equal('declined_requests' in (await mine.digest()), false);
      assert.deepEqual((await digest(since)).completed_requests, [], 'of another agent');
    });

    test('what is due within two weeks and what became stale is named, whether it moved or not', async () => {
      const { digest, publish, watch, service } = await open();
      await publish([
        { ...acme, audit_date: '2026-01-01' },
        { ...other, audit_date: '2026-01-15' },
      ]);
      for (const { slug } of [acme, other]) await watch(slug);
      service.clock.set('2026-06-20T12:00:00.000Z');
      const { due_soon, became_stale, as_of } = await digest('2026-06-19');
      assert.deepEqual([due_soon, became_stale], [['acme'], undefined]);
      service.clock.set('2026-07-01T12:00:00.000Z');
      const later = await digest(as_of);
      assert.deepEqual([later.due_soon, later.became_stale], [['other'], ['acme']]);
      service.clock.advance(60_000);
      assert.deepEqual((await digest(later.as_of)).became_stale, undefined);
    });

    test('under another rubric a criterion that only one of them scores is null on the other side', async () => {
      const service = await testService(
        engine,
        { RUBRICS_PUBLISHABLE: 'v1,v2' },
        fakeClock('2026-06-01T12:00:00.000Z'),
      );
      const { digest, publish, watch } = world(service, await newKey(service.url));
      const since = await publish([{ ...acme, audit_date: '2026-05-01' }]);
      await watch('acme');
      await publish([{ ...acme, audit_date: '2026-05-20', rubric: v2, scores: { 'P3-E': 2 } }]);
      assert.deepEqual((await digest(since)).companies[0].moved, [
        { id: 'P3-E', name: 'Agent Registration', from: null, to: 2 },
      ]);
    });

    test('a since that cannot be read or lies in the future is refused, and named', async () => {
      const { refused, service } = await open();
      const field = (message: string) => [422, 'invalid_request', [{ field: 'since', message }]];
      const unreadable =
        'must be a date such as 2026-11-20, a time such as 2026-11-20T09:30:00Z, or days ago such as 7d';
      for (const since of ['yesterday', '2026-02-30', '20261120', '1780000000'])
        assert.deepEqual(await refused(since), field(unreadable), since);
      for (const since of ['2026-06-02', '2026-06-01T12:02:00Z'])
        assert.deepEqual(await refused(since), field('must not be in the future'), since);
      const key = await newKey(service.url);
      for (const since of ['2026-06-01', '2026-06-01T14:00:00+02:00', '2026-06-01T12:00:30Z'])
        assert.equal((await call(service.url, 'GET', `/api/agent/digest?since=${since}`, { key })).status, 200, since);
    });
  });
