import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leafHash } from '@readymark/tlog/tree';
import { canonicalJson } from '@readymark/verify';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { call, newKey } from '../world/call.ts';
import { commit, OPERATOR_TOKENS, operator, operator_token } from '../world/operator.ts';
import { engines, fakeClock, sharedDatabases, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';
import { playDomains } from './replies/played-domains.ts';

/** Past days, proofs, sources, replies and changes, asked by tools and over REST (decision 207). */
sharedDatabases();

const { txt, proofs } = await playDomains(['www.acme.com']);
const DAY_MS = 86_400_000;
const audit = (slug: string, more: object = {}) =>
  exampleAudit({ slug, company: `The ${slug}`, audit_date: '2026-11-01', ...more });
const acme = 'https://www.acme.com/offer';
const first_day = '2026-11-21';
const second_day = '2026-11-22';

for (const engine of engines) {
  txt.clear();
  const clock = fakeClock(`${first_day}T12:00:00.000Z`);
  const env = { OPERATOR_TOKENS, REGISTRATIONS_PER_HOUR: '1000', RUBRICS_PUBLISHABLE: 'v1,v2' };
  const replaced = { auditor: madeAuditor({ points: 3 }), domain_proofs: proofs() };
  const service = await testService(engine, env, clock, replaced);
  const get = (path: string, headers = {}) => call(service.url, 'GET', path, { headers });
  const tool = async (name: string, args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { result } = (await call(service.url, 'POST', '/mcp', { body })).json;
    const [{ text }] = result.content;
    return { failed: result.isError === true, text: text as string, json: JSON.parse(text) };
  };
  const audited = (args: object) => tool('get_audit', args);
  const listed = (args: object) => tool('list_audits', args);
  const slugsOf = ({ json }: { json: { audits: { slug: string }[] } }) => json.audits.map(({ slug }) => slug);
  const desk = async (path: string, body: object, status = 200) => {
    const reply = await call(service.url, 'POST', `/api/desk${path}`, { key: operator_token, body });
    assert.equal(reply.status, status, reply.text);
    await service.catalogue.refresh();
    return reply.json;
  };
  const show = async () => {
    await tick(service);
    await service.catalogue.refresh();
  };
  /** The fields that a refusal names, over both doors, and its message. */
  const refused = async (name: string, args: object) => {
    const { failed, json } = await tool(name, args);
    assert.equal(failed, true, JSON.stringify(args));
    const fields = (json.errors ?? []).map(({ field }: { field: string }) => field);
    return { code: json.error, fields, message: `${json.message} ${JSON.stringify(json.errors ?? '')}` };
  };

  // The first day: four companies.
  await commit(service, [
    { ...audit('acme', { scores: 4 }), website: acme },
    audit('tide', { scores: 3, company: 'Tide Tables' }),
    audit('gone', { scores: 2 }),
    audit('drafted', { scores: 1 }),
  ]);
  await show();
  await publishDraft(service, 'drafted');
  await show();
  clock.advance(60_000);
  const before = clock.now().toISOString();
  clock.advance(DAY_MS);
  // The second: a re-audit, another name and slug, a new company.
  await commit(service, [{ ...audit('acme', { audit_date: '2026-11-20', scores: { 'P1-B': 1 } }), website: acme }]);
  await execute(service, correctCompany, operator, { slug: 'tide', new_slug: 'tides', company: 'Tides Ltd' }, {});
  await commit(service, [audit('late', { scores: 5 })]);
  await show();
  clock.advance(DAY_MS);
  // The third: a retraction and a reply.
  await execute(service, retractCompany, operator, { slug: 'gone', reason: 'Closed down.' }, {});
  await show();

  describe(`what tools ask of other moments (${engine})`, () => {
    test('get_audit answers with the audit of a past day, byte for byte its document', async () => {
      for (const [slug, then, day] of [
        ['acme', 'acme', first_day],
        ['acme', 'acme', second_day],
        ['tide', 'tide', first_day],
        ['drafted', 'drafted', first_day],
        ['late', 'late', second_day],
      ] as const)
        assert.equal(
          (await audited({ slug, as_of: day })).text,
          (await get(`/api/audits/as-of/${day}/${then}.json`)).text,
          `${slug} of ${day}`,
        );
      const [then, now] = [await audited({ slug: 'acme', as_of: first_day }), await audited({ slug: 'acme' })];
      assert.deepEqual([then.json.audit_date, now.json.audit_date], ['2026-11-01', '2026-11-20']);
    });

    test('a company is named as it was called then, or is now', async () => {
      const of_day = (await get(`/api/audits/as-of/${first_day}/tide.json`)).text;
      for (const slug of ['tide', 'tides', 'TIDE', 'Tide Tables', 'Tides Ltd', 'tide.example'])
        assert.equal((await audited({ slug, as_of: first_day })).text, of_day, slug);
      assert.equal((await audited({ website: 'https://tide.example/x', as_of: first_day })).text, of_day);
      assert.equal((await audited({ slug: 'tide', as_of: second_day })).json.slug, 'tides');
    });

    test('what was retracted since is gone, what was not listed then is not found, with the sentence of the document', async () => {
      for (const [slug, code] of [
        ['gone', 'gone'],
        ['late', 'not_found'],
        ['nobody', 'not_found'],
      ] as const) {
        const { json } = await get(`/api/audits/as-of/${first_day}/${slug}.json`);
        const { failed, json: said } = await audited({ slug, as_of: first_day });
        assert.deepEqual([failed, said.error], [true, code], slug);
        if (slug !== 'nobody') assert.equal(said.message, json.message);
      }
      assert.equal(
        (await refused('get_audit', { website: 'https://none.example/', as_of: first_day })).code,
        'not_found',
      );
    });

    test('days that are none, and not over, are refused with the days that there are', async () => {
      for (const [name, more] of [
        ['get_audit', { slug: 'acme' }],
        ['list_audits', {}],
      ] as const) {
        for (const as_of of ['2026-02-30', '20261121', 'yesterday', `${first_day}T00:00:00Z`]) {
          const { code, fields, message } = await refused(name, { ...more, as_of });
          assert.deepEqual([code, fields], ['invalid_request', ['as_of']], as_of);
          assert.match(message, /YYYY-MM-DD/);
        }
        for (const as_of of ['2026-11-20', '2026-11-23', '2027-01-01']) {
          const { code, message } = await refused(name, { ...more, as_of });
          assert.equal(code, 'not_found', as_of);
          assert.match(message, new RegExp(`Days from ${first_day} to ${second_day} can be shown`));
        }
      }
      assert.equal((await get('/api/audits?as_of=2026-02-30')).status, 422);
      assert.equal((await get('/api/audits?as_of=2026-11-23')).status, 404);
    });

    test('parts of a past audit are those of its record, stale as of that day', async () => {
      const whole = (await audited({ slug: 'acme', as_of: first_day })).json;
      const brief = (await audited({ slug: 'acme', as_of: first_day, view: 'brief' })).json;
      for (const name of ['company', 'slug', 'audit_date', 'overall_score', 'tier', 'rank'])
        assert.equal(brief[name], whole[name], name);
      assert.equal(brief.stale, false);
      const part = (await audited({ slug: 'acme', as_of: first_day, pillar: 'P3', evidence: false })).json;
      assert.deepEqual(part.pillars, { P3: whole.pillars.P3 });
      assert.ok(part.criteria.every((one: object) => !('evidence' in one)));
      const query = `slugs=acme,tides,nobody&criteria=P1-B&as_of=${first_day}`;
      const several = await audited({ slugs: ['acme', 'tides', 'nobody'], criteria: ['P1-B'], as_of: first_day });
      assert.equal((await get(`/api/audits?${query}`)).text, several.text);
      assert.deepEqual(slugsOf(several), ['acme', 'tide']);
      assert.deepEqual(
        several.json.not_found.map(({ slug }: { slug: string }) => slug),
        ['nobody'],
      );
      assert.deepEqual(
        several.json.audits[0].criteria,
        whole.criteria.filter(({ id }: { id: string }) => id === 'P1-B'),
      );
      const full = await audited({ slugs: ['acme'], view: 'full', as_of: first_day });
      assert.equal(full.text, `{"audits":[${(await audited({ slug: 'acme', as_of: first_day })).text}]}`);
    });

    test('list_audits lists the companies of a past day, filtered and sorted, the same over REST', async () => {
      const { json: index } = await get(`/api/audits/as-of/${first_day}/index.json`);
      const list = await listed({ as_of: first_day });
      assert.deepEqual(list.json.audits, index.audits);
      assert.deepEqual(Object.keys(list.json), [
        'count',
        'rubric_version',
        'as_of',
        'retracted_since',
        'audits',
        'total',
        'next_offset',
      ]);
      assert.deepEqual([list.json.as_of, list.json.retracted_since], [first_day, 1]);
      for (const [query, args, slugs] of [
        ['', {}, ['acme', 'tide', 'drafted']],
        ['&query=tide', { query: 'tide' }, ['tide']],
        ['&min.P3=10&fields=brief,P3', { min: { P3: 10 }, fields: ['brief', 'P3'] }, ['acme', 'tide', 'drafted']],
        ['&sort=company&order=desc&limit=2', { sort: 'company', order: 'desc', limit: 2 }, ['tide', 'drafted']],
        ['&stale=true', { stale: true }, []],
      ] as const) {
        const answer = await listed({ ...args, as_of: first_day });
        assert.equal((await get(`/api/audits?as_of=${first_day}${query}`)).text, answer.text, query);
        assert.deepEqual(slugsOf(answer), slugs, query);
      }
      const [{ detail_json }] = (await listed({ as_of: first_day, fields: ['detail_json'], limit: 1 })).json.audits;
      assert.equal(detail_json, `/api/audits/as-of/${first_day}/acme.json`);
    });

    test('proof: true says where the audit is in the log, in at most 120 tokens more', async () => {
      for (const [args, path] of [
        [{ slug: 'acme' }, '/api/audits/acme/proof.json'],
        [{ slug: 'acme', as_of: first_day }, `/api/audits/as-of/${first_day}/acme/proof.json`],
        [{ slug: 'tides', as_of: first_day }, `/api/audits/as-of/${first_day}/tide/proof.json`],
      ] as const) {
        const { json: proof } = await get(path);
        const [, size, root] = proof.checkpoint.split('\n');
        for (const more of [{}, { view: 'brief' }, { pillar: 'P3' }, { criteria: ['P1-B'], evidence: false }]) {
          const plain = await audited({ ...args, ...more });
          const { text, json } = await audited({ ...args, ...more, proof: true });
          assert.equal(`${plain.text.slice(0, -1)},"proof":${JSON.stringify(json.proof)}}`, text);
          assert.deepEqual(json.proof, {
            leaf: Buffer.from(leafHash(Buffer.from(canonicalJson(proof.statement)))).toString('base64'),
            index: proof.index,
            size: Number(size),
            head: root,
            proof_json: path,
          });
          assert.ok(
            countTokens(text) - countTokens(plain.text) <= 120,
            `${countTokens(text) - countTokens(plain.text)}`,
          );
        }
      }
      const both = await audited({ slugs: ['acme', 'late'], proof: true });
      assert.equal((await get('/api/audits?slugs=acme,late&proof=true')).text, both.text);
      assert.equal(new Set(both.json.audits.map((one: { proof: { leaf: string } }) => one.proof.leaf)).size, 2);
    });

    test('views answer with the documents beside an audit, byte for byte, and say the same where there is none', async () => {
      const { proof_id, dns } = await desk('/audits/acme/reply-proofs', {}, 201);
      txt.set('_readymark-reply.acme.com', [[dns.value]]);
      await desk(`/reply-proofs/${proof_id}/check`, {});
      const replies = [{ kind: 'reply', criterion: 'P1-A', text: 'Prices are on /pricing.md.' }];
      await desk('/replies', { proof_id, replies }, 201);
      for (const [slug, view] of [
        ['acme', 'replies'],
        ['late', 'replies'],
        ['drafted', 'evidence'],
        ['acme', 'history'],
      ] as const) {
        const { text } = await get(`/api/audits/${slug}/${view}.json`);
        assert.equal((await audited({ slug, view })).text, text, `${view} of ${slug}`);
        if (view !== 'evidence') assert.equal((await audited({ slug, [view]: true })).text, text);
      }
      assert.equal((await audited({ slug: 'acme', view: 'replies' })).json.count, 1);
      const none = await get('/api/audits/late/evidence.json');
      const { json } = await audited({ slug: 'late', view: 'evidence' });
      assert.deepEqual([json.error, json.message], [none.json.error, none.json.message]);
      for (const view of ['history', 'evidence', 'replies'])
        assert.equal((await refused('get_audit', { slug: 'nobody', view })).code, 'not_found');
      // What it was before: whether the sentences are there.
      assert.equal(
        (await audited({ slug: 'drafted', evidence: true })).text,
        (await get('/api/audits/drafted.json')).text,
      );
    });

    test('what contradicts itself is refused with what to leave out', async () => {
      for (const [args, field, leave_out] of [
        [{ slug: 'acme', view: 'evidence', as_of: first_day }, 'view', 'as_of'],
        [{ slug: 'acme', view: 'replies', proof: true }, 'view', 'proof'],
        [{ slug: 'acme', replies: true, pillar: 'P1' }, 'replies', 'pillar'],
        [{ slug: 'acme', replies: true, history: true }, 'history', 'replies'],
        [{ slug: 'acme', history: true, as_of: first_day }, 'history', 'as_of'],
        [{ slug: 'acme', view: 'plan', as_of: first_day }, 'view', 'as_of'],
        [{ slug: 'acme', view: 'plan', proof: true }, 'view', 'proof'],
        [{ slugs: ['acme', 'late'], view: 'evidence' }, 'view', 'slugs'],
        [{ slug: 'acme', as_of: first_day, target: '90' }, 'target', 'view plan'],
      ] as const) {
        const { code, fields, message } = await refused('get_audit', args);
        assert.deepEqual([code, fields], ['invalid_request', [field]], JSON.stringify(args));
        assert.ok(message.includes(leave_out), message);
      }
      for (const [args, field, said] of [
        [{ as_of: first_day, need: 'invoices' }, 'as_of', 'leave out need'],
        [{ as_of: first_day, changed_since: '7d' }, 'as_of', 'leave out changed_since'],
        [{ as_of: first_day, fields: ['P1-B'] }, 'fields', 'criteria are in the audits alone'],
        [{ as_of: first_day, sort: 'P1-B' }, 'sort', 'P1, P2'],
        [{ as_of: first_day, min: { 'P1-B': 3 } }, 'min', 'P1, P2'],
        [{ changed_since: 'last week' }, 'changed_since', 'days ago such as 7d'],
        [{ changed_since: '2027-01-01' }, 'changed_since', 'must not be in the future'],
      ] as const) {
        const { code, fields, message } = await refused('list_audits', args);
        assert.deepEqual([code, fields], ['invalid_request', [field]], JSON.stringify(args));
        assert.ok(message.includes(said), message);
      }
    });

    test('changed_since leaves what has an event since, with what it was, and names what was retracted', async () => {
      const all = await listed({ changed_since: '2020-01-01', fields: ['slug'] });
      assert.deepEqual(slugsOf(all).sort(), ['acme', 'drafted', 'late', 'tides']);
      const since = await listed({ changed_since: before, fields: ['slug'] });
      assert.deepEqual(
        Object.fromEntries(
          since.json.audits.map((one: { slug: string; changed: string[] }) => [one.slug, one.changed]),
        ),
        { acme: ['publication', 'reply'], tides: ['rename'], late: ['publication'] },
      );
      const [gone] = since.json.retracted;
      assert.deepEqual(since.json.retracted, [{ slug: 'gone', reason: 'Closed down.', at: gone.at }]);
      const whole = await listed({ changed_since: before, query: 'acme', min: { 'P1-A': 1 } });
      assert.deepEqual(slugsOf(whole), ['acme']);
      const { changed, ...entry } = whole.json.audits[0];
      assert.deepEqual(entry, (await listed({ query: 'acme' })).json.audits[0]);
      assert.equal('retracted' in whole.json, false, 'a query names one company');
      assert.equal((await listed({ changed_since: before, query: 'gone' })).json.retracted[0].slug, 'gone');
      clock.advance(60_000);
      const nothing = await listed({ changed_since: clock.now().toISOString() });
      assert.deepEqual(nothing.json, { count: 0, rubric_version: 'v1', audits: [], total: 0, next_offset: null });
      for (const query of [`changed_since=${before}&fields=slug`, 'changed_since=2d'])
        assert.equal(
          (await get(`/api/audits?${query}`)).text,
          (await listed(Object.fromEntries(new URLSearchParams(query)))).text,
        );
      const tag = (await get('/api/audits?changed_since=2d')).headers.get('etag') ?? '';
      assert.equal((await get('/api/audits?changed_since=2d', { 'if-none-match': tag })).status, 304);
    });

    test('days ago are full days, and what was answered once is not repeated when they pass', async () => {
      const ago = async (changed_since: string) => slugsOf(await listed({ changed_since, fields: ['slug'] })).sort();
      assert.deepEqual(await ago('2d'), ['acme', 'drafted', 'late', 'tides']);
      assert.deepEqual(await ago('1 day'), ['acme', 'late', 'tides']);
      assert.deepEqual(await ago('1w'), await ago('7d'));
      clock.advance(DAY_MS);
      assert.deepEqual(await ago('2d'), ['acme', 'late', 'tides']);
      await commit(service, [audit('newest')]);
      await show();
      assert.deepEqual(await ago('2d'), ['acme', 'late', 'newest', 'tides']);
      const key = await newKey(service.url);
      const digest = (since: string) => call(service.url, 'GET', `/api/agent/digest?since=${since}`, { key });
      assert.equal((await digest('7d')).status, 200);
      const wrong = await digest('7h');
      assert.equal(wrong.status, 422);
      assert.match(wrong.json.errors[0].message, /days ago such as 7d/);
    });

    test('fields are read by the names that models give them', async () => {
      const { json } = await listed({ fields: ['name', 'score', 'pillars'], limit: 1 });
      assert.deepEqual(Object.keys(json.audits[0]), ['company', 'overall_score', 'pillar_scores']);
    });
  });
}
