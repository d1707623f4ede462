import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { readymarkHere } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, testContext } from '../world/service.ts';
import { openWorld, refuses, type World } from '../world/spec-world.ts';

/** Names, websites and slugs that are put right (decision 101), seen from the outside. */
sharedDatabases();

const desk = (world: World, on: string, body?: unknown) => world.call(on, { key: operator_token, body });

/** Corrects a company and makes that public. */
async function correct(world: World, slug: string, body: Record<string, unknown>) {
  const done = await desk(world, `POST /api/desk/audits/${slug}/correct`, body);
  assert.equal(done.status, 200, done.text);
  await world.ctx.catalogue.refresh();
  return done.json;
}
/** A read without following redirects. */
async function read(world: World, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(world.url + path, { method, headers, redirect: 'manual' });
  return {
    status: response.status,
    to: response.headers.get('location'),
    headers: response.headers,
    text: await response.text(),
  };
}
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
/** What another process on the same database shows. */
async function elsewhere(engine: Engine, world: World) {
  const { DATA_DIR, DATABASE_URL } = world.ctx.settings;
  const ctx = await testContext(engine, { DATA_DIR, DATABASE_URL });
  await ctx.catalogue.refresh();
  return ctx.catalogue.current();
}

for (const engine of engines)
  describe(`a correction (${engine})`, { timeout: timeLimit(180_000) }, () => {
    test('of name and website shows at once on the current audit; scores, past audits and watchers stay as they were', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const world = await openWorld(engine, { OPERATOR_TOKENS, SMTP_URL: sink.url });
      const key = await world.agent({ contact_email: 'one@agents.example' });
      await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      await world.publish({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' });
      await sink.arrived(1);
      const before = (await world.call('GET /api/audits/apex.json')).json;
      const done = await correct(world, 'apex', {
        company: ' Apex Widgets ',
        website: 'https://www.apex-widgets.example/',
      });
      const identity = { slug: 'apex', company: 'Apex Widgets', website: 'https://www.apex-widgets.example/' };
      assert.deepEqual(done.before, { slug: 'apex', company: 'Apex', website: 'https://apex.example/' });
      assert.deepEqual([done.after, done.audits], [identity, 1]);
      const now = (await world.call('GET /api/audits/apex.json')).json;
      assert.deepEqual(now, { ...before, ...identity });
      assert.equal((await world.call('GET /api/audits/apex/2026-11-20.json')).json.company, 'Apex');
      assert.match((await world.call('GET /audits/apex')).text, /Apex Widgets/);
      assert.match((await world.call('GET /badge/apex.svg')).text, /Apex Widgets/);
      assert.match(
        (await world.call('GET /?q=apex-widgets', { headers: { accept: 'text/html' } })).text,
        /\/audits\/apex"/,
      );
      await tick(world.ctx);
      assert.equal(sink.letters.length, 1, 'no letter');
      const digest = (await world.call('GET /api/agent/digest', { key })).json;
      assert.deepEqual([digest.companies[0].reaudits, digest.companies[0].points_gained], [1, -20]);
      const rows = await world.ctx.store.db
        .selectFrom('audits')
        .select(['company', 'replaced_at', 'overall_score'])
        .where('slug', '=', 'apex')
        .where('audit_date', '=', '2026-11-21')
        .orderBy('publication')
        .execute();
      assert.deepEqual(
        rows.map((row) => [row.company, row.replaced_at === null, row.overall_score]),
        [
          ['Apex', false, 80],
          ['Apex Widgets', true, 80],
        ],
      );
      const [action] = (await desk(world, 'GET /api/desk/actions?subject_id=apex')).json.actions;
      assert.deepEqual([action.action, action.operator], ['correct_company', 'ada']);
      assert.deepEqual([action.detail.before, action.detail.after], [done.before, done.after]);
      assert.deepEqual(await findings(world), []);
    });

    test('of a slug takes everything along: audits, watches, counts, requests; every old address redirects', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const key = await world.agent();
      await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      const { request_id } = await world.request(key, { company: 'Apex', website: 'https://apex.example/' });
      await world.move(request_id, { to: 'in_review' });
      await world.move(request_id, { to: 'scheduled' });
      await commit(world.ctx, [exampleAudit({ slug: 'apex', company: 'Apex', audit_date: '2026-11-21', scores: 4 })], {
        completes: [request_id],
      });
      await world.ctx.catalogue.refresh();
      const before = (await world.call('GET /api/audits/apex.json')).json;
      const etag = (await world.call('GET /api/audits/apex.json')).headers.get('etag') ?? '';
      for (const path of ['/audits/apex', '/badge/apex.svg']) await world.call(`GET ${path}`);
      const done = await correct(world, 'apex', { new_slug: 'apex-widgets' });
      assert.equal(done.audits, 2);
      const now = (await world.call('GET /api/audits/apex-widgets.json')).json;
      assert.deepEqual(now, {
        ...before,
        slug: 'apex-widgets',
        source_file: 'apex-widgets_2026-11-21.audit.json',
      });
      const history = (await world.call('GET /api/audits/apex-widgets/history.json')).json;
      assert.deepEqual(
        history.audits.map(({ detail_json }: { detail_json: string }) => detail_json),
        ['2026-11-20', '2026-11-21'].map((date) => `/api/audits/apex-widgets/${date}.json`),
      );
      assert.doesNotMatch((await world.call('GET /api/audits/index.json')).text, /"apex"/);
      for (const [path, to] of [
        ['/api/audits/apex.json', '/api/audits/apex-widgets.json'],
        ['/api/audits/apex/history.json', '/api/audits/apex-widgets/history.json'],
        ['/api/audits/apex/2026-11-20.json', '/api/audits/apex-widgets/2026-11-20.json'],
        ['/api/audits/apex/brief.json', '/api/audits/apex-widgets/brief.json'],
        ['/audits/apex', '/audits/apex-widgets'],
        ['/audits/apex.md', '/audits/apex-widgets.md'],
        ['/audits/apex/2026-11-20', '/audits/apex-widgets/2026-11-20'],
        ['/audits/apex?pillar=P1&criteria=P2-A', '/audits/apex-widgets?pillar=P1&criteria=P2-A'],
        ['/badge/apex.svg', '/badge/apex-widgets.svg'],
        ['/share/apex.png', '/share/apex-widgets.png'],
      ] as const) {
        // Both ways to the documents: the fast path, and past it; with conditions and without.
        for (const headers of [{}, { te: 'trailers' }, { 'if-none-match': etag }, { accept: 'text/html' }]) {
          const got = await read(world, path, headers);
          assert.deepEqual([got.status, got.to], [301, to], path);
          assert.equal(got.headers.get('cache-control'), 'public, max-age=60');
          const head = await read(world, path, headers, 'HEAD');
          assert.deepEqual([head.status, head.to, head.text], [301, to, '']);
        }
        assert.equal((await world.call(`GET ${path}`)).status, 200, `${path} leads somewhere`);
      }
      assert.equal((await read(world, '/api/audits/apex.json', {}, 'DELETE')).status, 405);
      // What is decoded does not get into a header.
      for (const path of [
        '/audits/apex/%0d%0aSet-Cookie:%20a=b',
        '/audits/apex%0d%0a',
        '/audits/apex.md/%C3%A4',
        '/badge/apex%22.svg',
      ])
        assert.deepEqual([(await read(world, path)).status, (await read(world, path)).to], [404, null], path);
      assert.equal((await read(world, '/audits/apex?a=%0d%0ab')).to, '/audits/apex-widgets?a=%0d%0ab');
      const profile = (await world.call('GET /api/agent/me', { key })).json;
      assert.equal(profile.watches[0].slug, 'apex-widgets');
      assert.equal(profile.requests[0].audit.detail_json, '/api/audits/apex-widgets.json');
      const digest = (await world.call('GET /api/agent/digest', { key })).json;
      const [company] = digest.companies;
      assert.deepEqual(
        [company.slug, company.score_then, company.score_now, company.reaudits, company.moved.length],
        ['apex-widgets', 100, 80, 1, 20],
      );
      await world.ctx.watch_stats.refresh();
      assert.deepEqual((await world.call('GET /api/watch-stats')).json.companies, [
        { slug: 'apex-widgets', watchers: 1 },
      ]);
      const other = await elsewhere(engine, world);
      assert.deepEqual(other.former_slugs, world.ctx.catalogue.current().former_slugs);
      assert.equal(other.entry('apex-widgets')?.overall_score, 80);
      assert.equal(other.entry('apex'), undefined);
      assert.deepEqual(await findings(world), []);
    });

    test('through a chain leads to the present slug in one step, also from a later one and back again', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      await correct(world, 'apex', { new_slug: 'apex-b' });
      await correct(world, 'apex-b', { new_slug: 'apex-c', company: 'Apex C' });
      for (const slug of ['apex', 'apex-b'])
        assert.equal((await read(world, `/api/audits/${slug}.json`)).to, '/api/audits/apex-c.json');
      await correct(world, 'apex-c', { new_slug: 'apex' });
      assert.equal((await read(world, '/api/audits/apex.json')).status, 200);
      for (const slug of ['apex-b', 'apex-c']) assert.equal((await read(world, `/audits/${slug}`)).to, '/audits/apex');
      assert.deepEqual((await elsewhere(engine, world)).former_slugs, world.ctx.catalogue.current().former_slugs);
      // A company that is retracted is gone at its former addresses too; listed again, they redirect again.
      await desk(world, 'POST /api/desk/audits/apex/retract', { reason: 'Closed.' });
      await world.ctx.catalogue.refresh();
      for (const path of ['/api/audits/apex-b.json', '/audits/apex-c', '/api/audits/apex.json'])
        refuses(await world.call(`GET ${path}`), 410, 'gone', /Closed\.$/);
      const again = { audits: [exampleAudit({ slug: 'apex', company: 'Apex' })], reinstate: true };
      assert.equal((await desk(world, 'POST /api/desk/audits', again)).status, 201);
      await world.ctx.catalogue.refresh();
      assert.equal((await read(world, '/api/audits/apex-b.json')).to, '/api/audits/apex.json');
      assert.deepEqual(await findings(world), []);
    });

    test('a former slug is the company for tools and for the desk', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      await world.publish({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' });
      await correct(world, 'apex', { new_slug: 'apex-widgets' });
      const key = await world.agent();
      const audit = (await tool(world, 'get_audit', { slug: 'apex', view: 'brief' })).structuredContent;
      assert.equal(audit.slug, 'apex-widgets');
      const several = (await tool(world, 'get_audit', { slugs: ['apex', 'apex-widgets', 'unseen'] })).structuredContent;
      assert.deepEqual(
        (several.audits as { slug: string }[]).map(({ slug }) => slug),
        ['apex-widgets', 'unseen'],
      );
      const noted = await tool(world, 'get_audit', { slugs: ['apex', 'unseen'] });
      assert.equal(noted.content[1]?.text, 'apex has the slug apex-widgets now.');
      const watched = await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      assert.deepEqual([watched.status, watched.json.slug], [201, 'apex-widgets']);
      const ended = await world.call('DELETE /api/agent/watch', { key, body: { slug: 'apex' } });
      assert.deepEqual(ended.json, { slug: 'apex-widgets', watching: false });
      assert.equal((await world.call('GET /api/agent/me', { key })).json.watches.length, 0);
      assert.match((await world.call('GET /compare?slugs=apex,unseen')).text, /apex-widgets/);
      assert.equal((await desk(world, 'GET /api/desk/audits/apex/changes')).json.slug, 'apex-widgets');
      const draft = (await desk(world, 'GET /api/desk/drafts/apex')).json;
      assert.equal(draft.file, 'apex-widgets_2026-11-21.audit.json');
    });

    test('is refused for slugs that are or were those of companies, for what is invalid, and when nothing changes', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const tried = async (body: Record<string, unknown>, slug = 'apex') =>
        desk(world, `POST /api/desk/audits/${slug}/correct`, body);
      for (const new_slug of ['Apex', 'a--b', '-a', 'a_b', 'index', '', 'a/b', 'x'.repeat(65), 'ä', '../x'])
        refuses(await tried({ new_slug }), 422, 'invalid_request');
      for (const company of ['', ' ', 'a\nb', 'x'.repeat(201), '\u202eevil'])
        refuses(await tried({ company }), 422, 'invalid_request');
      for (const website of [
        '',
        'ftp://apex.example/',
        'apex.example',
        'https://user:pass@apex.example/',
        'javascript:alert(1)',
      ])
        refuses(await tried({ website }), 422, 'invalid_request');
      refuses(await tried({}), 422, 'invalid_request');
      refuses(await tried({ company: 'Apex' }), 409, 'conflict', /already/);
      refuses(await tried({ new_slug: 'apex' }), 409, 'conflict', /already/);
      refuses(
        await tried({ new_slug: 'unseen' }),
        409,
        'conflict',
        /^unseen is taken: it is the slug of another company\./,
      );
      refuses(await tried({ company: 'X' }, 'nobody'), 404, 'not_found');
      await correct(world, 'apex', { new_slug: 'apex-widgets' });
      refuses(await tried({ company: 'X' }), 409, 'conflict', /^apex: this company has the slug apex-widgets now\.$/);
      refuses(
        await tried({ new_slug: 'apex' }, 'unseen'),
        409,
        'conflict',
        /^apex is taken: this company has the slug apex-widgets now\. Choose another slug\.$/,
      );
      const audits = [exampleAudit({ slug: 'apex', company: 'Another Apex', audit_date: '2026-11-21' })];
      refuses(
        await desk(world, 'POST /api/desk/audits', { audits, reinstate: true }),
        409,
        'conflict',
        /^apex: this company has the slug apex-widgets now\. Publish its audits under that; another company needs another slug\.$/,
      );
      refuses(await desk(world, 'POST /api/desk/audits/apex/retract', { reason: 'x' }), 409, 'conflict');
      await desk(world, 'POST /api/desk/audits/unseen/retract', { reason: 'Closed.' });
      refuses(
        await tried({ new_slug: 'unseen' }, 'apex-widgets'),
        409,
        'conflict',
        /retracted on 2026-11-21 \(Closed\.\)/,
      );
      refuses(await tried({ company: 'X' }, 'unseen'), 409, 'conflict', /retracted/);
      refuses(await world.call('POST /api/desk/audits/apex/correct', { body: { company: 'x' } }), 401, 'invalid_token');
      assert.deepEqual(await findings(world), []);
    });

    test('while letters wait: they lead to the present address, and rank the company as it stands', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const world = await openWorld(engine, { OPERATOR_TOKENS, SMTP_URL: sink.url });
      const key = await world.agent({ contact_email: 'one@agents.example' });
      await world.call('POST /api/agent/watch', { key, body: { slug: 'unseen' } });
      sink.behave({ recipient: () => 450 });
      await world.publish({ slug: 'unseen', company: 'Unseen', scores: 5, audit_date: '2026-11-21' });
      const tried = async () =>
        (await world.ctx.store.db.selectFrom('notices').select('attempts').execute())[0]?.attempts;
      await until(async () => (await tried()) === 1, 'it was tried');
      await correct(world, 'unseen', { new_slug: 'seen', company: 'Seen' });
      sink.behave({});
      world.ctx.clock.advance(60_000);
      await tick(world.ctx);
      const [letter] = await sink.arrived(1);
      const mail = await readLetter(letter ?? { raw: Buffer.alloc(0) });
      assert.match(mail.text ?? '', /Rank +5 → 1/);
      const link = /http:\/\/readymark\.test(\/audits\/\S+)/.exec(mail.text ?? '')?.[1] ?? '';
      assert.equal((await world.call(`GET ${link}`)).status, 200, link);
      assert.deepEqual(await findings(world), []);
    });
  });

