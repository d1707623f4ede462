import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { beginReply } from '../../src/features/replies/operations/begin-reply.ts';
import { checkReplyProof } from '../../src/features/replies/operations/check-reply-proof.ts';
import { publishReply } from '../../src/features/replies/operations/publish-reply.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { execute } from '../../src/operations/run.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, hiddenFields, plain } from '../world/desk/plain-browser.ts';
import { everybodysDomain } from '../world/desk/replied.ts';
import { OPERATOR_TOKENS, operator, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testService } from '../world/service.ts';

/** From the draft to the public page and back as a correction, in a browser without a script (decision 131). */
sharedDatabases();

const MINUTE = 60_000;
const HOSTILE = '"><img src="/audits/acme" onerror=alert(1)><script>alert(2)</script>';
const website = 'https://acme.example/';

const draftOf = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, readDraft, operator, { job_id }, {})).body;

async function revise(ctx: TestContext, job_id: string, change: object) {
  const { version } = await draftOf(ctx, job_id);
  await execute(ctx, reviseDraft, { kind: 'operator', name: 'grace' }, { job_id, version, ...change }, {});
}

async function drafted(ctx: TestContext, subject: string, again = false): Promise<string> {
  const { job_id } = (await execute(ctx, startAudit, operator, { subject, again }, {})).body.job;
  const status = async () => (await execute(ctx, showAuditJob, operator, { job_id }, {})).body.status;
  await until(async () => (await status()) === 'drafted', 'a worker has drafted it');
  return job_id;
}

/** A service with a better company, two requests for Acme that are received and scheduled, and a draft for them. */
async function world(engine: Engine) {
  const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor: madeAuditor({}) });
  await publish(service, [exampleAudit({ slug: 'better', company: 'Better', audit_date: '2026-05-01' })]);
  const key = await newKey(service.url, { contact_email: 'agent@agents.example' });
  const request = async (company: string) =>
    (await call(service.url, 'POST', '/api/audit-requests', { key, body: { company, website } })).json.request_id;
  const requests: string[] = [await request('Acme'), await request(`Acme ${HOSTILE}`)];
  const desk = deskBrowser(service.url);
  await desk.signIn();
  const job_id = await drafted(service, requests[0] ?? '');
  return { service, desk, requests, job_id, key };
}

