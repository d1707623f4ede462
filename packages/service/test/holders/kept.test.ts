import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call } from '../world/call.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { holderWorld } from './holder-world.ts';

/** How long everything of previews and of those who hold a domain is kept: what /privacy says (decisions 180 to 183). */
sharedDatabases();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const tables = [
  ...(['previews', 'preview_asks', 'domain_holders', 'holder_links', 'company_contacts', 'company_texts'] as const),
  ...(['audit_jobs', 'job_bodies', 'evidence_bodies'] as const),
];

for (const engine of engines)
  describe(`what is kept (${engine})`, () => {
    test('ends on its day, all rows of it, as /privacy says; what has no day ends when its owner says so', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const world = await holderWorld(engine, { SMTP_URL: sink.url });
      const { url, get, post, begin, prove, drafted, clock, store } = world;
      const began = clock.now().getTime();
      const rows = async () => {
        const counts = tables.map(async (table) => {
          const { count } = await store.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('count'))
            .executeTakeFirstOrThrow();
          return [table, Number(count)] as const;
        });
        return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
      };
      /** What is there so many days after the beginning. */
      const after_days = async (days: number) => {
        clock.set(new Date(began + days * DAY).toISOString());
        await tick(world);
        return rows();
      };
      const linkIn = async (at: number) => {
        await until(() => sink.letters.length > at, 'the link');
        const { text = '' } = await readLetter(sink.letters[at] ?? { raw: Buffer.from('') });
        return /http:\/\/readymark\.test(\/own\/link\?t=\S+)/.exec(text)?.[1] ?? '';
      };
      await publish(world, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      await post('/check', { website: 'firm.com' });
      await until(async () => (await call(url, 'GET', '/api/previews/firm.com.json')).json.status === 'done', 'seen');
      await post(`${await begin('firm.com')}/mail`, { email: 'admin@firm.com' });
      await linkIn(0);
      const own = await prove('acme.com');
      await post(`${own}/contact`, { email: 'anna@acme.com' });
      assert.equal((await post(await linkIn(1))).status, 200);
      await drafted(own);
      const { audit_date } = (await call(url, 'GET', '/api/audits/acme.json')).json;
      const desk = { key: operator_token };
      const decided = async (about: string, body: unknown) => {
        assert.equal((await post(`${own}/say`, { about, text: 'We do.', audit_date })).status, 303);
        const [{ text_id }] = (await call(url, 'GET', '/api/desk/replies?state=open', desk)).json.texts;
        const path = `/api/desk/company-texts/${text_id}/decide`;
        assert.equal((await call(url, 'POST', path, { ...desk, body })).status, 200);
      };
      await decided('reply', { decision: 'accept' });
      await decided('reply P1-A', { decision: 'refuse', answer: 'No.' });
      await decided('correction', { decision: 'accept' });
      await post(`${own}/say`, { about: 'reply P1-B', text: 'Not this.', audit_date });
      const [{ text_id }] = (await call(url, 'GET', '/api/desk/replies?state=open', desk)).json.texts;
      await post(`${own}/take-back`, { text_id });
      const texts = await store.db.selectFrom('company_texts').select(['status', 'text']).execute();
      assert.deepEqual(
        texts
          .filter(({ text }) => text !== null)
          .map(({ status }) => status)
          .sort(),
        ['accepted', 'refused'],
      );

      const kept = { company_contacts: 1, company_texts: 4, domain_holders: 2, holder_links: 2 };
      const draft = { audit_jobs: 1, evidence_bodies: 2, job_bodies: 2 };
      assert.deepEqual(await rows(), { ...kept, ...draft, previews: 1, preview_asks: 1 });
      assert.deepEqual(await after_days(1.1 / 24), { ...kept, ...draft, previews: 1 }, 'who asked, for an hour');
      const addresses = () =>
        store.db.selectFrom('holder_links').select('email').where('email', 'is not', null).execute();
      assert.equal((await addresses()).length, 1, 'one link was used');
      await after_days(2.9);
      assert.equal((await addresses()).length, 1);
      await after_days(3.1);
      assert.deepEqual(await addresses(), [], 'the address of a link, for 3 days');
      assert.deepEqual(await after_days(6.9), { ...kept, ...draft, previews: 1 });
      assert.deepEqual(await after_days(7.1), { ...kept, ...draft }, 'a preview, for 7 days');
      assert.deepEqual(await after_days(13.9), { ...kept, ...draft });
      const proven = { ...kept, domain_holders: 1 };
      assert.deepEqual(await after_days(14.1), { ...proven, ...draft }, 'a page without a proof');
      assert.deepEqual(await after_days(29.9), { ...proven, ...draft });
      const late = { company_contacts: 1, company_texts: 4 };
      assert.deepEqual(await after_days(30.1), { ...late, domain_holders: 1 }, 'drafts and links, for 30 days');
      assert.deepEqual(await after_days(89.9), { ...late, domain_holders: 1 });
      assert.deepEqual(await after_days(90.1), { company_contacts: 1, company_texts: 1 }, 'a page, texts, for 90 days');
      assert.deepEqual(await after_days(364.9), { company_contacts: 1, company_texts: 1 });
      assert.deepEqual(await after_days(365.1), { company_contacts: 1 }, 'which page sent a public text');
      const { text = '' } = await readLetter(sink.letters.at(-1) ?? { raw: Buffer.from('') });
      const stop = /http:\/\/readymark\.test(\/unsubscribe\?t=\S+)/.exec(text)?.[1] ?? '';
      assert.equal((await post(stop)).status, 200);
      assert.deepEqual(await after_days(366), {}, 'the address of a company, until it wants no letters');
      const { count } = (await call(url, 'GET', '/api/audits/acme/replies.json')).json;
      assert.equal(count, 1, 'what is public stays');
      const findings = (await runDoctor(store, world.rubrics, () => {})).flatMap((check) => check.findings);
      assert.deepEqual(findings, []);

      const said = (await call(url, 'GET', '/privacy.md')).text;
      for (const says of [
        /a machine read in it, for 7 days; for an hour the registration that asked/,
        /when and where it was seen, for 90 days after that \(14 without a proof\)/,
        /what our robot was answered, for 30 days or until its holder deletes it/,
        /a hash of the address for 30 days, and the address until it is used, 3 days at most/,
        /what it was notified of, until it wants none/,
        /deleted when the company withdraws it, and 90 days after an operator refused it or corrected the audit; which page sent a public text is kept for 365 days/,
      ])
        assert.match(said, says);
    });
  });
