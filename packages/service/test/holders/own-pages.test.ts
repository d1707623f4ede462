import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { holderWorld } from './holder-world.ts';

/** Pages of those who hold a domain: proof, private drafts, and the request with a draft (decision 181). */
sharedDatabases();

const DAY = 86_400_000;

for (const engine of engines)
  describe(`holding a domain (${engine})`, () => {
    const world = (env?: Record<string, string>) => holderWorld(engine, env);

    test('a token in the DNS, a file or the home page opens the page; before that nothing is drafted', async () => {
      const { get, post, begin, tokens, tokenOn, clock } = await world();
      const own = await begin('https://www.Acme.com/prices');
      const { text, headers } = await get(own);
      const token = await tokenOn(own);
      for (const place of ['_readymark-reply.acme.com', 'https://www.acme.com/.well-known/readymark-reply.txt'])
        assert.ok(text.includes(place), place);
      assert.match(text, /&lt;meta name|&#60;meta name/);
      assert.deepEqual(
        ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name)),
        ['no-store', 'same-origin', 'noindex'],
      );
      assert.match((await get('/own')).text, /action="\/own"/, 'where one begins without a preview');
      const early = await post(`${own}/draft`);
      assert.equal(early.status, 409);
      assert.match(await early.text(), /It was not seen yet that you hold acme\.com/);
      const unseen = await (await post(`${own}/look`)).text();
      assert.match(unseen, /The token was not seen/);
      assert.equal((await post(`${own}/look`)).status, 429, 'not twice in five seconds');
      tokens.add('0'.repeat(32));
      clock.advance(6_000);
      assert.match(await (await post(`${own}/look`)).text(), /The token was not seen/, 'the token of somebody else');
      tokens.add(token);
      clock.advance(6_000);
      assert.match(await (await post(`${own}/look`)).text(), /The token was seen<\/b> in an element of the home page/);
    });

    test('who presses without end for the domain of another keeps its owner from nothing', async () => {
      const { post, begin, tokenOn, tokens, clock } = await world();
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const [mine, owners] = [await begin(), await begin('www.acme.com')];
      const press = async (own: string, address: string) => {
        clock.advance(6_000);
        return (await post(`${own}/look`, {}, from(address))).status;
      };
      const twice = [await press(mine, '198.51.100.1'), (await post(`${mine}/look`, {}, from('198.51.100.1'))).status];
      assert.deepEqual(twice, [200, 429]);
      for (let look = 2; look <= 10; look++) assert.equal(await press(mine, '198.51.100.1'), 200, `look ${look}`);
      clock.advance(6_000);
      const more = await post(`${mine}/look`, {}, from('198.51.100.1'));
      assert.equal(more.status, 429);
      assert.match(
        await more.text(),
        /The limit of 10 looks for tokens of one domain by one client in one hour is reached/,
      );
      assert.equal(await press(await begin('other.com'), '198.51.100.1'), 200, 'another domain');
      for (let client = 2; client <= 10; client++)
        for (let look = 1; look <= 10; look++) await press(mine, `198.51.100.${client}`);
      assert.equal(await press(mine, '198.51.100.10'), 429);
      tokens.add(await tokenOn(owners));
      clock.advance(6_000);
      const found = await post(`${owners}/look`, {}, from('203.0.113.5'));
      assert.match(await found.text(), /The token was seen/);
    });

    test('a draft is private: under its address alone, at no desk, in no list, and deletable at once', async () => {
      const { get, post, prove, drafted, url, store } = await world();
      const own = await prove();
      const path = await drafted(own);
      const page = await get(path);
      assert.equal(page.status, 200);
      assert.match(page.text, /Private draft by a machine/);
      assert.match(page.text, /All fixes as a prompt/);
      assert.match(page.text, /id="P5-D"/, 'all twenty criteria');
      assert.match(page.text, /<meta name="robots" content="noindex">/);
      const [, job_id = ''] = /drafts\/(job_[0-9a-f]+)/.exec(path) ?? [];
      const desk = { key: operator_token };
      assert.deepEqual((await call(url, 'GET', '/api/desk/audit-jobs', desk)).json.jobs, []);
      assert.equal((await call(url, 'GET', `/api/desk/audit-jobs/${job_id}`, desk)).status, 404);
      assert.equal((await call(url, 'GET', `/api/desk/audit-jobs/${job_id}/draft`, desk)).status, 404);
      assert.equal((await call(url, 'GET', '/api/audits/index.json')).json.audits.length, 0);
      const other = await prove('other.com');
      assert.equal((await get(path.replace(own, other))).status, 404, 'somebody else');
      assert.equal((await get(path.replace(own, `/own/${'a'.repeat(32)}`))).status, 404);
      assert.equal((await post(`${path}/delete`)).status, 303);
      assert.equal((await get(path)).status, 404);
      for (const table of ['audit_jobs', 'job_bodies', 'evidence_bodies'] as const)
        assert.deepEqual(await store.db.selectFrom(table).selectAll().execute(), [], table);
    });

    test('once a day a domain, whoever holds it and whatever was deleted; the second says what changed', async () => {
      const { get, post, prove, drafted, clock, auditor } = await world();
      const own = await prove();
      const first = await drafted(own);
      const again = await post(`${own}/draft`);
      assert.equal(again.status, 409);
      assert.match(await again.text(), /A draft of acme\.com is made once a day/);
      const colleague = await prove('shop.acme.com');
      assert.equal((await post(`${colleague}/draft`)).status, 409);
      clock.advance(DAY);
      await post(`${own}/draft`);
      await until(async () => auditor.visits.length === 2, 'it is drafted again');
      await until(async () => ((await get(own)).text.match(/of 100<\/b>/g) ?? []).length === 2, 'both are there');
      const [, second = ''] =
        /href="(\/own\/[0-9a-f]{32}\/drafts\/job_[0-9a-f]{32})"/.exec((await get(own)).text) ?? [];
      assert.notEqual(second, first);
      assert.match((await get(second)).text, /<b>±0<\/b> points since 21 Nov 2026/);
      await post(`${first}/delete`);
      await post(`${second}/delete`);
      assert.equal((await post(`${own}/draft`)).status, 409, 'deleting makes no room for another visit');
    });

    test('"ask for the audit" gives operators the request with its draft, to be reviewed and not started', async () => {
      const { get, post, prove, drafted, url, auditor } = await world();
      const own = await prove();
      const path = await drafted(own);
      const sent = await post(`${path}/request`, { company: 'Acme Works' });
      assert.equal(sent.status, 303, await sent.text());
      assert.match((await get(own)).text, /It was received; a reviewer begins/);
      const desk = { key: operator_token };
      const [job] = (await call(url, 'GET', '/api/desk/audit-jobs', desk)).json.jobs;
      assert.deepEqual(
        [job.status, job.company, job.slug, job.operator],
        ['drafted', 'Acme Works', 'acme-works', 'domain-holder'],
      );
      const { requests } = (await call(url, 'GET', '/api/desk/requests', desk)).json;
      assert.equal(job.request_id, requests[0].request_id);
      const { record } = (await call(url, 'GET', `/api/desk/audit-jobs/${job.job_id}/draft`, desk)).json;
      assert.deepEqual([record.company, record.slug], ['Acme Works', 'acme-works']);
      assert.equal(auditor.visits.length, 1, 'the site was not visited again');
      assert.notEqual(job.job_id, /job_\w+/.exec(path)?.[0], 'a copy');
      assert.equal((await get(path)).status, 200, 'the draft stays that of its holder');
      const twice = await post(`${path}/request`, { company: 'Acme Works' });
      assert.equal(twice.status, 409);
      assert.equal((await post(`${path}/delete`)).status, 303);
      const { bodies } = (await call(url, 'GET', `/api/desk/audit-jobs/${job.job_id}/evidence`, desk)).json;
      assert.ok(bodies === undefined || bodies.length > 0);
      assert.equal(
        (await call(url, 'GET', `/api/desk/audit-jobs/${job.job_id}/draft`, desk)).status,
        200,
        'the copy stays',
      );
    });

    test('a listed company sees its audit, and drafts the next one under its name', async () => {
      const { get, prove, drafted, ...service } = await world();
      await publish(service, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      const own = await prove();
      const { text } = await get(own);
      assert.match(text, /href="\/audits\/acme"/);
      assert.match(text, /badge\/acme\.svg/);
      const draft = await drafted(own);
      assert.match((await get(own)).text, /Ask for a re-audit with this draft<\/button>/);
      const page = (await get(draft)).text;
      assert.match(page, /Acme/);
      assert.match(
        page,
        /href="\/own\/[0-9a-f]{32}\/drafts\/[^"]*of&#61;|href="\/own\/[0-9a-f]{32}\/drafts\/[^"]*of=/,
        'its pages stay in the draft',
      );
    });

    test('a draft is compared with the median of listed companies, and says what its sum would be with other points', async () => {
      const { get, prove, drafted, ...service } = await world();
      const listed = ['one', 'two', 'three', 'four', 'five'].map((slug, at) =>
        exampleAudit({ slug, company: slug, scores: at + 1 }),
      );
      await publish(service, listed);
      await until(async () => (await get('/audits/five')).status === 200, 'they are public');
      const { text } = await get(await drafted(await prove()));
      assert.match(text, /<\/i> median of 5 companies<\/caption>/);
      const [, form = ''] = /<h2 id="what-if">What if<\/h2>([\s\S]*?)<\/section>/.exec(text) ?? [];
      assert.equal(form.match(/<(input|select)[^>]* name="P[1-5]-[A-E]"/g)?.length, 20);
    });

    test('every request that was sent from the page stays on it, with what became of it', async () => {
      const { get, post, prove, clock, url, ...service } = await world();
      await publish(service, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      const own = await prove();
      assert.equal((await post(`${own}/again`)).status, 303);
      assert.match((await get(own)).text, /Your request<\/h2>\s*<p>Sent on 21 Nov 2026\. It was received/);
      const [, request_id = ''] = /<span class="hint">(req_[0-9a-f]+)</.exec((await get(own)).text) ?? [];
      const body = { reason: 'Nothing has changed yet.' };
      await call(url, 'POST', `/api/desk/requests/${request_id}/decline`, { key: operator_token, body });
      clock.advance(2 * DAY);
      assert.equal((await post(`${own}/again`)).status, 303);
      const { text } = await get(own);
      assert.match(text, /Sent on 23 Nov 2026\. It was received/);
      assert.match(
        text,
        /Earlier requests \(1\)[\s\S]*21 Nov 2026\. There will be no audit\. <bdi>Nothing has changed yet\./,
      );
    });

    test('after a request was declined the next press sends another one, on the same day too', async () => {
      const { get, post, prove, drafted, clock, url, ...service } = await world();
      await publish(service, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      const own = await prove();
      const draft = await drafted(own);
      const presses = [`${own}/again`, `${own}/again`, `${draft}/request`, `${draft}/request`, `${own}/again`];
      for (const [at, path] of presses.entries()) {
        clock.advance(60_000);
        const sent = await post(path, { company: 'Acme' });
        assert.equal(sent.status, 303, `press ${at}: ${await sent.text()}`);
        assert.equal((await post(path, { company: 'Acme' })).status, 409, 'while it waits');
        const { requests } = (await call(url, 'GET', '/api/desk/requests', { key: operator_token })).json;
        assert.equal(requests.length, 1, `press ${at}`);
        const [{ request_id }] = requests;
        const { text } = await get(own);
        assert.match(text, new RegExp(`It was received[^<]*<span class="hint">${request_id}<`));
        assert.equal(/Earlier requests \((\d)\)/.exec(text)?.[1], at === 0 ? undefined : String(at));
        const { jobs } = (await call(url, 'GET', '/api/desk/audit-jobs', { key: operator_token })).json;
        const own_jobs = jobs.filter((job: { request_id: string }) => job.request_id === request_id);
        assert.equal(own_jobs.length, path.startsWith(draft) ? 1 : 0, 'its draft');
        const body = { reason: 'Nothing has changed yet.' };
        await call(url, 'POST', `/api/desk/requests/${request_id}/decline`, { key: operator_token, body });
      }
    });

    test('two presses at once make one request, whatever they call the company', async () => {
      const { post, prove, drafted, url } = await world();
      const own = await prove();
      const draft = await drafted(own);
      const names = ['Acme', 'Acme Works', 'Acme Ltd', 'Acme'];
      const sent = await Promise.all(names.map((company) => post(`${draft}/request`, { company })));
      const { requests } = (await call(url, 'GET', '/api/desk/requests', { key: operator_token })).json;
      assert.equal(requests.length, 1);
      const [{ company }] = requests;
      for (const [at, { status }] of sent.entries())
        if (names[at] !== company) assert.equal(status, 409, `press ${at}`);
      assert.ok(sent.some(({ status }) => status === 303));
      const { jobs } = (await call(url, 'GET', '/api/desk/audit-jobs', { key: operator_token })).json;
      assert.deepEqual(
        jobs.map((job: { company: string }) => job.company),
        [company],
      );
    });

    test('a press that was cut off after its request was stored goes on when it is repeated', async () => {
      const { get, post, prove, drafted, clock, url, store } = await world();
      const own = await prove();
      const draft = await drafted(own);
      assert.equal((await post(`${draft}/request`, { company: 'Acme' })).status, 303);
      // What a crash leaves: the request, which neither its page nor its draft knows.
      await store.db.updateTable('domain_holders').set({ request_id: null }).execute();
      await store.db.deleteFrom('audit_jobs').where('request_id', 'is not', null).execute();
      clock.advance(2 * DAY);
      assert.match((await get(own)).text, /Your request<\/h2>\s*<p>Sent on 21 Nov 2026\. It was received/);
      const other = await post(`${draft}/request`, { company: 'Acme Works' });
      assert.equal(other.status, 409);
      assert.match(await other.text(), /You have requested the audit already/);
      assert.equal((await post(`${draft}/request`, { company: 'Acme' })).status, 303);
      const desk = { key: operator_token };
      const { requests } = (await call(url, 'GET', '/api/desk/requests', desk)).json;
      const { jobs } = (await call(url, 'GET', '/api/desk/audit-jobs', desk)).json;
      assert.equal(requests.length, 1);
      assert.deepEqual(
        jobs.map((job: { request_id: string; status: string }) => [job.request_id, job.status]),
        [[requests[0].request_id, 'drafted']],
      );
      assert.equal((await post(`${draft}/request`, { company: 'Acme' })).status, 409);
    });

    test('drafts go after 30 days, pages 90 days after the proof, or 14 without one', async () => {
      const { get, prove, begin, drafted, clock, store } = await world();
      const own = await prove();
      const unproven = await begin('other.com');
      const path = await drafted(own);
      clock.advance(15 * DAY);
      assert.equal((await get(unproven)).status, 404);
      assert.equal((await get(path)).status, 200);
      clock.advance(16 * DAY);
      await until(async () => (await get(path)).status === 404, 'the draft is gone');
      assert.equal((await get(own)).status, 200);
      clock.advance(60 * DAY);
      assert.equal((await get(own)).status, 404);
      await until(
        async () => (await store.db.selectFrom('domain_holders').selectAll().execute()).length === 0,
        'nothing is left',
      );
    });

    test('without a server for mail no letter and no link by mail is offered, and asking for one says what to do instead', async () => {
      const { get, post, begin, prove, store } = await world();
      const mail = /by mail|e-mail|Send (?:a|me a) link|Letters/i;
      const main = async (path: string) =>
        /<main[\s\S]*<\/main>/.exec((await get(path)).text)?.[0] ?? assert.fail(path);
      const [begun, proven] = [await begin('other.com'), await prove()];
      for (const path of ['/own', begun, proven]) assert.doesNotMatch(await main(path), mail, path);
      for (const [path, email] of [
        [`${begun}/mail`, 'admin@other.com'],
        [`${proven}/contact`, 'anna@acme.com'],
        ['/own/lost', 'anna@acme.com'],
      ] as const) {
        const refused = await post(path, { website: 'acme.com', email });
        assert.equal(refused.status, 409, path);
        assert.match(
          await refused.text(),
          /role="alert">This service sends no mail\. Show that you control the site by a token/,
        );
      }
      assert.deepEqual(await store.db.selectFrom('holder_links').selectAll().execute(), []);
    });

    test('what is no public name, and forms of other sites, are refused; no address of a page is in the log', async () => {
      const { post, prove, log_lines } = await world({ LOG_LEVEL: 'trace' });
      for (const website of ['localhost', '127.0.0.1', '', 'https://acme.com:8443/'])
        assert.equal((await post('/own', { website })).status, 422, website);
      assert.equal((await post('/own', { website: 'acme.com' }, { origin: 'https://other.example' })).status, 403);
      const secret = (await prove()).slice('/own/'.length);
      assert.doesNotMatch(log_lines.join(''), new RegExp(secret));
    });
  });