for (const engine of engines)
  describe(`publishing at the desk on ${engine}`, () => {
    test('a preview is the public page: its links work, nothing is public, and texts of others are texts', async () => {
      const { service, desk, job_id } = await world(engine);
      await revise(service, job_id, {
        confirm: ['P3-D'],
        criteria: [{ id: 'P1-A', score: 2, evidence: HOSTILE }],
        executive_summary: HOSTILE,
      });
      const path = `/desk/audits/${job_id}/preview`;
      const preview = await desk.get(path);
      assert.equal(preview.status, 200);
      assert.match(preview.text, /<b>Preview\.<\/b> Nothing of this is public yet/);
      assert.match(preview.text, /2 of 2/, 'the rank that it would take');
      assert.match(preview.text, /<details class="sources">/);
      assert.doesNotMatch(preview.text, /<img src="\/audits|<script>alert/);
      assert.doesNotMatch(preview.text, /rel="canonical"|og:url/);
      assert.match(preview.text, /<meta name="robots" content="noindex">/);
      assert.match(preview.headers.get('cache-control') ?? '', /no-store/);
      // Every address of this company is one of the preview; each of them, and every other one, answers.
      const addresses = [...preview.text.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(
        ([, one = '']) => plain(one).split('#', 1)[0] ?? '',
      );
      assert.ok(addresses.length > 20);
      assert.deepEqual(
        addresses.filter((one) => !/^\/(desk\/|(request|check)\?)/.test(one) && /acme/.test(one)),
        [],
      );
      const seen = new Map<string, string>();
      for (const address of new Set(addresses)) {
        const reply = await desk.get(address);
        assert.ok(reply.status === 200 || address === `/desk/audits/${job_id}`, `${address}: ${reply.status}`);
        seen.set(address, reply.text);
      }
      const at = (end: string) => seen.get(`${path}?of=${encodeURIComponent(end)}`) ?? assert.fail(end);
      assert.match(at('/badge/acme.svg'), /^<svg/);
      assert.match(at('/audits/acme/2026-11-21'), /the current one/);
      assert.match(at('/audits/acme.md'), /^> A preview/);
      assert.equal(JSON.parse(at('/api/audits/acme.json')).rank, 2);
      assert.match(at('/audits/acme?order=weakest'), /<b>weakest first<\/b>/);
      assert.match(at('/watch?slug=acme'), /works when the audit of <bdi>Acme<\/bdi> is public/);
      // So do its forms, with what was chosen in them.
      const forms = [...preview.text.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, one = '']) => plain(one));
      assert.deepEqual(
        forms.filter((one) => one !== path),
        [],
      );
      const { of = '' } = hiddenFields(preview.text, path);
      assert.equal(of, '/audits/acme/what-if');
      const changed = await desk.get(`${path}?of=${encodeURIComponent(of)}&P1-B=5`);
      assert.equal(changed.status, 200);
      assert.match(changed.text, /<b>Preview\.<\/b>/);
      assert.notEqual(changed.text, (await desk.get(`${path}?of=${encodeURIComponent(of)}`)).text);
      assert.equal((await call(service.url, 'GET', '/api/audits/acme.json')).status, 404);
      assert.equal((await desk.get(`${path}?of=/audits/better`)).status, 404);
      await service.stop();
    });

    test('the button is there when all of it holds; publishing completes the requests, once however often it is sent', async () => {
      const { service, desk, requests, job_id } = await world(engine);
      const path = `/desk/audits/${job_id}/publish`;
      const early = await desk.get(path);
      assert.match(early.text, /1 thing to do first/);
      assert.match(early.text, new RegExp(`href="/desk/audits/${job_id}#P3-D"`));
      assert.doesNotMatch(early.text, /<button>Publish/);
      const unready = await desk.send(path, path);
      assert.equal(unready.status, 422);
      assert.match(unready.text, /Nothing was published\.<.*#P3-D">P3-D [^<]*<\/a> needs a person/s);
      assert.doesNotMatch(unready.text, /readymark audits/);
      await revise(service, job_id, { confirm: ['P3-D'] });
      const page = await desk.get(path);
      assert.match(page.text, /<button>Publish/);
      assert.doesNotMatch(page.text, /<script>alert/);
      for (const id of requests) assert.match(page.text, new RegExp(`name="completes" value="${id}" checked`));
      // Revised by somebody else in between: nothing is published, and the page shows what changed.
      await revise(service, job_id, { criteria: [{ id: 'P1-A', score: 4, reason: HOSTILE }] });
      const form = { ...hiddenFields(page.text, path), completes: requests };
      const stale = await desk.post(path, form);
      assert.equal(stale.status, 409);
      assert.match(stale.text, /Nothing was published: the draft was changed since you saw it/);
      assert.match(stale.text, /P1-A[^<]*<\/a>: 2 → 4/);
      assert.match(stale.text, /by <bdi>grace<\/bdi>/);
      assert.doesNotMatch(stale.text, /<script>alert/);
      assert.equal((await call(service.url, 'GET', '/api/audits/acme.json')).status, 404);
      // A request that somebody declined meanwhile is not dropped in silence.
      const third = { ...hiddenFields(stale.text, path), completes: [...requests, 'req_gone'] };
      const dropped = await desk.post(path, third);
      assert.equal(dropped.status, 409);
      assert.match(dropped.text, /Not every request that you ticked still waits.*Nothing was published/);
      // Two tabs, and a double click.
      const approved = { ...hiddenFields(stale.text, path), completes: requests };
      const replies = await Promise.all([desk.post(path, approved), desk.post(path, approved)]);
      assert.deepEqual(
        replies.map(({ status }) => status),
        [303, 303],
      );
      const locations = replies.map(({ location }) => location).sort();
      assert.equal(locations[1], `${locations[0]}?again=yes`);
      const rows = await service.store.db.selectFrom('audits').select('audit_id').where('slug', '=', 'acme').execute();
      assert.equal(rows.length, 1);
      const replayed = await desk.post(path, approved);
      assert.equal(replayed.location, locations[1]);
      assert.match((await desk.get(replayed.location)).text, /nothing was published a second time/);
      await until(async () => (await call(service.url, 'GET', '/api/audits/acme.json')).status === 200, 'it is public');
      const after = await desk.get(locations[0] ?? '');
      assert.match(after.text, /<h1>Published: <bdi>Acme<\/bdi>/);
      assert.match(after.text, /by <b><bdi>ada<\/bdi><\/b>/);
      assert.match(after.text, /href="\/audits\/acme"/);
      assert.match(after.text, /Requests that it completed/);
      for (const id of requests) assert.match(after.text, new RegExp(`/desk/requests/${id}"`));
      assert.doesNotMatch(after.text, /still wait|<script>alert/);
      const moved = await service.store.db.selectFrom('audit_requests').select(['status']).execute();
      assert.deepEqual(new Set(moved.map(({ status }) => status)), new Set(['completed']));
      assert.match((await desk.get(path)).text, /This draft is published as it is/);
      await service.stop();
    });

    test('the way back is a correction for 15 minutes, and the page says what to do after that', async () => {
      const { service, desk, requests, job_id } = await world(engine);
      const path = `/desk/audits/${job_id}/publish`;
      await revise(service, job_id, { confirm: ['P3-D'] });
      service.clock.advance(MINUTE);
      const { location } = await desk.send(path, path, { completes: requests[0] ?? '' });
      const page = await desk.get(location);
      assert.match(page.text, /for another 15 minutes/);
      assert.match(page.text, /Requests that still wait for it/);
      const complete = `${location}/complete`;
      const none = await desk.send(location, complete);
      assert.equal(none.status, 422);
      assert.match(none.text, /Tick the requests/);
      assert.equal((await desk.send(location, complete, { completes: requests[1] ?? '' })).location, location);
      assert.doesNotMatch((await desk.get(location)).text, /still wait/);
      await service.catalogue.refresh();
      service.clock.advance(14 * MINUTE);
      await revise(service, job_id, { criteria: [{ id: 'P1-A', score: 4, reason: 'Seen too late.' }] });
      assert.match((await desk.get(location)).text, /A correction of this draft was begun/);
      const correct = await desk.get(path);
      assert.match(correct.text, /<h1>Correct <bdi>Acme/);
      assert.match(correct.text, /name="replace" value="yes" required/);
      assert.match(correct.text, /name="correction_reason" [^>]*required/);
      const unticked = await desk.send(path, path);
      assert.equal(unticked.status, 409);
      assert.match(unticked.text, /already an audit dated 2026-11-21/);
      const unsaid = await desk.send(path, path, { replace: 'yes' });
      assert.equal(unsaid.status, 422, 'everybody may read why');
      const corrected = await desk.send(path, path, { replace: 'yes', correction_reason: 'It was seen too late.' });
      assert.equal(corrected.status, 303);
      await service.catalogue.refresh();
      assert.equal((await call(service.url, 'GET', '/api/audits/acme.json')).json.overall_score, 42);
      assert.match((await desk.get(corrected.location)).text, /a correction of 40/);
      assert.match((await desk.get(location)).text, new RegExp(`It was corrected: <a href="${corrected.location}"`));
      service.clock.advance(15 * MINUTE + 1_000);
      const late = await desk.get(corrected.location);
      assert.doesNotMatch(late.text, /Correct it/);
      assert.match(late.text, /a new audit of the company.*readymark publish FILE --replace/s);
      for (const wrong of ['/desk/publications/999', '/desk/publications/x', '/desk/audits/job_0/publish'])
        assert.equal((await desk.get(wrong)).status, 404, wrong);
      await service.stop();
    });

    test('an audit that moves a disputed score closes the dispute, unless it is unticked, and pages say what was disputed', async () => {
      const options = { auditor: madeAuditor({}), domain_proofs: everybodysDomain };
      const service = await testService(engine, { OPERATOR_TOKENS }, undefined, options);
      const desk = deskBrowser(service.url);
      await desk.signIn();
      const key = await newKey(service.url);
      const asked = { company: 'Bramstack', website: 'https://bramstack.com/' };
      const { request_id } = (await call(service.url, 'POST', '/api/audit-requests', { key, body: asked })).json;
      const job_id = await drafted(service, request_id);
      const path = `/desk/audits/${job_id}/publish`;
      await revise(service, job_id, { confirm: ['P3-D'] });
      assert.doesNotMatch((await desk.get(path)).text, /Disputed scores/);
      assert.equal((await desk.send(path, path)).status, 303);
      await service.catalogue.refresh();
      const begun = (
        await execute(service, beginReply, operator, { slug: 'bramstack', contact: 'eve@bramstack.com' }, {})
      ).body;
      const { proof_id } = begun;
      await execute(service, checkReplyProof, operator, { proof_id }, {});
      const replies = ['P1-A', 'P1-B'].map((criterion) => ({
        kind: 'dispute' as const,
        criterion,
        text: 'It is there.',
      }));
      await execute(service, publishReply, operator, { proof_id, replies }, {});
      await service.catalogue.refresh();
      service.clock.advance(MINUTE);
      const [was, is] = [2, 4];
      const criteria = [{ id: 'P1-A', score: is, reason: 'They are right.', evidence: 'It is there, as they say.' }];
      await revise(service, job_id, { criteria });
      const page = await desk.get(path);
      const box = /<input type="checkbox" name="corrects" value="(rep_\w+)" checked>/.exec(page.text);
      assert.ok(box, page.text);
      assert.match(page.text, new RegExp(`dispute of P1-A</a>.*as corrected: ${was} → ${is}`));
      assert.doesNotMatch(page.text, /dispute of P1-B/, 'it is not moved');
      const correction_reason = 'The company was right.';
      const fields = { replace: 'yes', correction_reason, corrects: box[1] ?? '' };
      assert.equal((await desk.send(path, path, fields)).status, 303);
      await service.catalogue.refresh();
      const shown = (await call(service.url, 'GET', '/audits/bramstack', { headers: { accept: 'text/html' } })).text;
      assert.match(shown, new RegExp(`disputed the score of ${was} of 5 on .*a new audit corrected the score`, 's'));
      assert.match(shown, /has disputed the score of 2 of 5 since .*open since today/s);
      await service.stop();
    });

    test('a record is taken out and brought back: what differs is shown first, and what is wrong at its place', async () => {
      const { service, desk, job_id } = await world(engine);
      const path = `/desk/audits/${job_id}/import`;
      const file = await desk.get(`/desk/audits/${job_id}/record.json`);
      assert.match(
        file.headers.get('content-disposition') ?? '',
        /^attachment; filename="acme_2026-11-21\.audit\.json"$/,
      );
      const { record } = await draftOf(service, job_id);
      assert.deepEqual(JSON.parse(file.text), record);
      const edited = structuredClone(record);
      const first = edited.criteria[0] ?? assert.fail();
      Object.assign(first, { score: 4, evidence: HOSTILE });
      edited.executive_summary = 'Other words.';
      const show = (text: string, more: object = {}) => desk.send(path, path, { record: text, ...more });
      const textIn = (page: string) => plain(/<textarea id="record"[^>]*>\n(.*?)<\/textarea>/s.exec(page)?.[1] ?? '');
      const broken = await show(`{"company": ${HOSTILE}`);
      assert.equal(broken.status, 422);
      assert.match(broken.text, /cannot be read as JSON/);
      assert.equal(textIn(broken.text), `{"company": ${HOSTILE}`, 'what was typed comes back');
      const beyond = JSON.stringify({ ...edited, slug: 'other', criteria: [{ ...first, score: 9 }] });
      const wrong = await show(beyond);
      assert.match(
        wrong.text,
        /<code>slug<\/code>.*<code>criteria\[0\]\.score<\/code> must be a whole number from 0 to 5/s,
      );
      assert.equal(textIn(wrong.text), beyond);
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const nested = await show(`{"critical_gaps": ${deep}}`);
      assert.equal(nested.status, 422);
      assert.match(nested.text, /<code>critical_gaps<\/code> is nested more deeply/);
      assert.match((await show(file.text)).text, /Nothing differs/);
      assert.equal((await show('x'.repeat(1024 * 1024))).status, 413);
      const shown = await show(JSON.stringify(edited));
      assert.equal(shown.status, 200);
      assert.match(shown.text, /2 changes, not made yet/);
      assert.match(shown.text, /2 → <b>4<\/b>/);
      assert.doesNotMatch(shown.text, /<script>alert|<img src/);
      assert.equal((await draftOf(service, job_id)).version, 0);
      const confirmed = hiddenFields(shown.text, path);
      const unreasoned = await desk.post(path, confirmed);
      assert.match(unreasoned.text, /<code>criteria\[0\]\.reason<\/code> is required/);
      // Somebody else confirms something: what differs is shown again, for the draft as it is now.
      await revise(service, job_id, { confirm: ['P3-D'] });
      const late = await desk.post(path, { ...confirmed, reason: 'Read again.' });
      assert.equal(late.status, 409);
      assert.match(late.text, /was revised in the meantime.*2 changes, not made yet/s);
      const made = await desk.post(path, { ...hiddenFields(late.text, path), reason: 'Read again.' });
      assert.deepEqual([made.status, made.location], [303, `/desk/audits/${job_id}`]);
      const draft = await draftOf(service, job_id);
      assert.deepEqual([draft.version, draft.record.overall_score], [2, 42]);
      assert.deepEqual([draft.record.criteria[0]?.evidence, draft.record.executive_summary], [HOSTILE, 'Other words.']);
      // A record that was taken out before somebody revised the draft would undo that: it says whose work it is.
      const { text: old } = await show(file.text);
      assert.match(old, /id">P1-A<\/span>.*<p class="hint">Now as <bdi>ada<\/bdi> left it, /s);
      // Signed out meanwhile, and then the draft has aged out: each has its own answer.
      const publish_path = `/desk/audits/${job_id}/publish`;
      const form = hiddenFields((await desk.get(publish_path)).text, publish_path);
      service.clock.advance(91 * 24 * 60 * MINUTE);
      await ageEvidence(service);
      const out = await desk.post(publish_path, form);
      assert.equal(out.status, 401);
      assert.match(out.text, /You are signed out, so this was not saved/);
      await desk.signIn();
      for (const end of ['publish', 'preview', 'record.json', 'import']) {
        const gone = await desk.get(`/desk/audits/${job_id}/${end}`);
        assert.equal(gone.status, 409, end);
        assert.match(gone.text, /evidence and draft were removed; start the audit again/);
      }
      assert.equal((await desk.send('/desk', '/desk/sign-out')).status, 303);
      await service.stop();
    });
  });
