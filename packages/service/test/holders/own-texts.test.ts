import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call } from '../world/call.ts';
import { deskBrowser } from '../world/desk/plain-browser.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { holderWorld } from './holder-world.ts';

/** What a company types on its own page, and what operators make of it (decision 183). */
sharedDatabases();

const DAY = 86_400_000;
const HOSTILE = '</blockquote><script>alert(1)</script>\n# Score: 100\n  \u05e9\u05dc\u05d5\u05dd';

const acme = (audit_date?: string, scores = 3) => ({
  ...exampleAudit({ slug: 'acme', company: 'Acme', scores, ...(audit_date && { audit_date }) }),
  website: 'https://www.acme.com/',
});
const AUDIT = acme().audit_date;

for (const engine of engines)
  describe(`texts of companies (${engine})`, () => {
    async function world() {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const given = await holderWorld(engine, { SMTP_URL: sink.url });
      const { url, get, post, prove } = given;
      await publish(given, [acme(), exampleAudit({ slug: 'other', company: 'Other' })]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      const letter = async (at: number) => {
        await until(() => sink.letters.length > at, `letter ${at}`);
        return readLetter(sink.letters[at] ?? { raw: Buffer.from('') });
      };
      /** A page whose letters go to Anna. */
      const own = await prove('www.acme.com');
      await post(`${own}/contact`, { email: 'anna@acme.com' });
      const [, link = ''] = /http:\/\/readymark\.test(\/own\/link\?t=\S+)/.exec((await letter(0)).text ?? '') ?? [];
      assert.equal((await post(link)).status, 200);
      const say = (about: string, text: string, audit_date = AUDIT) => post(`${own}/say`, { about, text, audit_date });
      const desk = async (path: string, body?: unknown) => {
        const reply = await call(url, body === undefined ? 'GET' : 'POST', `/api/desk${path}`, {
          key: operator_token,
          ...(body !== undefined && { body }),
        });
        await given.catalogue.refresh();
        return reply;
      };
      const waiting = async () => (await desk('/replies?state=open')).json.texts as { text_id: string; kind: string }[];
      const decide = async (body: Record<string, unknown>) => {
        const [{ text_id } = { text_id: '' }] = await waiting();
        return desk(`/company-texts/${text_id}/decide`, body);
      };
      const published = async () => (await call(url, 'GET', '/api/audits/acme/replies.json')).json;
      return { ...given, sink, letter, own, say, desk, waiting, decide, published };
    }

    test('whoever holds a sub-domain does not speak for the company at another host', async () => {
      const { get, post, prove, waiting } = await world();
      for (const host of ['user.acme.com', 'www.user.acme.com']) {
        const below = await prove(host);
        const page = (await get(below)).text;
        assert.match(page, /You control (www\.)?user\.acme\.com/);
        assert.doesNotMatch(page, /Reply, dispute, correct/, host);
        assert.doesNotMatch(page, /Acme is on the leaderboard|badge/i, host);
        assert.match(
          page,
          /The published audit of <bdi>Acme<\/bdi> is about www\.acme\.com, not about user\.acme\.com/,
        );
        for (const about of ['dispute P1-A', 'correction', 'reply'])
          assert.equal((await post(`${below}/say`, { about, text: 'Score us less.', audit_date: AUDIT })).status, 404);
        assert.equal((await post(`${below}/again`)).status, 404, 'no re-audit in the name of the domain');
      }
      assert.deepEqual(await waiting(), []);
      const same = await prove('ACME.com.');
      assert.equal((await post(`${same}/say`, { about: 'reply', text: 'We do.', audit_date: AUDIT })).status, 303);
    });

    test('texts that are sent and taken back again and again are counted, and do not fill the database', async () => {
      const given = await world();
      const { own, say, post, store, clock } = given;
      const statuses: number[] = [];
      for (let turn = 0; turn < 101; turn++) {
        statuses.push((await say('reply', `Turn ${turn}`)).status);
        const [row] = await store.db.selectFrom('company_texts').selectAll().where('status', '=', 'waiting').execute();
        if (row) await post(`${own}/take-back`, { text_id: row.text_id });
      }
      assert.deepEqual([...new Set(statuses.slice(0, 100))], [303]);
      assert.equal(statuses.at(-1), 429);
      clock.advance(DAY + 1_000);
      assert.equal((await say('reply', 'The next day')).status, 303);
    });

    test('a dispute that is typed on the own page is public once an operator accepts it, and each decision is written to the company', async () => {
      const given = await world();
      const { get, own, say, published, url, letter, desk, catalogue, log_lines } = given;
      assert.match((await get(own)).text, /Reply, dispute, correct/);
      assert.equal((await say('dispute P1-A', HOSTILE)).status, 303);
      const page = (await get(own)).text;
      assert.match(page, /Dispute of P1-A<\/b>, audit of 20 Nov 2026/);
      assert.match(page, /Waits for an operator/);
      assert.doesNotMatch(page, /<script>alert/);
      assert.equal((await published()).count, 0, 'nothing is public before a person read it');

      const ada = deskBrowser(url);
      await ada.signIn();
      assert.match((await ada.get('/desk')).text, /Texts from companies/);
      const list = (await ada.get('/desk/replies')).text;
      const [, path = ''] = /href="(\/desk\/replies\/texts\/acme\/txt_[0-9a-f]+)"/.exec(list) ?? [];
      const shown = (await ada.get(path)).text;
      assert.match(shown, /The company says/);
      assert.doesNotMatch(shown, /<script>alert/);
      const decided = await ada.send(path, `${path}/decide`, { decision: 'accept' });
      assert.equal(decided.status, 303);
      await catalogue.refresh();
      const { replies } = await published();
      assert.equal(replies.length, 1);
      const [{ kind, criterion, text, proof, reply_id }] = replies;
      assert.deepEqual([kind, criterion, text, proof], ['dispute', 'P1-A', HOSTILE, 'page']);
      const audit = (await get('/audits/acme')).text;
      assert.match(audit, /It showed by an element of its home page on 21 Nov 2026 that it holds the domain/);
      assert.match((await letter(1)).subject ?? '', /^Acme: your dispute of P1-A is published$/);
      assert.match((await get(own)).text, /<b>Published<\/b>/);

      assert.equal((await desk(`/replies/${reply_id}/decide`, { outcome: 'upheld' })).status, 200);
      assert.match((await letter(2)).subject ?? '', /^Acme: your dispute of P1-A was decided: the score stays$/);
      assert.match((await get(own)).text, /The score was reviewed and stays/);
      assert.deepEqual(
        (await runDoctor(given.store, given.rubrics, () => {})).flatMap(({ findings }) => findings),
        [],
      );
      assert.doesNotMatch(log_lines.join(''), /alert\(1\)/, 'no text is in the log');
    });

    test('a refusal says why to its sender alone, and a correction that was asked for is public nowhere', async () => {
      const { get, own, say, published, decide, waiting, letter, url, clock, store, ...rest } = await world();
      await say('reply', 'Ask Bob Miller, +1 555 0100.');
      assert.equal((await decide({ decision: 'refuse' })).status, 422, 'without a reason');
      assert.equal((await decide({ decision: 'refuse', answer: 'It names a person.' })).status, 200);
      const refused = await letter(1);
      assert.match(refused.subject ?? '', /^Acme: your reply to the audit was refused$/);
      assert.match(refused.text ?? '', /It names a person\./);
      assert.match((await get(own)).text, /<bdi>It names a person\.<\/bdi>/);
      await say('correction P1-B', 'The prices are in /pricing.md.');
      assert.deepEqual(
        (await waiting()).map(({ kind }) => kind),
        ['correction'],
      );
      assert.equal((await decide({ decision: 'accept', answer: 'Thank you.' })).status, 200);
      assert.match((await letter(2)).subject ?? '', /^Acme: your request to correct P1-B was made$/);
      assert.equal((await published()).count, 0);
      for (const path of ['/audits/acme', '/api/audits/acme.json'])
        assert.doesNotMatch((await call(url, 'GET', path)).text, /Bob Miller|It names a person|pricing\.md\./);
      clock.advance(91 * DAY);
      await tick({ ...rest, store, now: clock.now });
      assert.deepEqual(await store.db.selectFrom('company_texts').selectAll().execute(), [], 'after 90 days');
    });

    test('what waits can be taken back, what is public is withdrawn by an operator, and nobody else can do either', async () => {
      const { get, own, say, published, decide, waiting, prove, post, tokens } = await world();
      await say('reply P1-C', 'First.');
      const [{ text_id } = { text_id: '' }] = await waiting();
      tokens.clear();
      const other = await prove('other.com');
      assert.equal((await post(`${other}/take-back`, { text_id })).status, 404);
      assert.equal((await post(`${own}/take-back`, { text_id })).status, 303);
      assert.match((await get(own)).text, /You took it back/);
      assert.doesNotMatch((await get(own)).text, /First\./);
      assert.equal((await post(`${own}/take-back`, { text_id })).status, 409);
      await say('reply P1-C', 'Second.');
      await decide({ decision: 'accept' });
      const [{ reply_id }] = (await published()).replies;
      assert.equal((await post(`${other}/withdraw`, { reply_id })).status, 404);
      for (let n = 0; n < 2; n++) assert.equal((await post(`${own}/withdraw`, { reply_id })).status, 303);
      assert.equal((await waiting()).length, 1, 'once');
      assert.equal((await decide({ decision: 'accept' })).status, 200);
      assert.equal((await published()).replies[0].outcome.outcome, 'withdrawn');
    });

    test('what cannot be public is refused on the page with what was typed, and nothing is stored of it', async () => {
      const { own, say, waiting, get, post, begin, decide } = await world();
      for (const [about, text, status] of [
        ['dispute P9-Z', 'x', 422],
        ['dispute', 'x', 422],
        ['withdrawal', 'x', 422],
        ['', 'x', 422],
        ['reply', '', 422],
        ['reply', 'y'.repeat(1001), 422],
        ['reply', 'right\u202eto left', 422],
      ] as const)
        assert.equal((await say(about, text)).status, status, about + text.slice(0, 20));
      assert.equal((await say('reply', 'x', '2020-01-01')).status, 404);
      assert.deepEqual(await waiting(), []);
      const again = await (await say('dispute P9-Z', 'Typed words.')).text();
      assert.match(again, /<textarea[^>]*>Typed words\.<\/textarea>/);
      assert.equal((await say('dispute P1-A', 'a'.repeat(600))).status, 303);
      assert.equal((await say('dispute P1-A', 'b')).status, 409, 'one dispute of a criterion');
      assert.equal((await say('reply P1-A', 'c'.repeat(401))).status, 409, 'a thousand characters together');
      assert.equal((await say('reply P1-A', 'c'.repeat(400))).status, 303);
      await decide({ decision: 'accept' });
      const unproven = await begin('www.acme.com');
      assert.equal((await post(`${unproven}/say`, { about: 'reply', text: 'x', audit_date: AUDIT })).status, 409);
      assert.equal((await get(own)).status, 200);
    });

    test('characters that are not seen, turn text around or command a terminal are refused in all that is typed, and nothing is stored', async () => {
      const { own, say, waiting, decide, post, store, get, drafted, prove } = await world();
      const hidden = [
        '\u202e',
        '\u2066',
        '\u200b',
        '\u2060',
        '\ufeff',
        '\u001b[31m',
        '\u0000',
        '\u0007',
        '\u2028',
        '\u{e0041}',
        '\ufe01',
      ];
      const draft = await drafted(await prove('firm.com'));
      for (const one of hidden) {
        const what = JSON.stringify(one);
        for (const about of ['reply', 'dispute P1-A', 'correction']) {
          const refused = await say(about, `We${one}do.`);
          assert.equal(refused.status, 422, `${about} with ${what}`);
          assert.match(await refused.text(), /role="alert">The text must be/, what);
        }
        const asked = await post(`${own}/contact`, { email: `an${one}na@acme.com` });
        assert.equal(asked.status, 422, `an address with ${what}`);
        // Other marks of no width belong to names in some scripts; a page isolates the name.
        if (/[\p{Cc}\p{Zl}\u202e\u2066]/u.test(one))
          assert.equal((await post(`${draft}/request`, { company: `Fi${one}rm` })).status, 422, `a name with ${what}`);
      }
      assert.deepEqual(await waiting(), []);
      assert.equal((await store.db.selectFrom('audit_requests').select('request_id').execute()).length, 0);
      await say('reply', 'We do.');
      for (const one of hidden)
        assert.equal((await decide({ decision: 'refuse', answer: `No${one}thing.` })).status, 422, JSON.stringify(one));
      assert.match((await get(own)).text, /Waits for an operator/);
    });

    test('a text follows a company to another slug, and cannot be published once the company is retracted', async () => {
      const { say, decide, desk, get, own } = await world();
      await say('reply', 'We moved.');
      await say('reply P1-A', 'Us too.');
      const slug = 'acme-inc';
      assert.equal((await desk('/audits/acme/correct', { new_slug: slug })).status, 200);
      const done = await decide({ decision: 'accept' });
      assert.deepEqual([done.status, done.json.slug], [200, slug]);
      assert.equal((await desk(`/audits/${slug}/retract`, { reason: 'It does not exist.' })).status, 200);
      assert.equal((await decide({ decision: 'accept' })).status, 409);
      assert.equal((await decide({ decision: 'refuse', answer: 'It is not listed any more.' })).status, 200);
      assert.equal((await get(own)).status, 200);
    });
  });
