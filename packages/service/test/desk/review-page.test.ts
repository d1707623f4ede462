import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isFetched } from '@readymark/auditor/evidence/evidence';
import { until } from '../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { tidyBlobs } from '../../src/operations/jobs/tidy-blobs.ts';
import { execute } from '../../src/operations/run.ts';
import { deskBrowser, hiddenFields, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator, publish } from '../world/operator.ts';
import { startNode, temporaryFolder } from '../world/readymark.ts';
import { engines, fakeClock, sharedDatabases, type TestService, testService } from '../world/service.ts';

/** The page on which a draft is reviewed, without a script (decisions 121 and 90). */
const bo_token = 'another-operator-token';
const tokens = `${OPERATOR_TOKENS},bo:${createHash('sha256').update(bo_token).digest('hex')}`;
const DAY = 86_400_000;

/** Has a fixture site audited, once in each service. @returns the id of the job */
async function drafted(service: TestService, folder: string): Promise<string> {
  const key = `${service.url} ${folder}`;
  const job = jobs.get(key) ?? (await audited(service, folder));
  jobs.set(key, job);
  return job;
}
const jobs = new Map<string, string>();

async function audited(service: TestService, folder: string): Promise<string> {
  const site = fixtureSites.find((one) => one.folder === folder) ?? assert.fail(folder);
  const last = exampleAudit({ slug: folder, company: site.company, audit_date: '2026-05-01', scores: 2 });
  await publish(service, [{ ...last, website: site.website }]);
  const { body } = await execute(service, startAudit, operator, { subject: folder }, {});
  const { job_id } = body.job;
  const status = () =>
    service.store.db.selectFrom('audit_jobs').select('status').where('job_id', '=', job_id).executeTakeFirstOrThrow();
  await until(async () => (await status()).status === 'drafted', 'a draft');
  return job_id;
}

const draftOf = async (service: TestService, job_id: string) =>
  (await execute(service, readDraft, operator, { job_id }, {})).body;

/** The part of a page that is about one criterion, as HTML. */
function partOf(page: string, id: string): string {
  const at = page.indexOf(`<section class="review-one" id="${id}"`);
  assert.ok(at > 0, id);
  return page.slice(at, page.indexOf('</section>', at));
}

/** What a page says is wrong. */
const messageIn = (page: string) => /role="alert"><p>([^<]*)/.exec(page)?.[1] ?? 'no message';

/** What a field for a longer text holds. */
const textIn = (page: string, id: string) =>
  plain(new RegExp(`<textarea id="${id}"[^>]*>\\n([^<]*)</textarea>`).exec(page)?.[1] ?? assert.fail(id));

