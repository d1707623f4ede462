import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { call } from '../world/call.ts';
import { commit, OPERATOR_TOKENS, operator, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';
import { playDomains } from './replies/played-domains.ts';

/** `/api/changes`: the public log in JSON, for whoever polls it (decision 187). */
sharedDatabases();

const { txt, proofs } = await playDomains(['www.acme.com']);

type Event = { n: number; event: string; slug: string; at: string; was?: string };

for (const engine of engines) {
  const service = await testService(engine);
  describe(`the feed of changes (${engine})`, () => {
    const show = async () => {
      await tick(service);
      await service.catalogue.refresh();
    };
    const changes = (query = '', headers = {}) => fetch(`${service.url}/api/changes${query}`, { headers });
    const events = async (query = '') =>
      (await (await changes(query)).json()) as { events: Event[]; next: number | null };

    test('is empty before anything is public', async () => {
      assert.deepEqual(await events(), { events: [], next: null });
      assert.deepEqual(await events('?after=7'), { events: [], next: 7 });
    });

    test('has publications, corrections, renames and retractions, in order, each below 40 tokens', async () => {
      await commit(service, [exampleAudit({ slug: 'acme', scores: 4 })]);
      await commit(service, [exampleAudit({ slug: 'tide', scores: 3 })]);
      await show();
      await commit(service, [exampleAudit({ slug: 'tide', scores: 2 })], { replace: true });
      await execute(service, correctCompany, operator, { slug: 'tide', new_slug: 'tides' }, {});
      await execute(service, retractCompany, operator, { slug: 'acme', reason: 'Closed.' }, {});
      await show();
      const all = await events();
      assert.deepEqual(
        all.events.map(({ n, event, slug, was }) => [n, event, slug, was]),
        [
          [0, 'publication', 'acme', undefined],
          [1, 'publication', 'tide', undefined],
          [2, 'correction', 'tide', undefined],
          [3, 'rename', 'tides', 'tide'],
          [4, 'retraction', 'acme', undefined],
        ],
      );
      assert.equal(all.next, 4);
      for (const event of all.events) assert.ok(countTokens(JSON.stringify(event)) <= 40, JSON.stringify(event));
      assert.deepEqual((await events('?after=2')).events, all.events.slice(3));
      assert.deepEqual(await events('?after=4'), { events: [], next: 4 });
    });

    test('ends with a page that caches keep for a minute and revalidate', async () => {
      const reply = await changes('?after=4');
      assert.match(reply.headers.get('cache-control') ?? '', /^public, max-age=60/);
      const tag = reply.headers.get('etag') ?? '';
      assert.equal((await changes('?after=4', { 'if-none-match': tag })).status, 304);
    });

    test('has full pages that end at the same numbers for every cursor, and never change', async () => {
      await commit(
        service,
        Array.from({ length: 210 }, (_, at) => exampleAudit({ slug: `company-${at}`, scores: 1 })),
      );
      await show();
      const first = await changes();
      const text = await first.text();
      assert.match(first.headers.get('cache-control') ?? '', /immutable/);
      // Seven days ago is another moment tomorrow, and who asks by a time may go on by its page.
      for (const query of ['?updated_since=7d', '?since=0d', '?updated_since=7d&after=10']) {
        const relative = await changes(query);
        assert.equal(((await relative.json()) as { next: number }).next, 99);
        assert.match(relative.headers.get('cache-control') ?? '', /^public, max-age=60/, query);
      }
      assert.equal(JSON.parse(text).events.length, 100);
      assert.equal(JSON.parse(text).next, 99);
      assert.equal((await events('?after=37')).next, 99);
      let seen = 0;
      for (let after: number | null = null; ; ) {
        const page: { events: Event[]; next: number | null } = await events(after === null ? '' : `?after=${after}`);
        if (page.events.length === 0) break;
        assert.deepEqual(
          page.events.map(({ n }) => n),
          page.events.map((_, at) => seen + at),
        );
        seen += page.events.length;
        after = page.next;
      }
      assert.equal(seen, 215);
      service.clock.advance(86_400_000);
      await commit(service, [exampleAudit({ slug: 'later', scores: 1 })]);
      await show();
      const again = await changes();
      assert.deepEqual(
        [await again.text(), again.headers.get('etag'), again.headers.get('last-modified')],
        [text, first.headers.get('etag'), first.headers.get('last-modified')],
      );
    });

    test('has a reply, what became of it, and that its text was removed, and nothing of what it says', async () => {
      const domains = await testService(engine, { OPERATOR_TOKENS }, undefined, { domain_proofs: proofs() });
      await commit(domains, [{ ...exampleAudit({ slug: 'acme' }), website: 'https://www.acme.com/' }]);
      await domains.catalogue.refresh();
      const desk = async (path: string, body: object) => {
        const reply = await call(domains.url, 'POST', `/api/desk${path}`, { key: operator_token, body });
        assert.ok(reply.status < 300, reply.text);
        await tick(domains);
        await domains.catalogue.refresh();
        return reply.json;
      };
      const { proof_id, dns } = await desk('/audits/acme/reply-proofs', {});
      txt.set('_readymark-reply.acme.com', [[dns.value]]);
      await desk(`/reply-proofs/${proof_id}/check`, {});
      const said = [
        { kind: 'dispute', criterion: 'P1-A', text: 'A secret sentence.' },
        { kind: 'reply', text: 'Another secret.' },
      ];
      const { replies } = await desk('/replies', { proof_id, replies: said });
      const [dispute, reply] = replies.map(({ reply_id }: { reply_id: string }) => reply_id);
      await desk(`/replies/${dispute}/decide`, { outcome: 'upheld' });
      await desk(`/replies/${reply}/remove`, { reason: 'It names a person.' });
      const feed = await call(domains.url, 'GET', '/api/changes');
      const seen = feed.json.events.map(({ n, event, slug, outcome }: Event & { outcome?: string }) => [
        ...[n, event, slug, outcome],
      ]);
      assert.deepEqual(seen, [
        [0, 'publication', 'acme', undefined],
        [1, 'reply', 'acme', undefined],
        [2, 'reply', 'acme', undefined],
        [3, 'reply', 'acme', 'upheld'],
        [4, 'reply', 'acme', 'removed'],
      ]);
      assert.doesNotMatch(feed.text, /secret|person|P1-A/);
      for (const event of feed.json.events) assert.ok(countTokens(JSON.stringify(event)) <= 40, JSON.stringify(event));
      const times = feed.json.events.map(({ at }: Event) => at);
      assert.deepEqual(times, [...times].sort());
    });

    test('begins at a time, with all that was published then or later, and goes on by its cursor', async () => {
      const all: Event[] = [];
      for (let next: number | null = null; ; ) {
        const page = await events(next === null ? '' : `?after=${next}`);
        if (!page.events.length) break;
        all.push(...page.events);
        next = page.next;
      }
      for (const at of new Set(all.map((event) => event.at))) {
        for (const [query, after] of [
          [`?updated_since=${at}`, -1],
          [`?since=${at}&after=2`, 2],
        ] as const) {
          const expected = all.filter((event) => event.at >= at && event.n > after);
          const page = await events(query);
          assert.deepEqual(page.events, expected.slice(0, page.events.length), query);
          assert.ok(page.events.length === expected.length || page.events.at(-1)?.n === page.next, query);
          assert.ok(page.events.length === expected.length || (page.next ?? 0) % 100 === 99, query);
        }
        const before = new Date(Date.parse(at) - 1).toISOString();
        assert.deepEqual(await events(`?updated_since=${before}`), await events(`?updated_since=${at}`), at);
      }
      const last = all.at(-1) ?? assert.fail();
      assert.deepEqual(await events(`?updated_since=${last.at}&after=${last.n}`), { events: [], next: last.n });
      assert.equal((await events('?updated_since=2000-01-01')).next, 99);
      // A day of which nothing is known yet: what comes next comes after this cursor.
      service.clock.advance(86_400_000);
      const today = service.clock.now().toISOString();
      assert.deepEqual(await events(`?updated_since=${today}`), { events: [], next: last.n });
      await commit(service, [exampleAudit({ slug: 'latest', scores: 1 })]);
      await show();
      for (const query of [`?updated_since=${today}`, `?after=${last.n}`])
        assert.deepEqual(
          (await events(query)).events.map(({ n, slug }) => [n, slug]),
          [[last.n + 1, 'latest']],
          query,
        );
    });

    test('refuses a time that is none or to come', async () => {
      for (const query of ['?since=3', '?updated_since=3']) {
        const { status, text } = await call(service.url, 'GET', `/api/changes${query}`);
        assert.equal(status, 422, query);
        assert.match(text, /the number of an entry goes in after/, query);
      }
      for (const since of ['a week', '2026-02-30', '2999-01-01'])
        assert.equal((await call(service.url, 'GET', `/api/changes?updated_since=${since}`)).status, 422, since);
    });

    test('refuses a cursor that is none, and names what it does not know', async () => {
      for (const after of ['x', '-1', '1.5', '99999999999'])
        assert.equal((await call(service.url, 'GET', `/api/changes?after=${after}`)).status, 422, after);
      assert.match(await (await changes('?after=4&slug=acme')).text(), /^\{"ignored":\["slug"\],"events":/);
    });
  });
}
