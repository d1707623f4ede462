import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator_token, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, testService } from '../world/service.ts';

/** The pages of the queue, of one request, of audits under way, of what is due and of letters (decisions 104 and 119). */
sharedDatabases();

const hostile = '<b>Ünï & “Sons”</b> "x"';
const script = '</textarea></script><script>document.title = "broken"</script>';

/** A service with an operator at the desk, and an agent. */
async function opened(engine: Engine, auditor = madeAuditor({})) {
  const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor });
  service.clock.set('2026-11-19T12:00:00.000Z');
  const ada = deskBrowser(service.url);
  await ada.signIn();
  const key = await newKey(service.url, { agent_name: `${script} Agent`, contact_email: 'agent@agents.example' });
  const ask = async (company: string, website: string, notes: string | null = null) => {
    service.clock.advance(1_000);
    const reply = await call(service.url, 'POST', '/api/audit-requests', { key, body: { company, website, notes } });
    assert.equal(reply.status, 201, reply.text);
    return reply.json.request_id as string;
  };
  const request = async (id: string) =>
    (await call(service.url, 'GET', `/api/desk/requests/${id}`, { key: operator_token })).json;
  return { service, ada, ask, request };
}

/** The links to requests in the list of a page, in order. */
const rowsOf = (page: string) =>
  [...(page.split('data-rows')[1]?.split('</ol>')[0] ?? '').matchAll(/<p class="list-name"><a href="([^"]+)"/g)].map(
    ([, path]) => path,
  );

