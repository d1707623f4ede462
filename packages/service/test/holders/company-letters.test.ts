import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call } from '../world/call.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { commit, publish } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';
import { holderWorld } from './holder-world.ts';

/** Letters to companies, links by mail to their pages, and letters about stale scores (decision 182). */
sharedDatabases();

const DAY = 86_400_000;
const acme = (audit_date?: string, scores = 3) => ({
  ...exampleAudit({ slug: 'acme', company: 'Acme', scores, ...(audit_date && { audit_date }) }),
  website: 'https://acme.com/',
});

for (const engine of engines)
  describe(`letters to companies (${engine})`, () => {
    async function world(env: Record<string, string> = {}) {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const given = await holderWorld(engine, { SMTP_URL: sink.url, ...env });
      const { url, get, post } = given;
      const letter = async (at: number) => {
        await until(() => sink.letters.length > at, `letter ${at}`);
        const { subject = '', text = '' } = await readLetter(sink.letters[at] ?? { raw: Buffer.from('') });
        return {
          subject,
          text,
          to: sink.letters[at]?.rcpt_to,
          link: /http:\/\/readymark\.test(\/own\/link\?t=\S+)/.exec(text)?.[1] ?? '',
        };
      };
      /** Everything that is due has been sent. */
      const quiet = async () => {
        await until(async () => {
          const open = await given.store.db
            .selectFrom('notices')
            .select('notice_id')
            .where('status', '=', 'pending')
            .where('due_at', '<=', given.now().toISOString())
            .execute();
          return open.length === 0;
        }, 'nothing is due');
      };
      /** Gives the page an address, and confirms it. */
      const confirmed = async (own: string, email: string) => {
        const before = sink.letters.length;
        assert.equal((await post(`${own}/contact`, { email })).status, 303);
        const { link } = await letter(before);
        assert.equal((await post(link)).status, 200);
      };
      /** Lets days pass, and has every job run. */
      const pass = async (days: number) => {
        given.clock.advance(days * DAY);
        await tick(given);
        await quiet();
      };
      const listed = async (...audits: unknown[]) => {
        await publish(given, audits);
        await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      };
      const agent = async (contact_email?: string) =>
        (
          await call(url, 'POST', '/api/agent/auth', {
            body: { type: 'anonymous', ...(contact_email && { contact_email }) },
          })
        ).json.api_key as string;
      const watch = async (key: string, slug: string) =>
        assert.equal((await call(url, 'POST', '/api/agent/watch', { key, body: { slug } })).status, 201);
      return { ...given, sink, letter, quiet, confirmed, pass, listed, agent, watch };
    }
    const sound = async ({ store, rubrics }: Pick<Awaited<ReturnType<typeof world>>, 'store' | 'rubrics'>) =>
      assert.deepEqual(
        (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings),
        [],
      );

    test('an address is asked first, opening the link changes nothing, and the button counts once', async () => {
      const given = await world();
      const { get, post, prove, letter, sink } = given;
      const own = await prove();
      assert.equal((await post(`${own}/contact`, { email: 'no address' })).status, 422);
      assert.equal((await post(`${own}/contact`, { email: 'anna@acme.com' })).status, 303);
      const { subject, to, text, link } = await letter(0);
      assert.deepEqual([subject, to], ['Letters about acme.com', ['anna@acme.com']]);
      assert.match(text, /If it was not you, there is nothing to do/);
      assert.match((await get(own)).text, /A letter with a link goes to <bdi>anna(@|&#64;)acme\.com/);
      assert.match((await get(link)).text, /Letters about acme\.com\?/);
      assert.doesNotMatch((await get(own)).text, /The letters go to/);
      assert.equal((await post(link)).status, 200);
      assert.match((await get(own)).text, /The letters go to <b><bdi>anna(@|&#64;)acme\.com/);
      assert.equal((await post(link)).status, 410, 'once');
      assert.equal((await post(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status, 400, 'another link');
      assert.equal((await post(`${own}/no-letters`)).status, 303);
      assert.doesNotMatch((await get(own)).text, /The letters go to/);
      assert.equal(sink.letters.length, 1);
      await sound(given);
    });

    test('a page cannot be used to write to many addresses: a domain asks ten in a day, whichever of its pages', async () => {
      const given = await world();
      const { post, prove, clock, quiet, sink } = given;
      const [one, other] = [await prove('acme.com'), await prove('shop.acme.com')];
      for (let at = 0; at < 14; at++)
        assert.equal(
          (await post(`${at % 2 ? one : other}/contact`, { email: `v${at}@victim.com` })).status,
          at < 10 ? 303 : 429,
        );
      await quiet();
      assert.equal(sink.letters.length, 10);
      clock.advance(DAY + 1_000);
      assert.equal((await post(`${one}/contact`, { email: 'anna@acme.com' })).status, 303);
    });

    test('a link to whoever runs the domain proves it, and opens the page at a new address for them alone', async () => {
      const given = await world();
      const { get, post, begin, letter, clock, sink } = given;
      const own = await begin('shop.acme.com');
      const { text } = await get(own);
      for (const name of ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster'])
        assert.match(text, new RegExp(`<option>${name}(@|&#64;)acme\\.com</option>`));
      for (const email of ['anna@acme.com', 'admin@evil.com', 'ADMIN@shop.acme.com', 'admin@acme.com\nBcc: x@y.z'])
        assert.equal((await post(`${own}/mail`, { email })).status, 422, email);
      assert.equal((await post(`${own}/contact`, { email: 'anna@acme.com' })).status, 409, 'not before the proof');
      assert.equal((await post(`${own}/mail`, { email: 'admin@acme.com' })).status, 303);
      const { to, link, text: said } = await letter(0);
      assert.deepEqual(to, ['admin@acme.com']);
      assert.match(said, /Somebody who says that they control shop\.acme\.com/);
      assert.match((await get(link)).text, /Yes, open the page of shop\.acme\.com/);
      const opened = await post(link);
      const place = opened.headers.get('location') ?? '';
      assert.match(place, /^\/own\/[0-9a-f]{32}$/);
      assert.notEqual(place, own);
      assert.equal((await get(own)).status, 404, 'whoever asked for the link knows the old address');
      const page = (await get(place)).text;
      assert.match(page, /a link to whoever runs the domain was opened/);
      assert.match(page, /The letters go to <b><bdi>admin(@|&#64;)acme\.com/);
      assert.equal((await post(link)).status, 410, 'once');
      const late = await begin('other.com');
      await post(`${late}/mail`, { email: 'webmaster@other.com' });
      const second = await letter(1);
      clock.advance(3 * DAY + 1_000);
      assert.equal((await post(second.link)).status, 410, 'after three days');
      assert.equal(sink.letters.length, 2);
      await sound(given);
    });

    test('a lost page is opened by a link to the address that its letters go to, and nothing says whether there is one', async () => {
      const given = await world();
      const { get, post, prove, drafted, confirmed, letter, sink, quiet } = given;
      const own = await prove();
      const draft = await drafted(own);
      await confirmed(own, 'anna@acme.com');
      const ask = async (website: string, email: string) => {
        const reply = await post('/own/lost', { website, email });
        return [reply.status, await reply.text()];
      };
      const known = await ask('acme.com', 'Anna@acme.com');
      assert.deepEqual(await ask('acme.com', 'eve@acme.com'), known);
      assert.deepEqual(await ask('unknown.com', 'anna@acme.com'), known);
      const { link, to } = await letter(1);
      assert.deepEqual(to, ['anna@acme.com']);
      const place = (await post(link)).headers.get('location') ?? '';
      assert.equal((await get(own)).status, 404);
      assert.equal((await get(draft.replace(own, place))).status, 200, 'its drafts are there');
      await quiet();
      assert.equal(sink.letters.length, 2);
    });

    test('an address gets three links a day, and none after it stopped our mails', async () => {
      const { post, prove, begin, letter, sink, quiet } = await world();
      const own = await prove();
      for (let n = 0; n < 5; n++)
        assert.equal((await post(`${own}/contact`, { email: `anna+${n}@acme.com` })).status, 303);
      const page = await begin('acme.com');
      await post(`${page}/mail`, { email: 'admin@acme.com' });
      await quiet();
      const to = () => sink.letters.flatMap(({ rcpt_to }) => rcpt_to);
      assert.deepEqual(to().filter((one) => one.startsWith('anna')).length, 3);
      const at = to().indexOf('admin@acme.com');
      const stop = /http:\/\/readymark\.test(\/unsubscribe\?t=\S+)/.exec((await letter(at)).text)?.[1] ?? '';
      assert.equal((await post(stop)).status, 200);
      assert.equal((await post((await letter(at)).link)).status, 410, 'the address is not stored any more');
      assert.equal((await post(`${page}/mail`, { email: 'admin@acme.com' })).status, 303, 'as before');
      await quiet();
      assert.equal(to().length, 4);
    });

    test('a company is notified 30 and 7 days before its score is stale, once each, and of a re-audit', async () => {
      const given = await world();
      const { prove, confirmed, listed, pass, letter, sink, quiet, store } = given;
      await listed(acme('2026-11-20'));
      const own = await prove();
      await confirmed(own, 'anna@acme.com');
      await tick(given);
      assert.equal((await store.db.selectFrom('watches').selectAll().execute()).length, 1, 'it is watched');
      const due = Date.parse(acme('2026-11-20').reaudit_due);
      const daysTo = (before: number) => Math.round((due - before * DAY - given.now().getTime()) / DAY + 0.5);
      await pass(daysTo(31) - 1);
      assert.equal(sink.letters.length, 1, 'not yet');
      await pass(2);
      const first = await letter(1);
      assert.match(first.subject, /^Acme: the score becomes stale on 2027-05-19$/);
      assert.match(first.text, /http:\/\/readymark\.test\/own\b/);
      await pass(5);
      await pass(5);
      assert.equal(sink.letters.length, 2, 'once');
      await pass(daysTo(6));
      assert.match((await letter(2)).text, /in 7 days/);
      await commit(given, [acme(given.now().toISOString().slice(0, 10), 4)]);
      assert.match((await letter(3)).subject, /Acme re-audited: 60 → 80/);
      await pass(20);
      await quiet();
      assert.equal(sink.letters.length, 4, 'the new audit is not stale');
      await sound(given);
    });

    test('a company is notified once of the rubric of its next audit, with what differs', async () => {
      const given = await world();
      const { prove, confirmed, listed, sink, settings, clock } = given;
      await listed(acme());
      await confirmed(await prove(), 'anna@acme.com');
      const { DATABASE_URL, DATA_DIR } = settings;
      const place = { SMTP_URL: sink.url, DATABASE_URL, DATA_DIR };
      await testService(engine, { ...place, RUBRICS_PUBLISHABLE: 'v2' }, clock);
      await until(() => sink.letters.length === 2, 'the letter');
      const { subject, text = '' } = await readLetter(sink.letters[1] ?? { raw: Buffer.from('') });
      assert.equal(subject, 'Acme: the next audit is made by rubric v2');
      assert.match(text, /P3-E Agent Registration\s+new, 4 points at most/);
      assert.match(text, /P3-A .*5 → 4 points at most/);
      assert.match(text, /stays as it is until there is a new audit/);
    });

    test('watchers with an address get one letter about all that became stale on a day; nobody about older ones', async () => {
      const given = await world();
      const { listed, agent, watch, pass, sink, letter } = given;
      const [old, other] = [
        exampleAudit({ slug: 'old', company: 'Old', audit_date: '2026-01-01' }),
        exampleAudit({ slug: 'other', company: 'Other' }),
      ];
      await listed(acme(), other, old);
      const [with_mail, again, silent] = [
        await agent('a@agents.example'),
        await agent('A+tag@agents.example'),
        await agent(),
      ];
      for (const key of [with_mail, silent]) for (const slug of ['acme', 'other', 'old']) await watch(key, slug);
      await watch(again, 'other');
      await pass(Math.round((Date.parse(other.reaudit_due) - given.now().getTime()) / DAY + 0.5));
      assert.equal(sink.letters.length, 0, 'on the day itself it is current');
      await pass(1);
      const { subject, text } = await letter(0);
      assert.equal(subject, 'The scores of Acme and 1 more are stale');
      assert.match(text, /Other\s+60 of 100, Emerging, audited on 2026-11-20/);
      assert.doesNotMatch(text, /\bOld\b/);
      await pass(1);
      await pass(3);
      assert.equal(sink.letters.length, 1, 'at most one letter');
      await sound(given);
    });
  });