test('an export drops what was retracted, and shows a company under its present slug alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-companies-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
  const ctx = await testContext('sqlite', { DATA_DIR: join(folder, 'data') });
  for (const slug of ['one', 'two', 'three']) await commit(ctx, [exampleAudit({ slug, company: slug })]);
  await ctx.close();
  const done = async (...args: string[]) => {
    const ran = await readymarkHere(args, env);
    assert.equal(ran.code, 0, ran.err);
    return ran.out;
  };
  await done('export', join(folder, 'public'));
  const names = () => readdirSync(join(folder, 'public', 'api', 'audits')).filter((name) => /\.json$/.test(name));
  assert.deepEqual(names().sort(), ['index.json', 'one.json', 'three.json', 'two.json']);
  assert.match(
    await done('retract', 'two', '--reason', 'It has <closed>.'),
    /retracted two, with 1 audit: It has <closed>\./,
  );
  const corrected = JSON.parse(await done('correct', 'three', '--slug', 'four', '--name', 'Four', '--json'));
  assert.deepEqual(corrected.after, { slug: 'four', company: 'Four', website: 'https://three.example/' });
  assert.match(
    await done('correct', 'four', '--website', 'https://four.example/'),
    /website: https:\/\/three\.example\/ → https:\/\/four\.example\//,
  );
  await done('export', join(folder, 'public'));
  assert.deepEqual(names().sort(), ['four.json', 'index.json', 'one.json']);
  for (const part of ['audits', 'badge'])
    assert.ok(!readdirSync(join(folder, 'public', part)).some((name) => /two|three/.test(name)), part);
  const refused = await readymarkHere(['retract', 'two', '--reason', 'x'], env);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /two: this company was retracted on \d{4}-\d\d-\d\d \(It has <closed>\.\)\./);
  assert.equal((await readymarkHere(['retract', 'one'], env)).code, 2, 'a reason is needed');
  assert.match((await readymarkHere(['correct', 'one'], env)).err, /--name, --website or --slug/);
  await done('doctor');
});