for (const engine of engines)
  describe(`the pages of the queue on ${engine}`, () => {
    test('the queue is kind when it is empty, shows requests oldest first, and is filtered by status and text', async () => {
      const { service, ada, ask } = await opened(engine);
      assert.match((await ada.get('/desk')).text, /No request has come in yet/);
      await publish(service, [
        {
          ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' }),
          website: 'https://acme.example/',
        },
      ]);
      service.clock.set('2026-11-12T09:00:00.000Z');
      const first = await ask('Acme', 'https://acme.example/pricing');
      service.clock.set('2026-11-19T12:00:00.000Z');
      const second = await ask('Acme again', 'https://www.acme.example/');
      const third = await ask(hostile, 'https://hostile.example/?a=1&b="<script>', script);
      const at = (id: string) => `/desk/requests/${id}`;

      const { text } = await ada.get('/desk');
      assert.deepEqual(rowsOf(text), [at(first), at(second), at(third)]);
      assert.match(text, /3 requests wait, the oldest for 5.1 business days/);
      const [one = '', two = '', three = ''] = text.split('<li>').filter((row) => row.includes('list-name'));
      assert.match(one, />late</);
      assert.match(one, /listed: 60 of 1 May 2026.*stale/);
      for (const row of [one, two]) assert.match(row, /2 for this site/);
      assert.doesNotMatch(two, />late</);
      assert.match(three, /not listed/);
      assert.ok(plain(three).includes('<b>Ünï & “Sons”</b> "x"'));
      assert.doesNotMatch(text, /<b>Ünï|<script>document/);

      await ada.send(at(second), `${at(second)}/review`);
      assert.deepEqual(rowsOf((await ada.get('/desk?status=in_review')).text), [at(second)]);
      const found = await ada.get(`/desk?text=${encodeURIComponent('<B>Ünï & “S')}`);
      assert.deepEqual(rowsOf(found.text), [at(third)]);
      assert.ok(plain(found.text).includes('name="text" value="<B>Ünï & “S"'));
      const none = await ada.get('/desk?text=nothing%22%3E&status=declined');
      assert.match(none.text, /No request fits/);
      assert.deepEqual(rowsOf((await ada.get('/desk?status=odd&text=')).text).length, 3);
      assert.equal((await ada.get('/desk?after=req_none')).status, 422);
      await service.stop();
    });

    test('a request is reviewed, scheduled and declined; what is refused comes back, and a replay is told what is so', async () => {
      const { service, ada, ask, request } = await opened(engine);
      const id = await ask(hostile, 'https://hostile.example/', script);
      const page = `/desk/requests/${id}`;
      const shown = await ada.get(page);
      assert.doesNotMatch(shown.text, /<script>document|<b>Ünï/);
      for (const text of [hostile, script, `${script} Agent`, 'agent@agents.example'])
        assert.ok(plain(shown.text).includes(text), text);
      assert.equal((await ada.get('/desk/requests/req_none')).status, 404);

      const reviewed = await ada.send(page, `${page}/review`);
      assert.deepEqual([reviewed.status, reviewed.location], [303, `${page}?done=review`]);
      assert.match((await ada.get(reviewed.location)).text, /role="status"><p>Taken into review/);
      const token = (action: string, text: string) =>
        new RegExp(`action="${page}/${action}" .*?name="form" value="([^"]+)"`, 's').exec(text)?.[1] ?? assert.fail();
      const replayed = await ada.post(`${page}/review`, { form: token('review', shown.text) });
      assert.equal(replayed.status, 409);
      assert.match(
        replayed.text,
        /in_review cannot become in_review; from in_review it may become scheduled or declined/,
      );

      const asked = (await ada.get(page)).text;
      assert.match(asked, /type="date" id="on" name="on" value="2026-11-25"/);
      const wrong = await ada.send(page, `${page}/schedule`, { on: '2026-02-31' });
      assert.equal(wrong.status, 422);
      assert.match(wrong.text, /must be a day/);
      assert.match(wrong.text, /name="on" value="2026-02-31"/);
      assert.equal((await ada.send(page, `${page}/schedule`, { on: '2026-11-24' })).status, 303);
      assert.equal((await request(id)).scheduled_on, '2026-11-24');

      const empty = await ada.send(page, `${page}/decline`, { typical: '', reason: ' ' });
      assert.equal(empty.status, 422);
      const long = `${script} ${'x'.repeat(990)}`;
      const refused = await ada.send(page, `${page}/decline`, { typical: 'This looks like a test.', reason: long });
      assert.equal(refused.status, 422);
      assert.ok(plain(refused.text).includes(`>${long}</textarea>`));
      assert.doesNotMatch(refused.text, /<script>document/);
      assert.match(refused.text, /value="This looks like a test." checked/);
      const declined = await ada.send(page, `${page}/decline`, {
        typical: 'This looks like a test.',
        reason: 'Ask again.\r\nWe look.',
      });
      assert.equal(declined.status, 303);
      assert.equal((await request(id)).declined_reason, 'This looks like a test. Ask again.\nWe look.');
      const after = await ada.get(declined.location);
      assert.match(after.text, /Declined. The requester gets a mail/);
      assert.match(after.text, /It has ended/);
      assert.doesNotMatch(after.text, new RegExp(`action="${page}`));
      const twice = await ada.post(`${page}/decline`, { form: token('decline', asked), reason: 'No.' });
      assert.equal(twice.status, 409);
      assert.match(twice.text, /declined is final/);
      await service.stop();
    });

    test('the standing audit completes all requests that it answers with one form, once', async () => {
      const { service, ada, ask, request } = await opened(engine);
      await publish(service, [
        {
          ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-02' }),
          website: 'https://acme.example/',
        },
      ]);
      const [one, two] = [
        await ask('Acme', 'https://acme.example/'),
        await ask('Acme app', 'https://app.acme.example/'),
      ];
      const other = await ask('Elsewhere', 'https://elsewhere.example/');
      const page = `/desk/requests/${two}`;
      const { text } = await ada.get(page);
      const ticked = [...text.matchAll(/name="completes" value="([^"]+)" checked/g)].map(([, id]) => id ?? '');
      assert.deepEqual(ticked, [two, one]);
      assert.equal((await ada.send(page, `${page}/complete`, {})).status, 422);
      const mixed = await ada.send(page, `${page}/complete`, { completes: [one, other] });
      assert.equal(mixed.status, 409);
      assert.match(mixed.text, /is for another company/);
      assert.equal((await request(one)).status, 'received', 'all or none');
      const done = await ada.send(page, `${page}/complete`, { completes: ticked });
      const completed = (await ada.get(done.location)).text;
      assert.match(completed, /2 requests completed/);
      assert.match(completed, /href="\/desk\/published\/acme\/2026-11-02"/);
      for (const id of ticked) assert.equal((await request(id)).status, 'completed');
      const form = new RegExp(`action="${page}/complete" .*?name="form" value="([^"]+)"`, 's').exec(text)?.[1] ?? '';
      const again = await ada.post(`${page}/complete`, { form, slug: 'acme', completes: ticked });
      assert.equal(again.status, 409);
      assert.match(again.text, /completed is final/);
      await service.stop();
    });

    test('an audit is started, watched, cancelled and started again; one without a draft says why and what to do', async () => {
      const held = Promise.withResolvers<void>();
      after(() => held.resolve());
      const auditor = madeAuditor({
        lasts: (website) => (website.includes('slow') ? held.promise : Promise.resolve()),
        site: (website) =>
          website.includes('closed')
            ? { ...collected(website, {}), outcome: 'unobserved', reason: `robots.txt refuses ${script}` }
            : { '/': '<h1>Acme</h1>' },
      });
      const { service, ada, ask } = await opened(engine, auditor);
      const slow = `/desk/requests/${await ask('Slow', 'https://slow.example/')}`;
      const started = await ada.send(slow, `${slow}/start`, {});
      assert.equal(started.status, 303);
      const job = started.location;
      assert.match(job, /^\/desk\/audits\/job_\w+$/);
      // The worker of the service may have begun it.
      assert.match((await ada.get(job)).text, /Queued: a node begins it|Running: pages/);
      const working = tick(service);
      const state = async () => JSON.parse((await ada.get(job, { accept: 'application/json' })).text);
      await until(async () => (await state()).planned === 9, 'progress');
      assert.deepEqual(await state(), {
        status: 'running',
        heading: 'running, 3 of 9',
        words: 'Running: pages, 3 of 9 requests.',
        done: 3,
        planned: 9,
      });
      assert.match((await ada.get(job)).text, /<progress [^>]*max="9" value="3"/);
      assert.match((await ada.get('/desk')).text, new RegExp(`<a [^>]*href="${job}">audit running</a>`));
      const asked = `${job}/state?version=0`;
      await ada.get(asked);
      assert.ok(
        service.log_lines.every((line) => !(line.includes('/state"') && line.includes('"level":30'))),
        'it is asked every 3 s',
      );
      assert.match((await ada.get(slow)).text, /An audit of this site is under way/);

      const second = await ada.send(slow, `${slow}/start`, { rubric: '' });
      assert.equal(second.status, 409);
      assert.match(second.text, /was audited within 24 hours.*insist with the box for it/s);
      assert.doesNotMatch(second.text, /--again/);
      const cancelled = await ada.send(job, `${job}/cancel`);
      assert.deepEqual([cancelled.status, cancelled.location], [303, job]);
      assert.match((await ada.get(job)).text, /It was cancelled/);
      held.resolve();
      await working;
      const again = await ada.send(job, '/desk/audits', { again: 'yes' });
      assert.equal(again.status, 303);
      assert.notEqual(again.location, job);

      const hand = await ada.send(slow, `${slow}/start`, { by_hand: 'yes' });
      assert.equal(hand.status, 303);
      assert.match((await ada.get(hand.location)).text, /P1-A/);
      assert.match((await ada.get(slow)).text, /rubric v1, by hand/);
      // The one by hand, or the one that was started again: the worker of the service may have drafted it meanwhile.
      const ready = new RegExp(`<a [^>]*href="(${hand.location}|${again.location})">draft ready</a>`);
      await until(async () => ready.test((await ada.get('/desk')).text), 'a draft is ready');

      const open = /<details class="request-folded" open><summary>Start an audit/;
      assert.doesNotMatch((await ada.get(slow)).text, open, 'one is in hand');
      const closed = `/desk/requests/${await ask('Closed', 'https://closed.example/')}`;
      assert.match((await ada.get(closed)).text, open);
      assert.doesNotMatch((await ada.get(closed)).text, /readymark audits|--again/);
      const shut = (await ada.send(closed, `${closed}/start`, {})).location;
      await tick(service);
      // The worker of the service may have begun it, and be at it still.
      await until(async () => plain((await ada.get(shut)).text).includes(script), 'the reason');
      const unobserved = await ada.get(shut);
      assert.doesNotMatch(unobserved.text, /<script>document/);
      assert.match(unobserved.text, /Start it again/);
      assert.equal((await ada.send(shut, '/desk/audits', { by_hand: 'yes' })).status, 303);
      const twice = await ada.send(shut, '/desk/audits', { by_hand: 'yes' });
      assert.equal(twice.status, 409);
      assert.match(twice.text, /A draft by hand was begun/);
      const list = await ada.get('/desk/audits?status=unobserved');
      assert.deepEqual(rowsOf(list.text), [shut]);
      assert.doesNotMatch(list.text, /<script>document/);
      assert.equal((await ada.get('/desk/audits/job_none')).status, 404);
      const unknown = await ada.send('/desk/audits', '/desk/audits', { subject: '"><b>nobody', again: 'yes' });
      assert.equal(unknown.status, 404);
      assert.ok(plain(unknown.text).includes('name="subject" value=""><b>nobody"'));
      assert.doesNotMatch(unknown.text, /<b>nobody/);
      await service.stop();
    });

    test('a due re-audit is started from its list, and a letter that failed is sent again', async () => {
      const { service, ada, ask } = await opened(engine);
      await publish(service, [exampleAudit({ slug: 'old', company: hostile, audit_date: '2026-01-01' })]);
      const due = await ada.get('/desk/due');
      assert.match(due.text, /\d+ days overdue/);
      assert.doesNotMatch(due.text, /<b>Ünï/);
      const started = await ada.send('/desk/due', '/desk/audits', { subject: 'old' });
      assert.match(started.location, /^\/desk\/audits\/job_/);
      assert.match((await ada.get('/desk')).text, /Audits under way<\/a> <span class="list-count">1</);

      const id = await ask('Acme', 'https://acme.example/');
      await ada.send(`/desk/requests/${id}`, `/desk/requests/${id}/decline`, { reason: 'No.' });
      assert.match((await ada.get('/desk/letters')).text, /No letter failed/);
      await service.store.db
        .updateTable('notices')
        .set({ status: 'failed', last_error: `550 ${script}` })
        .execute();
      const { text } = await ada.get('/desk/letters');
      assert.doesNotMatch(text, /<script>document/);
      assert.match(text, new RegExp(`href="/desk/requests/${id}"><bdi>Acme</bdi>`));
      const notice_id = /name="notice_id" value="([^"]+)"/.exec(text)?.[1] ?? '';
      assert.match((await ada.get('/desk')).text, /Letters that failed<\/a> <span class="list-count">1</);
      const sent = await ada.send('/desk/letters', '/desk/letters', { notice_id });
      assert.match((await ada.get(sent.location)).text, /It is tried now/);
      const [row] = await service.store.db.selectFrom('notices').select('status').execute();
      assert.notEqual(row?.status, 'failed');
      assert.equal(
        (await ada.send('/desk/letters?status=all', '/desk/letters', { notice_id: 'ntc_none' })).status,
        404,
      );
      await service.stop();
    });

    test('10,000 waiting requests make no page longer than 60 KB, and those for one site are completed together', async () => {
      const { service, ada, ask, request } = await opened(engine);
      const { db } = service.store;
      const host = `${'w'.repeat(60)}.${'x'.repeat(60)}.example`;
      const website = `https://${host}/?${'&'.repeat(700)}`;
      await publish(service, [
        { ...exampleAudit({ slug: 'flood', audit_date: '2026-11-02' }), website: `https://${host}/` },
      ]);
      const id = await ask('<'.repeat(200), website, '&'.repeat(4_000));
      const like = await db.selectFrom('audit_requests').selectAll().executeTakeFirstOrThrow();
      const moves = await db.selectFrom('request_moves').selectAll().execute();
      for (let at = 0; at < 10_000; at += 500) {
        const ids = Array.from({ length: 500 }, (_, n) => `req_${at + n}`);
        const rows = ids.map((request_id) => ({ ...like, request_id, notes: null }));
        await db.insertInto('audit_requests').values(rows).execute();
        const first = ids.flatMap((request_id) => moves.map((move) => ({ ...move, request_id })));
        await db.insertInto('request_moves').values(first).execute();
      }
      const page = `/desk/requests/${id}`;
      for (const path of ['/desk', '/desk?status=all&text=x.example&after=req_5000', page]) {
        const { status, text } = await ada.get(path);
        assert.deepEqual([status, Buffer.byteLength(text) < 60_000], [200, true], `${path}: ${text.length}`);
      }
      const { text } = await ada.get('/desk');
      assert.equal(rowsOf(text).length, 30);
      assert.match(text, /10\u202f001 for this site/);
      const next = /href="([^"]+)">Next 30/.exec(text)?.[1] ?? '';
      assert.deepEqual(
        rowsOf((await ada.get(plain(next))).text).filter((path) => rowsOf(text).includes(path)),
        [],
      );
      const completes = [...(await ada.get(page)).text.matchAll(/name="completes" value="([^"]+)" checked/g)].map(
        ([, ids]) => plain(ids ?? ''),
      );
      assert.equal(completes.join(' ').split(' ').length, 101);
      const done = await ada.send(page, `${page}/complete`, { completes });
      assert.match((await ada.get(done.location)).text, /101 requests completed/);
      assert.equal((await request(id)).status, 'completed');
      await service.stop();
    });
  });
