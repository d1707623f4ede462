import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { call, newKey } from '../world/call.ts';
import { headerLines, openSmtpSink, readLetter, type SmtpSink } from '../world/network/smtp-sink.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { bin, serving } from '../world/readymark.ts';
import { type Engine, engines, fakeClock, sharedDatabases, testContext, testService } from '../world/service.ts';

/** Mails to operators (decision 104), through a real mail server, with two nodes on one database. */
sharedDatabases();

const OPERATOR_EMAIL = 'ada@desk.example, grace@desk.example';
const MINUTE = 60_000;

async function opened(engine: Engine, env: Record<string, string> = { OPERATOR_EMAIL }) {
  const sink = await openSmtpSink();
  after(() => sink.close());
  // The door of agents and operators; it writes no such mails, so that each test decides when one is due.
  const door = await testService(engine, { OPERATOR_TOKENS, SMTP_URL: sink.url });
  const { DATA_DIR, DATABASE_URL } = door.settings;
  const node = () => testContext(engine, { SMTP_URL: sink.url, DATA_DIR, DATABASE_URL, ...env }, door.clock);
  const [one, two] = [await node(), await node()];
  const key = await newKey(door.url, { contact_email: 'scout@agents.example' });
  const ask = async (company: string) => {
    const body = { company, website: 'https://www.Nebelwerk.example/shop' };
    const { json } = await call(door.url, 'POST', '/api/audit-requests', { key, body });
    return json.request_id as string;
  };
  const desk = (path: string, body?: unknown) => call(door.url, 'POST', path, { key: operator_token, body });
  /** What both nodes send to operators in one pass: recipients and texts. */
  const sent = async () => {
    const before = sink.letters.length;
    await Promise.all([tick(one), tick(two)]);
    return mailsOf(sink, before);
  };
  const stop = async () => {
    await one.close();
    await two.close();
    await door.stop();
  };
  return { sink, one, door, key, ask, desk, sent, stop };
}

async function mailsOf(sink: SmtpSink, from: number) {
  const mails = [];
  for (const letter of sink.letters.slice(from))
    if (letter.rcpt_to[0]?.endsWith('@desk.example')) {
      const { subject, text = '', html } = await readLetter(letter);
      mails.push({ to: letter.rcpt_to[0], subject: subject ?? '', text, html: String(html) });
    }
  return mails;
}

