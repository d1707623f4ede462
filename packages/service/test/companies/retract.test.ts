import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { entriesOf } from '@readymark/tlog/tiles';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testContext } from '../world/service.ts';
import { openWorld, refuses, type World } from '../world/spec-world.ts';

/** A company that is taken off the leaderboard (decision 100), seen from the outside. */
sharedDatabases();

const REASON = 'The audit was of another company <b>of this name</b>.';
const desk = (world: World, on: string, body?: unknown) => world.call(on, { key: operator_token, body });
const retract = (world: World, slug: string, reason = REASON) =>
  desk(world, `POST /api/desk/audits/${slug}/retract`, { reason });
const tool = async (world: World, name: string, args: Record<string, unknown>, key?: string) => {
  const { json } = await world.call('POST /mcp', {
    ...(key && { key }),
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  return json.result as { isError?: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] };
};
const findings = async ({ ctx }: World) =>
  (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap((check) => check.findings);

/** A world with a mail server. */
async function withMail(engine: 'sqlite' | 'postgres') {
  const sink = await openSmtpSink();
  after(() => sink.close());
  return { world: await openWorld(engine, { OPERATOR_TOKENS, SMTP_URL: sink.url }), sink };
}

for (const engine of engines)
  describe(`a retraction (${engine})`, { timeout: timeLimit(180_000) }, () => {
    test('takes the company off every public surface at once, and ranks move', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const key = await world.agent();
      await world.call('POST /api/agent/watch', { key, body: { slug: 'example-widgets' } });
      const lists = ['/api/audits/index.json', '/', '/index.md', '/sitemap.xml', '/api/watch-stats', '/?q=example'];
      for (const path of lists) {
        const { status, text } = await world.call(`GET ${path}`);
        assert.ok(status === 200 && /example-widgets/.test(text), `${path} shows it before`);
      }
      for (const path of [
        '/audits/example-widgets',
        '/badge/example-widgets.svg',
        '/compare?slugs=apex,example-widgets',
      ])
        assert.equal((await world.call(`GET ${path}`)).status, 200, `${path} is in the cache of pages`);
      const before = (await world.call('GET /api/audits/index.json')).headers.get('last-modified') ?? '';
      const done = await retract(world, 'example-widgets');
      assert.equal(done.status, 200, done.text);
      assert.equal(done.json.reason, REASON);
      assert.deepEqual([done.json.slug, done.json.audits, done.json.watchers], ['example-widgets', 1, 1]);
      await world.ctx.catalogue.refresh();
      for (const path of lists) {
        const { text } = await world.call(`GET ${path}`);
        assert.doesNotMatch(text, /example-widgets/, path);
      }
      const compared = await world.call('GET /compare?slugs=apex,example-widgets');
      assert.match(compared.text, /<b>example-widgets<\/b> is not on the leaderboard/);
      assert.doesNotMatch(compared.text, /\/audits\/example-widgets/);
      const { json, headers } = await world.call('GET /api/audits/index.json');
      assert.deepEqual(
        json.audits.map((entry: { rank: number; slug: string }) => [entry.rank, entry.slug]),
        [
          [1, 'apex'],
          [2, 'second-widgets'],
          [3, 'manual-works'],
          [4, 'unseen'],
        ],
      );
      assert.ok(Date.parse(headers.get('last-modified') ?? '') > Date.parse(before));
      const { total, audits } = (await tool(world, 'list_audits', { fields: ['slug'] })).structuredContent;
      assert.deepEqual([total, audits], [4, json.audits.map(({ slug }: { slug: string }) => ({ slug }))]);
      assert.deepEqual(await findings(world), []);
    });

    test('is answered with 410, date and reason at every address, for GET, HEAD and conditional requests', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const record = '/api/audits/apex.json';
      const etag = (await world.call(`GET ${record}`)).headers.get('etag') ?? '';
      await retract(world, 'apex');
      await world.ctx.catalogue.refresh();
      const message =
        /^The audits of this company were retracted on 2026-11-21\. The reason: The audit was of another company <b>of this name<\/b>\.$/;
      for (const path of [
        record,
        ...['history', 'brief', 'P1', 'evidence', '2026-11-20'].map((name) => `/api/audits/apex/${name}.json`),
        ...[
          '/audits/apex',
          '/audits/apex?pillar=P1',
          '/badge/apex.svg',
          '/share/apex.png',
          '/audits/apex/2026-11-20',
          '/audits/apex/changes',
        ],
      ])
        for (const headers of [{}, { te: 'trailers' }, { 'if-none-match': etag }, { 'if-none-match': '*' }]) {
          const got = await world.call(`GET ${path}`, { headers: { accept: 'application/json', ...headers } });
          refuses(got, 410, 'gone', message);
          assert.equal(got.headers.get('cache-control'), 'no-store');
          const head = await world.call(`HEAD ${path}`, { headers });
          assert.deepEqual([head.status, head.text], [410, '']);
        }
      assert.equal((await world.call(`DELETE ${record}`)).status, 405);
      assert.equal((await world.call(`OPTIONS ${record}`)).status, 204);
      const page = await world.call('GET /audits/apex', { headers: { accept: 'text/html' } });
      assert.equal(page.status, 410);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(
        page.text,
        /retracted on <time datetime="2026-11-21">21 Nov 2026<.*&#60;b&#62;of this name&#60;\/b&#62;/s,
      );
      assert.match(page.text, /1 audit was public here: 20 Nov 2026\./);
      const [, bundle = '', index = ''] = /<a href="(\/log\/tile\/[^"]+)">entry (\d+)<\/a>/.exec(page.text) ?? [];
      const entries = entriesOf(new Uint8Array(await (await fetch(world.url + bundle)).arrayBuffer()));
      assert.ok(Array.isArray(entries), bundle);
      const said = JSON.parse(Buffer.from(entries[Number(index)] ?? []).toString());
      assert.deepEqual([said.kind, said.slug], ['retraction', 'apex']);
      for (const [path, accept] of [
        ['/audits/apex.md', '*/*'],
        ['/audits/apex', 'text/markdown'],
      ] as const) {
        const twin = await world.call(`GET ${path}`, { headers: { accept } });
        assert.equal(twin.status, 410, path);
        assert.match(twin.headers.get('content-type') ?? '', /^text\/markdown/);
        assert.match(twin.text, /Audits that were public here: 2026-11-20\..*Entry \d+ of the public log/s);
        assert.match(
          twin.text,
          /^# Retracted\n\nThe audits of this company were retracted on 2026-11-21\. .*\\<b\\>of this name/,
        );
      }
    });

    test('is what get_audit and watch_company answer, and unwatching works', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const key = await world.agent();
      await retract(world, 'apex');
      const refused = await tool(world, 'watch_company', { slug: 'apex' }, key);
      const error = JSON.parse(refused.content[0]?.text ?? '');
      assert.equal(refused.isError, true);
      assert.equal(error.error, 'gone');
      assert.match(error.message, /^The audits of this company were retracted on 2026-11-21\. The reason: /);
      for (const args of [
        { slug: 'apex' },
        { slug: 'apex', view: 'brief' },
        { slug: 'apex', history: true },
        { slug: 'apex', pillar: 'P1' },
      ]) {
        const got = await tool(world, 'get_audit', args);
        assert.equal(JSON.parse(got.content[0]?.text ?? '').error, 'gone', JSON.stringify(args));
      }
      const several = (await tool(world, 'get_audit', { slugs: ['apex', 'unseen'] })).structuredContent;
      assert.deepEqual(several.not_found, [{ slug: 'apex', nearest: [] }]);
      refuses(await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } }), 410, 'gone');
      const ended = await world.call('DELETE /api/agent/watch', { key, body: { slug: 'apex' } });
      assert.deepEqual(ended.json, { slug: 'apex', watching: false });
    });

    test('is told to every watcher by letter, with the reason; watches end, and unsubscribing works', async () => {
      const { world, sink } = await withMail(engine);
      const key = await world.agent({ contact_email: 'one@agents.example' });
      const silent = await world.agent();
      for (const each of [key, silent]) {
        await world.call('POST /api/agent/watch', { key: each, body: { slug: 'apex' } });
        await world.call('POST /api/agent/watch', { key: each, body: { slug: 'unseen' } });
      }
      assert.equal((await world.call('GET /api/agent/digest', { key })).json.watching, 2);
      await retract(world, 'apex');
      const [first] = await sink.arrived(1);
      assert.ok(first);
      const mail = await readLetter(first);
      assert.equal(mail.subject, 'Apex retracted');
      assert.match(
        mail.text ?? '',
        /Apex was taken off the leaderboard on 2026-11-21, with all its audits\. The reason:/,
      );
      assert.ok(mail.text?.includes(REASON));
      assert.ok(typeof mail.html === 'string' && mail.html.includes('&#60;b&#62;of this name&#60;/b&#62;'));
      assert.deepEqual(first.rcpt_to, ['one@agents.example']);
      for (const each of [key, silent]) {
        const digest = (await world.call('GET /api/agent/digest', { key: each })).json;
        assert.deepEqual([digest.watching, digest.companies.length], [1, 1]);
        const profile = (await world.call('GET /api/agent/me', { key: each })).json;
        assert.deepEqual(
          profile.watches.map(({ slug }: { slug: string }) => slug),
          ['unseen'],
        );
      }
      const watches = await world.ctx.store.db.selectFrom('watches').select('slug').execute();
      assert.deepEqual(
        watches.map(({ slug }) => slug),
        ['unseen', 'unseen'],
      );
      const link = /https?:\/\/\S+\/unsubscribe\?t=\S+/.exec(mail.text ?? '')?.[0] ?? '';
      assert.equal((await world.call(`POST ${new URL(link).pathname}${new URL(link).search}`)).status, 200);
      assert.deepEqual(await findings(world), []);
    });

    test('cancels letters about the company that were not sent, and tells a requester the reason in place of the audit', async () => {
      const { world, sink } = await withMail(engine);
      const key = await world.agent({ contact_email: 'one@agents.example' });
      await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      const wished = { company: 'Apex', website: 'https://apex.example/', contact_email: 'two@agents.example' };
      const { request_id } = await world.request(key, wished);
      await world.move(request_id, { to: 'in_review' });
      await world.move(request_id, { to: 'scheduled' });
      sink.behave({ recipient: () => 450 });
      const audit = exampleAudit({ slug: 'apex', company: 'Apex', audit_date: '2026-11-21', scores: 4 });
      await commit(world.ctx, [audit], { completes: [request_id] });
      const notices = () => world.ctx.store.db.selectFrom('notices').selectAll().orderBy('kind').execute();
      await until(
        async () => (await notices()).filter(({ attempts }) => attempts === 1).length === 2,
        'both were tried',
      );
      await retract(world, 'apex');
      await world.ctx.catalogue.refresh();
      sink.behave({});
      world.ctx.clock.advance(60_000);
      await tick(world.ctx);
      const letters = await Promise.all((await sink.arrived(2)).map(readLetter));
      assert.deepEqual(
        letters.map(({ subject }) => subject),
        ['Apex retracted', 'Apex retracted'],
      );
      assert.ok(letters.some(({ text }) => text?.includes(`Audit request ${request_id} led to an audit`)));
      await until(async () => (await notices()).every(({ status }) => status !== 'pending'), 'all ended');
      assert.deepEqual(
        (await notices()).map(({ kind, status }) => [kind, status]),
        [
          ['completed', 'sent'],
          ['reaudit', 'cancelled'],
          ['retracted', 'sent'],
        ],
      );
      const request = (await world.call(`GET /api/audit-requests/${request_id}`, { key })).json;
      assert.deepEqual([request.status, request.audit, request.listed], ['completed', null, null]);
      assert.deepEqual((await world.call('GET /api/agent/digest', { key })).json.completed_requests, []);
      assert.deepEqual(await findings(world), []);
    });

    test('is recorded once, under the slug, and refused twice, for unknown slugs and for bad reasons', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      for (const reason of ['', ' ', 'two\nlines', `bell${String.fromCharCode(7)}`, 'x'.repeat(501), '\u202eevil', 7])
        refuses(await retract(world, 'apex', reason as string), 422, 'invalid_request');
      assert.equal((await world.call('GET /api/audits/apex.json')).status, 200);
      refuses(await retract(world, 'nobody'), 404, 'not_found');
      refuses(await retract(world, encodeURIComponent('../x" <')), 404, 'not_found');
      assert.equal((await retract(world, 'apex', 'x'.repeat(500))).status, 200);
      refuses(
        await retract(world, 'apex'),
        409,
        'conflict',
        /^apex: this company was retracted on 2026-11-21 \(x+\)\.$/,
      );
      const { actions } = (await desk(world, 'GET /api/desk/actions?subject_id=apex')).json;
      assert.deepEqual(
        actions.map(({ action, operator }: Record<string, string>) => [action, operator]),
        [['retract_company', 'ada']],
      );
      assert.equal(actions[0].detail.reason, 'x'.repeat(500));
      refuses(
        await world.call('POST /api/desk/audits/unseen/retract', { body: { reason: 'x' } }),
        401,
        'invalid_token',
      );
    });

    test('is undone only by a publication that says so; then the company begins anew', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const key = await world.agent();
      await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      await retract(world, 'apex');
      const audits = [exampleAudit({ slug: 'apex', company: 'Apex', scores: 4 })];
      refuses(
        await desk(world, 'POST /api/desk/audits', { audits }),
        409,
        'conflict',
        /^apex: this company was retracted on 2026-11-21 \(.*\)\. To list it again, publish it with --reinstate/,
      );
      const dry = await desk(world, 'POST /api/desk/audits', { audits, reinstate: true, dry_run: true });
      assert.equal(dry.status, 201, dry.text);
      await world.ctx.catalogue.refresh();
      assert.equal((await world.call('GET /api/audits/apex.json')).status, 410);
      const done = await desk(world, 'POST /api/desk/audits', { audits, reinstate: true });
      assert.equal(done.json.published[0].score_before, null);
      await world.ctx.catalogue.refresh();
      await tick(world.ctx);
      assert.equal((await world.call('GET /api/audits/apex.json')).json.overall_score, 80);
      assert.equal((await world.call('GET /api/audits/apex/history.json')).json.count, 1);
      // The fan-out ends the watches, in this tick or in that of the service; the count in memory follows within a second.
      const watching = async () => (await world.call('GET /api/agent/digest', { key })).json.watching;
      await until(async () => (await watching()) === 0, 'the watch has ended');
      const counted = async () => (await world.call('GET /api/watch-stats')).json.companies.length;
      await until(async () => (await counted()) === 0, 'the watch is not counted');
      assert.equal((await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } })).status, 201);
      const [action] = (await desk(world, 'GET /api/desk/actions?limit=1')).json.actions;
      assert.deepEqual(action.detail.reinstated, ['apex']);
      // A process that starts now sees the same.
      const { DATA_DIR, DATABASE_URL } = world.ctx.settings;
      const other = await openWorldAgain(engine, { DATA_DIR, DATABASE_URL });
      assert.equal(other.entry('apex')?.overall_score, 80);
      assert.equal(other.former('apex'), undefined);
      assert.deepEqual(await findings(world), []);
    });

    test('of the only company leaves an empty leaderboard, which is newer than the one before', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      for (const slug of ['apex', 'example-widgets', 'second-widgets', 'manual-works'])
        assert.equal((await retract(world, slug)).status, 200);
      await world.ctx.catalogue.refresh();
      const { headers } = await world.call('GET /api/audits/index.json');
      await retract(world, 'unseen');
      await world.ctx.catalogue.refresh();
      const since = { 'if-modified-since': headers.get('last-modified') ?? '' };
      const { status, json } = await world.call('GET /api/audits/index.json', { headers: since });
      assert.deepEqual([status, json.count, json.audits], [200, 0, []]);
      for (const path of ['/', '/index.md', '/sitemap.xml', '/openapi.json', '/llms.txt', '/compare'])
        assert.equal((await world.call(`GET ${path}`)).status, 200, path);
      const { DATA_DIR, DATABASE_URL } = world.ctx.settings;
      const other = await openWorldAgain(engine, { DATA_DIR, DATABASE_URL });
      assert.equal(other.count, 0);
      assert.equal(other.modified.toISOString(), world.ctx.catalogue.current().modified.toISOString());
    });
  });

/** The snapshot of another process on the same database. */
async function openWorldAgain(engine: 'sqlite' | 'postgres', env: { DATA_DIR: string; DATABASE_URL: string }) {
  const ctx = await testContext(engine, env);
  await ctx.catalogue.refresh();
  return ctx.catalogue.current();
}