for (const engine of engines) {
  const clock = fakeClock();
  const auditor = fixtureAuditor(clock.now);
  const service = await testService(engine, { OPERATOR_TOKENS: tokens }, clock, { auditor });
  const [ada, bo] = [deskBrowser(service.url), deskBrowser(service.url)];
  await ada.signIn();
  await bo.signIn(bo_token);

  describe(`the review page on ${engine}`, () => {
    test('shows each criterion with its ladder, its evidence, its sources, the last audit and what is asked of a person', async () => {
      const job_id = await drafted(service, 'human-dependent');
      const draft = await draftOf(service, job_id);
      const page = await ada.get(`/desk/audits/${job_id}`, { 'accept-encoding': 'gzip' });
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-encoding'), 'gzip');
      const ladders = service.ladders.get('v1')?.ladders ?? [];
      const titleOf = (id: string, score: number) =>
        ladders.find((one) => one.id === id)?.rungs.find((rung) => rung.score === score)?.title ?? 'no title';
      for (const one of draft.criteria) {
        const part = partOf(page.text, one.id);
        // The proposed rung is there in full; the others have their names, with a link to all of them.
        for (const { score, text } of one.rungs) {
          if (score === one.score) assert.ok(plain(part).includes(text), `${one.id} ${text}`);
          else if (one.open) assert.ok(plain(part).includes(titleOf(one.id, score)), `${one.id} ${score}`);
        }
        if (one.rungs.length) assert.match(part, new RegExp(`href="/rubric#${one.id}"[^>]*>All rungs<`));
        assert.ok(plain(part).includes(one.question ?? 'no question'), one.id);
        for (const { sha256 } of one.sources.filter(isFetched))
          if (sha256) assert.ok(part.includes(`/evidence/${sha256}`), one.id);
        assert.equal(part.includes('<details open>'), one.open, one.id);
        if (one.score === null) continue;
        assert.ok(part.includes(`value="${one.score}" id="${one.id}-${one.score}" checked`), one.id);
        assert.match(part, /2026-05-01: 2 of 5/);
        // Also without unfolding it.
        assert.equal(/<\/span>, was 2<\/span>/.test(part), one.proposed !== 2, one.id);
      }
      assert.match(partOf(page.text, 'P2-A'), /<p class="review-why">It rests on words alone\./);
      const open = page.text.match(/<li data-state="open"/g)?.length ?? 0;
      assert.ok(
        open > 0 && page.text.includes(`<span data-shown="open">${open} of 20 still need you</span>`),
        `${open}`,
      );
      const size = Number(
        (await fetch(`${service.url}/desk/audits/${job_id}`, { headers: { cookie: ada.cookie } })).headers.get(
          'content-length',
        ),
      );
      assert.ok(size > 1_000 && size < 60_000, `${size} bytes`);
    });

    test('shows the kind of business and what is to be pasted for its actions, as text', async () => {
      const job_id = await drafted(service, 'human-dependent');
      const { business, snippets, record } = await draftOf(service, job_id);
      const { text } = await ada.get(`/desk/audits/${job_id}`);
      const part = text.slice(text.indexOf('id="kind"'));
      assert.ok(business && plain(part).includes(business.because));
      assert.ok(snippets.length > 1);
      for (const one of snippets) {
        assert.ok(
          record.priority_actions.some(({ action }) => action === one.action),
          one.action,
        );
        assert.ok(plain(part).includes(one.text), one.title);
      }
      assert.doesNotMatch(part, /<script type="application\/ld\+json">/);
      assert.doesNotMatch(JSON.stringify(record), /schema\.org/, 'the record does not have them');
    });

    test('one action confirms, and leads to the next one that needs a person, until none does', async () => {
      const job_id = await drafted(service, 'invisible');
      const page = `/desk/audits/${job_id}`;
      const { open } = await draftOf(service, job_id);
      const [first = '', second = ''] = open;
      assert.equal(open.length, 2);
      const confirm = (id: string) => ada.send(page, `${page}/criteria/${id}`, { act: 'confirm' });
      const led = await confirm(first);
      assert.deepEqual([led.status, led.location], [303, `${page}#${second}`]);
      assert.equal((await confirm(second)).location, `${page}#end`);
      const { text } = await ada.get(page);
      assert.match(text, /Nothing needs you any more/);
      assert.match(partOf(text, first), /data-state="confirmed"[\s\S]*confirmed by ada/);
      const { revisions } = await draftOf(service, job_id);
      assert.deepEqual(
        revisions.map(({ reviewer, criteria }) => [reviewer, criteria.map(({ id, from, to }) => [id, from === to])]),
        [first, second].map((id) => ['ada', [[id, true]]]),
      );
    });

    test('a score outside of the interval needs a reason; what was typed comes back, and the sums follow', async () => {
      const job_id = await drafted(service, 'emerging');
      const page = `/desk/audits/${job_id}`;
      const at = `${page}/criteria/P1-C`;
      const before = await draftOf(service, job_id);
      const evidence = 'Nothing of it is current.\r\n"Quoted" & <b>bold</b>';
      const refused = await ada.send(page, at, { score: '0', evidence, reason: '', act: 'confirm' });
      assert.equal(refused.status, 422);
      const part = partOf(refused.text, 'P1-C');
      assert.match(part, /<details open>/);
      assert.match(part, /Reason is required: P1-C was proposed with/);
      assert.equal(textIn(part, 'P1-C-evidence'), evidence);
      assert.match(part, /id="P1-C-0" checked/);
      assert.equal((await draftOf(service, job_id)).version, before.version);
      const reason = 'The file is two years old.';
      const again = { ...hiddenFields(refused.text, at), score: '0', evidence, reason, act: 'save' };
      assert.equal((await ada.post(at, again)).status, 303);
      const after = await draftOf(service, job_id);
      const was = before.record.criteria.find(({ id }) => id === 'P1-C')?.score ?? 0;
      assert.equal(after.record.overall_score, before.record.overall_score - was);
      assert.equal(after.record.criteria.find(({ id }) => id === 'P1-C')?.evidence, evidence.replace('\r', ''));
      const { text } = await ada.get(page);
      assert.match(text, new RegExp(`data-shown="total">${after.record.overall_score}<`));
      assert.match(partOf(text, 'P1-C'), new RegExp(`ada changed ${was} to 0 and wrote the evidence: ${reason}`));
      const accept = { accept: 'application/json' };
      const asked = await ada.send(page, `${page}/criteria/P1-D`, { score: '0' }, accept);
      assert.equal(asked.status, 422);
      assert.match(JSON.parse(asked.text).message, /^Reason is required/);
      const saved = JSON.parse((await ada.send(page, `${page}/criteria/P1-D`, { score: '0', reason }, accept)).text);
      assert.equal(saved.version, after.version + 1);
      assert.equal(saved.forms['P1-D'].score, '0');
      assert.equal(saved.shown.total, String((await draftOf(service, job_id)).record.overall_score));
    });

    test('of two who change the same the second sees both texts and chooses; what is elsewhere is not in the way', async () => {
      const job_id = await drafted(service, 'agent-ready');
      const page = `/desk/audits/${job_id}`;
      const read = (await ada.get(page)).text;
      const at = `${page}/criteria/P2-A`;
      assert.equal((await bo.send(page, at, { evidence: 'By bo <i>', act: 'save' })).status, 303);
      const mine = { ...hiddenFields(read, at), score: '5', evidence: 'By ada', act: 'save' };
      const refused = await ada.post(at, mine);
      assert.equal(refused.status, 409);
      assert.match(refused.text, /P2-A was changed by bo/);
      for (const text of ['By bo <i>', 'By ada']) assert.ok(plain(refused.text).includes(text), text);
      assert.ok(!refused.text.includes('<i>'));
      const evidence = async () =>
        (await draftOf(service, job_id)).record.criteria.find(({ id }) => id === 'P2-A')?.evidence;
      assert.equal(await evidence(), 'By bo <i>');
      const elsewhere = `${page}/criteria/P2-B`;
      assert.equal((await ada.post(elsewhere, { ...hiddenFields(read, elsewhere), act: 'confirm' })).status, 303);
      const refused_again = await ada.post(at, mine);
      assert.equal((await ada.post(at, { ...hiddenFields(refused_again.text, at) })).status, 303);
      assert.equal(await evidence(), 'By ada');
      const state = async (one: typeof bo) => JSON.parse((await one.get(`${page}/state?field=P2-C.evidence`)).text);
      await state(ada);
      assert.deepEqual((await state(bo)).others, ['ada is here, writing P2-C.']);
    });

    test('texts are lists that work without a script; those that nobody wrote go on to follow from the scores', async () => {
      const job_id = await drafted(service, 'human-dependent');
      const page = `/desk/audits/${job_id}`;
      const before = await draftOf(service, job_id);
      const drawn = (await ada.get(page)).text;
      // A browser sends every field as it stands on the page.
      const fields = Object.fromEntries(
        [
          ...drawn.matchAll(
            /<(?:input|textarea) id="([\w.]+)" name="\1"(?:[^>]*? value="([^"]*)")?[^>]*>(?:\n([^<]*)<)?/g,
          ),
        ]
          .filter(([, name]) => /^(executive_summary|strongest|critical|priority)/.test(name ?? ''))
          .map(([, name = '', value, text]) => [name, plain(value ?? text ?? '')]),
      );
      for (const [name, options] of [...drawn.matchAll(/<select id="([\w.]+)"[^>]*>(.*?)<\/select>/g)].map(
        (one) => [one[1], one[2]] as const,
      ))
        fields[name ?? ''] = /<option selected>([^<]*)/.exec(options ?? '')?.[1] ?? '';
      const at = `${page}/texts`;
      const hidden = hiddenFields(drawn, at);
      const { critical_gaps, priority_actions } = before.record;
      const added = `critical_gaps.${critical_gaps.length}`;
      const written = {
        ...fields,
        'critical_gaps.0.title': '',
        'critical_gaps.0.detail': '',
        [`${added}.title`]: 'A gap of mine',
        [`${added}.detail`]: 'Seen \u202e by a person.',
      };
      const wrong = { ...written, 'priority_actions.0.points_gain': '99' };
      const refused = await ada.post(at, { ...hidden, ...wrong });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /Priority actions 1, points gained:/);
      assert.match(refused.text, /value="99"/);
      assert.equal(textIn(refused.text, `${added}.detail`), 'Seen \u202e by a person.');
      const unreadable = await ada.post(at, { ...hidden, ...wrong, 'priority_actions.0.points_gain': 'many' });
      assert.match(unreadable.text, /points gained: must be a whole number/);
      const saved = await ada.post(at, { ...hidden, ...written });
      assert.equal(saved.location, `${page}#texts`, messageIn(saved.text));
      const after = await draftOf(service, job_id);
      assert.deepEqual(after.record.critical_gaps, [
        ...critical_gaps.slice(1),
        { title: 'A gap of mine', detail: 'Seen \u202e by a person.' },
      ]);
      assert.deepEqual(after.record.priority_actions, priority_actions);
      assert.deepEqual(after.revisions.at(-1)?.texts, ['critical_gaps']);
      assert.match((await ada.get(page)).text, /Seen ‹U\+202E› by a person/);
      const scored = { score: '4', reason: 'It is good.', act: 'save' };
      await ada.send(page, `${page}/criteria/P1-C`, scored);
      const later = await draftOf(service, job_id);
      assert.notEqual(later.record.executive_summary, before.record.executive_summary);
      assert.deepEqual(later.record.critical_gaps, after.record.critical_gaps);
      // A form that was drawn before does not freeze what follows from the scores, nor undo what was written since.
      const late = { ...hidden, ...fields };
      assert.equal((await ada.post(at, late)).status, 303);
      assert.deepEqual((await draftOf(service, job_id)).record, later.record);
      const both = await ada.post(at, { ...late, 'critical_gaps.0.title': 'Another' });
      assert.equal(both.status, 409);
      assert.match(both.text, /The texts were changed by ada/);
    });

    test('what is typed is kept through a kill of the process, and taken back on demand', async () => {
      const job_id = await drafted(service, 'invisible');
      const page = `/desk/audits/${job_id}`;
      const { version } = await draftOf(service, job_id);
      const { DATA_DIR, DATABASE_URL, BASE_URL } = service.settings;
      const now = join(temporaryFolder('readymark-clock-'), 'now');
      writeFileSync(now, String(service.now().getTime()));
      const node = await startNode(
        { DATA_DIR, DATABASE_URL, BASE_URL, OPERATOR_TOKENS: tokens, AUDITS_AT_ONCE: '0' },
        now,
      );
      const there = deskBrowser(node.url);
      await there.signIn();
      const { text } = await there.get(page);
      const token = /data-typed="([^"]+)"/.exec(text)?.[1] ?? assert.fail('no token');
      for (const evidence of ['T', 'Ty', 'Typed <b>']) {
        const reply = await there.post(
          `${page}/typed`,
          { form: token, version: String(version), 'P3-A.evidence': evidence },
          { accept: 'application/json' },
        );
        assert.equal(reply.status, 200, reply.text);
      }
      await node.kill('SIGKILL');
      const part = partOf((await ada.get(page)).text, 'P3-A');
      assert.equal(textIn(part, 'P3-A-evidence'), 'Typed <b>');
      assert.match(part, /You typed this and did not save it/);
      assert.doesNotMatch((await bo.get(page)).text, /You typed this/);
      // Saved by another meanwhile: the text of an older version does not go over it unseen.
      await bo.send(page, `${page}/criteria/P3-A`, { evidence: 'By bo', act: 'save' });
      assert.equal((await ada.send(page, `${page}/criteria/P3-A`, { evidence: 'Typed <b>' })).status, 409);
      await ada.send(page, `${page}/criteria/P3-A`, { act: 'forget' });
      assert.equal(textIn(partOf((await ada.get(page)).text, 'P3-A'), 'P3-A-evidence'), 'By bo');
    });

    test('stored pages are text, in parts, with the quoted words marked; hostile text is shown and never run', async () => {
      const job_id = await drafted(service, 'hostile');
      const page = `/desk/audits/${job_id}`;
      const { criteria } = await draftOf(service, job_id);
      const evil = 'By \u202emoc.elgoog <script>alert(1)</script>';
      await ada.send(page, `${page}/criteria/P1-A`, { evidence: evil, act: 'save' });
      const list = await ada.get(`${page}/evidence`);
      const all = [await ada.get(page), list];
      const quoted = criteria.flatMap(({ id, sources }) =>
        sources
          .filter(isFetched)
          .slice(0, 3)
          .map((source, at) => ({ ...source, of: id, at: at + 1 })),
      );
      const marked: boolean[] = [];
      for (const { sha256, excerpt, of, at } of quoted) {
        if (sha256 === null || excerpt === '') continue;
        const stored = await ada.get(`${page}/evidence/${sha256}?of=${of}&source=${at}`);
        assert.equal(stored.status, 200);
        marked.push(stored.text.includes('<mark id="found"'));
        all.push(stored);
      }
      assert.ok(
        marked.length > 20 && marked.filter(Boolean).length >= marked.length * 0.9,
        `${marked.filter(Boolean).length} of ${marked.length}`,
      );
      for (const { text, headers } of all) {
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
        // Fields for typing hold what the record has.
        const shown = text.replaceAll(/<textarea[^>]*>[^<]*<\/textarea>|value="[^"]*"/g, '');
        assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200b]/.test(shown));
        assert.equal(text.match(/<script/g)?.length, 1);
        assert.doesNotMatch(
          text,
          /<(img|iframe|object|link rel="stylesheet" href="http)|href="https?:\/\/(?!readymark)/,
        );
      }
      assert.ok(
        plain(all[0]?.text ?? '').includes('By <b class="review-hidden">U+202E</b>moc.elgoog <script>alert(1)'),
      );
      assert.equal((await ada.get(`${page}/evidence/${'0'.repeat(64)}`)).status, 404);
      assert.equal((await ada.get(`${page}/evidence/x?of=P1-A&source=9e9`)).status, 422);
    });

    test('a draft that a person writes has the rungs, and neither proposals nor sources', async () => {
      await drafted(service, 'human-dependent');
      const { body } = await execute(service, startAudit, operator, { subject: 'human-dependent', by_hand: true }, {});
      const { text } = await ada.get(`/desk/audits/${body.job.job_id}`);
      const part = partOf(text, 'P2-A');
      assert.match(part, /Five or more of the eight are found\./);
      assert.deepEqual(part.match(/<i>(proposed|possible)|, was \d|review-inside|\/evidence/g), null);
      assert.match(text, /written by hand/);
      assert.match(text, /20 of 20 still need you/);
      const of = `/desk/audits/${body.job.job_id}`;
      await ada.send(of, `${of}/criteria/P2-A`, { score: '4', evidence: ' ', act: 'save' });
      assert.match(partOf((await ada.get(of)).text, 'P2-A'), /data-state="open"[\s\S]*needs its evidence/);
    });

    test('a published draft can be corrected for a while, then only be read; what was typed too late comes back', async () => {
      const job_id = await drafted(service, 'emerging');
      const page = `/desk/audits/${job_id}`;
      const aged = await drafted(service, 'agent-ready');
      const old = (await ada.get(`/desk/audits/${aged}`)).text;
      const { open, version } = await draftOf(service, job_id);
      await execute(service, reviseDraft, operator, { job_id, version, confirm: open }, {});
      const { record } = await draftOf(service, job_id);
      await execute(service, publishAudits, operator, { audits: [record], drafts: [job_id] }, {});
      const { text } = await ada.get(page);
      assert.ok(text.includes(`href="/desk/published/${record.slug}/${record.audit_date}"`));
      assert.match(text, /Until <time[^>]*>12:15<\/time> UTC a correction can be begun here/);
      const of = `${page}/criteria/P2-A`;
      const drawn = hiddenFields(text, of);
      service.clock.advance(16 * 60_000);
      const closed = (await ada.get(page)).text;
      assert.match(closed, /no longer changed/);
      assert.ok(!/data-review-form|<textarea/.test(closed));
      // Buttons of one name outside of a form would be one choice for the whole page.
      assert.match(partOf(closed, 'P2-A'), /name="score-P2-A" value="\d" id="P2-A-\d" checked/);
      const too_late = await ada.post(of, { ...drawn, evidence: 'A minute too late.', act: 'save' });
      assert.equal(too_late.status, 409);
      assert.match(messageIn(too_late.text), /is closed: a correction begins within 15 minutes/);
      assert.match(too_late.text, /A minute too late\./);
      service.clock.advance(91 * DAY);
      await ageEvidence(service);
      // Nobody used the session for so long.
      await ada.signIn();
      const at = `/desk/audits/${aged}/criteria/P2-A`;
      const { form } = hiddenFields((await ada.get('/desk')).text, '/desk/sign-out');
      assert.ok(form);
      const kept = await ada.post(at, { ...hiddenFields(old, at), evidence: 'Typed for long.', act: 'save' });
      assert.equal(kept.status, 403);
      assert.match(kept.text, /Typed for long\./);
      const lost = await ada.post(at, { ...hiddenFields(kept.text, at), evidence: 'Typed for long.' });
      assert.equal(lost.status, 409);
      assert.match(lost.text, /evidence and draft were removed/);
      assert.match(lost.text, /Typed for long\./);

      // The same pages are fetched again: their bytes are not written while they are being removed (decision 206).
      await tidyBlobs(service);
      const freed = () => service.store.db.selectFrom('blobs').select('sha256').where('held_until', 'is not', null);
      await until(async () => (await freed().execute()).length === 0, 'what aged out is removed');
      // The next audit of the published site says what changed since, and leads to it.
      const { job } = (await execute(service, startAudit, operator, { subject: record.slug }, {})).body;
      const next = `/desk/audits/${job.job_id}`;
      await until(async () => /data-review=/.test((await ada.get(next)).text), 'the next draft');
      const since = (await ada.get(next)).text;
      assert.match(
        partOf(since, 'P1-E'),
        /2026-11-21: 4 of 5<\/b>[\s\S]*changed: <a href="[^"]*\/evidence\/[0-9a-f]{64}\?of&#61;P1-E"><bdi>mossledger\.com\/sitemap\.xml/,
      );
      const [, earlier = ''] =
        /sitemap\.xml<\/bdi><\/a>, <a href="([^"]*)">as it was<\/a>/.exec(partOf(since, 'P1-E')) ?? [];
      assert.match(earlier, /^\/desk\/audits\/job_[0-9a-f]+\/evidence\/[0-9a-f]{64}$/);
      assert.notEqual(earlier.split('/')[3], job.job_id, 'the stored page of the last audit');
      assert.equal((await ada.get(earlier)).status, 200);
      assert.doesNotMatch(since, /not seen in both/);
    });
  });
}

// Services of the whole file are stopped before their databases.
sharedDatabases();