for (const engine of engines)
  describe(`operators are written to on ${engine}`, () => {
    test('about new requests, hourly at most, once from all nodes, and not at all when there is nothing', async () => {
      const { one, ask, sent, key, stop } = await opened(engine);
      const ids = [await ask('Nebelwerk'), await ask('<b>Evil</b>')];
      const company = '<b>Evil</b>\r\nBcc: x@y.example \u202ework';
      await one.store.db
        .updateTable('audit_requests')
        .set({ company })
        .where('request_id', '=', String(ids[1]))
        .execute();
      const mails = await sent();
      assert.deepEqual(mails.map(({ to }) => to).sort(), ['ada@desk.example', 'grace@desk.example']);
      const [{ subject, text, html } = assert.fail('no mail')] = mails;
      assert.equal(subject, 'Readymark: 2 new requests');
      for (const part of ['2 requests wait in all', 'Nebelwerk', 'www.nebelwerk.example', ...ids])
        assert.ok(text.includes(String(part)), `${part} in ${text}`);
      assert.ok(!/\u202e/.test(text + html), 'text direction cannot be changed');
      assert.ok(!html.includes('<b>Evil'));
      assert.match(text, /^ {2}<b>Evil<\/b> Bcc: x@y\.example work {2}/m);
      for (const secret of ['scout@agents.example', key]) assert.ok(!(text + html).includes(secret));
      const third = await ask('Tidequorl');
      for (let minutes = 0; minutes < 50; minutes += 10) {
        one.clock.advance(10 * MINUTE);
        assert.deepEqual(await sent(), []);
      }
      one.clock.advance(10 * MINUTE);
      const next = await sent();
      assert.equal(next.length, 2);
      assert.ok(next[0]?.text.includes(third) && !next[0].text.includes(String(ids[0])));
      for (let minutes = 0; minutes < 120; minutes += 30) {
        one.clock.advance(30 * MINUTE);
        assert.deepEqual(await sent(), []);
      }
      await stop();
    });

    test('about requests that wait for more than five business days, each once', async () => {
      const { one, ask, desk, sent, stop } = await opened(engine);
      one.clock.set('2026-11-23T12:00:00.000Z');
      const [late, done] = [await ask('Nebelwerk'), await ask('Spamville')];
      await sent();
      await desk(`/api/desk/requests/${late}/review`);
      await desk(`/api/desk/requests/${done}/decline`, { reason: 'No offer.' });
      one.clock.set('2026-11-30T11:59:00.000Z');
      assert.deepEqual(await sent(), []);
      one.clock.advance(2 * MINUTE);
      const [mail, ...others] = await sent();
      assert.equal(others.length, 1);
      assert.equal(mail?.subject, 'Readymark: 1 late');
      assert.ok(mail?.text.includes(late) && !mail.text.includes(done), mail?.text);
      one.clock.advance(24 * 60 * MINUTE);
      assert.deepEqual(await sent(), []);
      await stop();
    });

    test('about letters that were given up, again when they fail again, and about what fails in the service', async () => {
      const { sink, one, ask, desk, sent, stop } = await opened(engine);
      sink.behave({ recipient: (address) => (address.endsWith('@agents.example') ? 550 : undefined) });
      const id = await ask('Spamville');
      await sent();
      await desk(`/api/desk/requests/${id}/decline`, { reason: 'No offer.' });
      const failed = async () =>
        (await one.store.db.selectFrom('notices').select('status').execute())[0]?.status === 'failed';
      await until(failed, 'the letter failed');
      one.clock.advance(61 * MINUTE);
      const [mail] = await sent();
      assert.match(mail?.subject ?? '', /^Readymark: 1 failed letter$/);
      assert.match(mail?.text ?? '', new RegExp(`ntc_\\w+ +declined of ${id}, 550`));
      const { notice_id } = await one.store.db.selectFrom('notices').select('notice_id').executeTakeFirstOrThrow();
      one.clock.advance(MINUTE);
      await desk(`/api/desk/notices/${notice_id}/resend`);
      await until(failed, 'the letter failed again');
      await commit(one, [exampleAudit()]);
      await one.store.db.updateTable('audits').set({ record: 'broken' }).execute();
      await sent();
      one.clock.advance(61 * MINUTE);
      await sent();
      const [again = assert.fail('no mail')] = await mailsOf(sink, sink.letters.length - 2);
      assert.match(again.subject, /1 failed letter, 1 failure$/);
      assert.match(again.text, /snapshot +since 2026-11-21T.*could not be read/);
      one.clock.advance(61 * MINUTE);
      assert.deepEqual(await sent(), []);
      await stop();
    });

    test('about a public log that cannot be signed, with what to do', async () => {
      const { one, sent, stop } = await opened(engine);
      await one.signer.begin();
      await commit(one, [exampleAudit()]);
      await one.catalogue.refresh();
      const last = readLastSigned(one.signer.file) ?? assert.fail('nothing was signed');
      writeFileSync(`${one.signer.file}.signed`, JSON.stringify({ ...last, size: 9 }));
      await commit(one, [exampleAudit({ slug: 'later' })]);
      await one.catalogue.refresh();
      assert.deepEqual(await sent(), []);
      one.clock.advance(2 * MINUTE);
      const [mail = assert.fail('no mail')] = await sent();
      assert.match(mail.text, /public log +since 2026-11-21T.*older backup.*readymark key rotate --new-log/s);
      await stop();
    });

    test('as soon as the mail server takes mail, once; a metric shows the wait, and one bad address stops no other', async () => {
      const { sink, one, door, ask, sent, stop } = await opened(engine, {
        OPERATOR_EMAIL: `nobody@desk.example,ada@desk.example`,
      });
      const metric = async () => {
        const { text } = await call(door.url, 'GET', '/metrics');
        return Number(/^readymark_operator_mail_overdue_seconds (.*)$/m.exec(text)?.[1]);
      };
      sink.behave({
        greeting: () => 'drop',
        recipient: (address) => (address.startsWith('nobody@') ? 550 : undefined),
      });
      await ask('Nebelwerk');
      assert.equal(await metric(), 0);
      assert.deepEqual(await sent(), []);
      one.clock.advance(30 * MINUTE);
      assert.equal(await metric(), 30 * 60);
      sink.behave({ recipient: (address) => (address.startsWith('nobody@') ? 550 : undefined) });
      await until(async () => {
        one.clock.advance(MINUTE);
        return (await sent()).length === 1;
      }, 'the mail arrives');
      one.clock.advance(MINUTE);
      assert.equal(await metric(), 0);
      assert.deepEqual(await sent(), []);
      await stop();
    });

    test('although one mailbox is full: after a day the others get it', async () => {
      const { sink, one, ask, sent, stop } = await opened(engine, {
        OPERATOR_EMAIL: `full@desk.example,ada@desk.example`,
      });
      sink.behave({ recipient: (address) => (address.startsWith('full@') ? 452 : undefined) });
      await ask('Nebelwerk');
      assert.deepEqual(await sent(), []);
      one.clock.advance(23 * 60 * MINUTE);
      assert.deepEqual(await sent(), []);
      one.clock.advance(5 * 60 * MINUTE);
      assert.equal((await sent()).length, 1);
      await stop();
    });

    test('by nobody without the setting, and nothing is noted', async () => {
      const { one, ask, sent, stop } = await opened(engine, {});
      await ask('Nebelwerk');
      assert.deepEqual(await sent(), []);
      for (const table of ['operator_news', 'operator_reports'] as const)
        assert.deepEqual(await one.store.db.selectFrom(table).selectAll().execute(), []);
      await stop();
    });

    test('by another node when the one that wrote was killed with the mail accepted: the same mail again', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const clock = fakeClock(new Date(Date.now() - 60_000).toISOString());
      const env = { SMTP_URL: sink.url, OPERATOR_EMAIL: 'ada@desk.example', BASE_URL: 'http://readymark.test' };
      const ctx = await testService(engine, {}, clock);
      const key = await newKey(ctx.url);
      const body = { company: 'Nebelwerk', website: 'https://nebelwerk.example/' };
      await call(ctx.url, 'POST', '/api/audit-requests', { key, body });
      const { DATA_DIR, DATABASE_URL } = ctx.settings;
      let killed: Promise<unknown> | undefined;
      const killing = Promise.withResolvers<{ kill(): unknown }>();
      sink.behave({
        async arrival() {
          killed ??= killing.promise.then((node) => node.kill());
          await killed;
        },
      });
      const node = await serving({ ...env, DATA_DIR, DATABASE_URL }, [bin, 'serve']);
      killing.resolve({ kill: () => node.kill('SIGKILL') });
      await sink.arrived(1);
      await node.exit;
      const later = fakeClock(new Date(Date.now() + 30 * MINUTE).toISOString());
      const next = await testContext(engine, { ...env, DATA_DIR, DATABASE_URL }, later);
      await tick(next);
      later.advance(2 * 60 * MINUTE);
      await tick(next);
      const ids = sink.letters.map((letter) => headerLines(letter).find((line) => /^message-id:/i.test(line)));
      assert.equal(ids.length, 2);
      assert.equal(ids[0], ids[1]);
      assert.equal((await next.store.db.selectFrom('operator_reports').selectAll().execute()).length, 1);
      await next.close();
      await ctx.stop();
    });
  });
