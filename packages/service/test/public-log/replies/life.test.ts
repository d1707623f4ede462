import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, rubrics } from '../../../../rubric/test/example-audit.ts';
import type { Statement } from '../../../src/domain/public-log/statement.ts';
import type { PublicReply } from '../../../src/domain/replies/reply.ts';
import { textHash } from '../../../src/domain/replies/reply.ts';
import { tick } from '../../../src/operations/worker.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { call } from '../../world/call.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../../world/operator.ts';
import { engines, sharedDatabases, type TestService, testService } from '../../world/service.ts';
import { leadsTo, playDomains, says } from './played-domains.ts';

/** What a company says about its audits, from the token to the outcome (decisions 155 and 156). */
sharedDatabases();

const { txt, files, proofs } = await playDomains(['www.acme.com', 'beta.com', 'new-acme.com']);

const DAY_MS = 86_400_000;
const audit = (slug: string, website: string, audit_date: string, scores = 3) => ({
  ...exampleAudit({ slug, company: slug === 'acme' ? 'Acme' : 'Beta', audit_date, scores }),
  website,
});
const acme = (audit_date: string, scores?: number) => audit('acme', 'https://www.acme.com/offer', audit_date, scores);

/** A service with the desk and a snapshot that is up to date after each call. */
async function world(engine: (typeof engines)[number]) {
  for (const map of [txt, files]) map.clear();
  const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { domain_proofs: proofs() });
  await commit(service, [acme('2026-05-01', 2), audit('beta', 'https://beta.com/', '2026-11-01')]);
  await commit(service, [acme('2026-11-20')]);
  await service.catalogue.refresh();
  const desk = async (method: string, path: string, body?: unknown) => {
    const reply = await call(service.url, method, `/api/desk${path}`, {
      key: operator_token,
      ...(body !== undefined && { body }),
    });
    await service.catalogue.refresh();
    return reply;
  };
  const post = async (path: string, body: unknown = {}, status = 200) => {
    const reply = await desk('POST', path, body);
    assert.equal(reply.status, status, reply.text);
    return reply.json;
  };
  const refuses = async (path: string, body: unknown, status: number, message: RegExp) => {
    const { status: got, text, json } = await desk('POST', path, body);
    assert.equal(got, status, text);
    assert.match(`${json.message} ${JSON.stringify(json.errors ?? '')}`, message);
  };
  /** A token that was seen. */
  const proven = async (slug = 'acme', name = '_readymark-reply.acme.com') => {
    const { proof_id, token, dns } = await post(`/audits/${slug}/reply-proofs`, { contact: `ada@${slug}.com` }, 201);
    assert.equal(dns.name, name);
    txt.set(name, [[dns.value]]);
    const { proof } = await post(`/reply-proofs/${proof_id}/check`);
    assert.equal(proof.proof, 'dns');
    return { proof_id: proof_id as string, token: token as string };
  };
  const said = async (proof_id: string, replies: unknown[], audit_date?: string) =>
    (await post('/replies', { proof_id, audit_date, replies }, 201)).replies.map(
      ({ reply_id }: { reply_id: string }) => reply_id,
    ) as string[];
  const read = async (slug = 'acme') => (await call(service.url, 'GET', `/api/audits/${slug}/replies.json`)).json;
  return { service, desk, post, refuses, proven, said, read };
}

async function statements({ store }: TestService): Promise<Statement[]> {
  const rows = await store.db.selectFrom('log_entries').select('entry').orderBy('entry_index').execute();
  return rows.map(({ entry }) => JSON.parse(entry));
}

const findings = async ({ store }: TestService) =>
  (await runDoctor(store, rubrics, () => {})).flatMap(({ check, findings }) =>
    findings.map((one) => `${check}: ${one}`),
  );

for (const engine of engines) {
  test(`the life of a dispute on ${engine}`, async (t) => {
    const { service, desk, post, refuses, proven, said, read } = await world(engine);
    const { clock } = service;
    const empty = await call(service.url, 'GET', '/api/audits/acme/replies.json');
    assert.deepEqual(empty.json, { slug: 'acme', company: 'Acme', count: 0, replies: [] });
    const text = 'Prices are on /pricing.md.\nSince 18 November.';
    let dispute = '';

    await t.test('begins with a proof, without which nothing is published', async () => {
      const begun = await post('/audits/acme/reply-proofs', { contact: 'ada@acme.com' }, 201);
      assert.deepEqual(begun.file, {
        url: 'https://www.acme.com/.well-known/readymark-reply.txt',
        line: `readymark-reply=${begun.token}`,
      });
      const { proof_id } = begun;
      const none = await post(`/reply-proofs/${proof_id}/check`);
      assert.deepEqual([none.proof.proof, none.dns.found, none.file.found], [null, false, false]);
      const body = { proof_id, replies: [{ kind: 'reply', text: 'We do.' }] };
      await refuses('/replies', body, 409, /was not seen yet/);
      // The token of somebody else who asks for the same company, and that of another company.
      const other = await post('/audits/acme/reply-proofs', {}, 201);
      assert.notEqual(other.token, begun.token);
      files.set('www.acme.com/.well-known/readymark-reply.txt', says(other.token));
      txt.set('_readymark-reply.beta.com', [[begun.dns.value]]);
      assert.equal((await post(`/reply-proofs/${proof_id}/check`)).proof.proof, null);
      await refuses('/replies', body, 409, /was not seen yet/);
      files.set('www.acme.com/.well-known/readymark-reply.txt', leadsTo('https://beta.com/x'));
      files.set('beta.com/x', says(begun.token));
      assert.equal((await post(`/reply-proofs/${proof_id}/check`)).proof.proof, null);
      files.clear();
    });

    await t.test('is published with its text, and says what it is about', async () => {
      const { proof_id } = await proven();
      const replies = [
        { kind: 'dispute', criterion: 'P1-A', text: `  ${text.replace('\n', '\r\n')} ` },
        { kind: 'reply', text: 'We thank you.' },
      ];
      const dry = await post('/replies', { proof_id, replies, dry_run: true }, 201);
      assert.deepEqual(
        [dry.publication, dry.replies[0]],
        [null, { reply_id: null, kind: 'dispute', criterion: 'P1-A' }],
      );
      assert.equal((await read()).count, 0);
      const [index, before] = [service.catalogue.current().document('/api/audits/index.json'), await read('beta')];
      [dispute = ''] = await said(proof_id, replies);
      const reply = await call(service.url, 'GET', '/api/audits/acme/replies.json');
      const { slug, company, count, replies: shown } = reply.json;
      assert.deepEqual([slug, company, count], ['acme', 'Acme', 2]);
      const own = (shown as PublicReply[]).find(({ reply_id }) => reply_id === dispute) ?? assert.fail();
      const salt = own.text_salt ?? '';
      assert.match(salt, /^[0-9a-f]{32}$/);
      const at = own.published_at;
      assert.deepEqual(own, {
        ...{ reply_id: dispute, audit_date: '2026-11-20', kind: 'dispute', criterion: 'P1-A', text, text_salt: salt },
        ...{ published_at: at, proof: 'dns', proven_at: clock.now().toISOString(), outcome: null, removed_at: null },
      });
      // It is a document like others, and what scores are read from has the same bytes.
      assert.deepEqual(
        [reply.headers.get('cache-control'), reply.headers.get('content-type')],
        ['public, max-age=60, stale-if-error=604800', 'application/json; charset=utf-8'],
      );
      assert.notEqual(reply.headers.get('etag'), empty.headers.get('etag'));
      assert.equal(Date.parse(reply.headers.get('last-modified') ?? ''), Date.parse(at));
      assert.equal(service.catalogue.current().document('/api/audits/index.json')?.tag, index?.tag);
      assert.deepEqual(await read('beta'), before);
      const head = await fetch(`${service.url}/api/audits/acme/replies.json`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('etag')], [200, reply.headers.get('etag')]);
      const again = await call(service.url, 'GET', '/api/audits/acme/replies.json', {
        headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
      });
      assert.equal(again.status, 304);
      const entries = await statements(service);
      const entry = entries.find((one) => one.reply?.reply_id === dispute) ?? assert.fail();
      assert.deepEqual(entry.reply, {
        ...{
          about: entries.findIndex((one) => one.audit_date === '2026-11-20'),
          corrected_by: null,
          criterion: 'P1-A',
        },
        ...{ kind: 'dispute', outcome: null, proof: 'dns', proven_at: own.proven_at, reply_id: dispute },
        text_sha256: textHash(text, salt),
      });
      assert.deepEqual(
        [entry.kind, entry.slug, entry.audit_date, entry.at, entry.replaces],
        ['reply', 'acme', '2026-11-20', at, null],
      );
    });

    await t.test('is refused where it is too long, hidden, about nothing, or the second', async () => {
      const { proof_id } = await proven();
      const one = (more: object) => ({ proof_id, replies: [{ kind: 'reply', criterion: 'P2-A', text: 'x', ...more }] });
      await refuses('/replies', one({ text: 'x'.repeat(1_001) }), 422, /1 to 1000 characters/);
      for (const hidden of ['a\u202eb', 'a\u200bb', 'a\u0007b', 'a\u{e0041}b', 'a\ufeffb', 'a\u2028b'])
        await refuses('/replies', one({ text: hidden }), 422, /text without|well-formed/);
      await refuses('/replies', one({ criterion: 'P9-Z' }), 422, /replies\.0\.criterion.+a criterion of the audit/);
      await refuses('/replies', one({ kind: 'dispute', criterion: null }), 422, /about one criterion/);
      await refuses('/replies', { ...one({}), audit_date: '2026-11-19' }, 404, /no audit of this date/);
      await refuses(
        '/replies',
        one({ kind: 'dispute', criterion: 'P1-A' }),
        409,
        /a dispute of P1-A of 2026-11-20 is open/,
      );
      await refuses(
        '/replies',
        { proof_id, replies: [...one({ text: '😀'.repeat(600) }).replies, ...one({ text: 'y'.repeat(401) }).replies] },
        409,
        /1001 characters together/,
      );
      const [fits = ''] = await said(proof_id, one({ text: `${'😀'.repeat(999)}ن` }).replies);
      await refuses('/replies', one({}), 409, /1001 characters together/);
      await post(`/replies/${fits}/decide`, { outcome: 'withdrawn' });
      await said(proof_id, one({ text: 'In other words.' }).replies);
      // An older audit has room of its own.
      await said(proof_id, [{ kind: 'dispute', criterion: 'P1-A', text: 'It was so in May.' }], '2026-05-01');
    });

    await t.test('has one outcome, and only one that can be', async () => {
      const path = `/replies/${dispute}/decide`;
      await refuses(path, { outcome: 'corrected' }, 422, /audit_date/);
      await refuses(path, { outcome: 'upheld', audit_date: '2026-11-20' }, 422, /audit_date/);
      for (const audit_date of ['2026-11-20', '2026-05-01', '2026-11-22'])
        await refuses(path, { outcome: 'corrected', audit_date }, 409, /published after this dispute/);
      const thanks = ((await read()).replies as PublicReply[]).find(({ criterion }) => criterion === null);
      await refuses(`/replies/${thanks?.reply_id}/decide`, { outcome: 'upheld' }, 409, /can only be withdrawn/);
      // The same audit under a right name is no new one; in its place another of the same date is, and a later one.
      await post('/audits/acme/correct', { company: 'Acme Ltd' });
      await refuses(path, { outcome: 'corrected', audit_date: '2026-11-20' }, 409, /published after this dispute/);
      clock.advance(2.4 * DAY_MS);
      await commit(service, [{ ...acme('2026-11-22', 4), company: 'Acme Ltd' }]);
      const { publication } = await post(path, { outcome: 'corrected', audit_date: '2026-11-22' });
      const own = ((await read()).replies as PublicReply[]).find(({ reply_id }) => reply_id === dispute);
      assert.deepEqual(
        [own?.outcome?.outcome, own?.outcome?.audit_date, own?.audit_date],
        ['corrected', '2026-11-22', '2026-11-20'],
      );
      assert.equal(service.catalogue.current().outcome_days, 2.4);
      await refuses(path, { outcome: 'withdrawn' }, 409, /an outcome is final/);
      const entries = await statements(service);
      const entry = entries.at(-1) ?? assert.fail();
      assert.deepEqual([entry.kind, entry.publication, entry.reply?.outcome], ['outcome', publication, 'corrected']);
      assert.equal(entries[entry.reply?.about ?? -1]?.reply?.reply_id, dispute);
      assert.equal(entries[entry.reply?.corrected_by ?? -1]?.audit_date, '2026-11-22');
      const { json } = await desk('GET', `/replies/${dispute}`);
      assert.deepEqual([json.outcomes, json.entries.length, json.reply.corrected_by], [[], 2, '2026-11-22']);
      assert.equal('text_salt' in json.reply, false);
    });

    await t.test('loses a text that must not stand, and keeps its place', async () => {
      await post(`/replies/${dispute}/remove`);
      await refuses(`/replies/${dispute}/remove`, {}, 409, /was removed on/);
      const own = ((await read()).replies as PublicReply[]).find(({ reply_id }) => reply_id === dispute);
      assert.deepEqual([own?.text, own?.text_salt, own?.outcome?.outcome], [null, null, 'corrected']);
      assert.ok(own?.removed_at);
      const everywhere = JSON.stringify([
        ...(await service.store.db.selectFrom('replies').selectAll().execute()),
        ...(await service.store.db.selectFrom('desk_actions').selectAll().execute()),
        ...(await statements(service)),
      ]);
      assert.ok(!everywhere.includes('pricing.md'));
      assert.equal((await statements(service)).at(-1)?.kind, 'removal');
    });

    await t.test('is told in the log of the desk and found by state', async () => {
      const { json } = await desk('GET', '/replies');
      assert.deepEqual(
        json.replies.map((one: PublicReply) => [one.audit_date, one.criterion]),
        [['2026-05-01', 'P1-A']],
      );
      assert.equal((await desk('GET', '/replies?state=all&slug=acme')).json.replies.length, 5);
      const first = (await desk('GET', '/replies?state=all&limit=3')).json;
      assert.equal((await desk('GET', `/replies?state=all&after=${first.next}`)).json.replies.length, 2);
      const { actions } = (await desk('GET', '/actions?limit=100')).json;
      const done = new Set(actions.map(({ action }: { action: string }) => action));
      for (const action of ['begin_reply', 'check_reply_proof', 'publish_reply', 'decide_reply', 'remove_reply'])
        assert.ok(done.has(action), action);
      assert.deepEqual(await findings(service), []);
    });

    await t.test('a proof ends with time, and with the website and slug of the company', async () => {
      const { proof_id } = await proven();
      const body = { proof_id, replies: [{ kind: 'reply', criterion: 'P3-A', text: 'We do.' }] };
      clock.advance(7 * DAY_MS + 1_000);
      await refuses('/replies', body, 409, /last seen on .+look again/);
      assert.equal((await post(`/reply-proofs/${proof_id}/check`)).proof.proof, 'dns');
      await said(proof_id, body.replies);
      clock.advance(7 * DAY_MS);
      await refuses(`/reply-proofs/${proof_id}/check`, {}, 409, /the token ran out/);
      await refuses('/replies', body, 409, /the token ran out/);
      const next = await proven();
      await post('/audits/acme/correct', { website: 'https://new-acme.com/' });
      await refuses('/replies', { ...body, proof_id: next.proof_id }, 409, /its website is another one/);
      await refuses(`/reply-proofs/${next.proof_id}/check`, {}, 409, /its website is another one/);
      const last = await proven('acme', '_readymark-reply.new-acme.com');
      await post('/audits/acme/correct', { new_slug: 'acme-ltd' });
      await refuses('/replies', { ...body, proof_id: last.proof_id }, 409, /has the slug acme-ltd now/);
      clock.advance(105 * DAY_MS);
      await tick(service);
      const rows = await service.store.db.selectFrom('reply_proofs').select('contact').execute();
      assert.deepEqual(new Set(rows.map(({ contact }) => contact)), new Set([null]));
    });

    await t.test('goes along with its company, and is taken off with it', async () => {
      const { count, replies } = await read('acme-ltd');
      assert.equal(count, 6);
      const late_one = (replies as PublicReply[]).find(({ text, outcome }) => text && !outcome)?.reply_id;
      assert.equal((await fetch(`${service.url}/api/audits/acme/replies.json`, { redirect: 'manual' })).status, 301);
      // The outcome under the new slug is logged under it; the reply keeps the one that it was published under.
      const open = (replies as PublicReply[]).find(({ audit_date }) => audit_date === '2026-05-01') ?? assert.fail();
      await post(`/replies/${open.reply_id}/decide`, { outcome: 'upheld' });
      const [published, decided] = (await statements(service)).filter(({ reply }) => reply?.reply_id === open.reply_id);
      assert.deepEqual([published?.slug, decided?.slug], ['acme', 'acme-ltd']);
      const fresh = await testService(
        engine,
        { DATABASE_URL: service.settings.DATABASE_URL, DATA_DIR: service.data_dir },
        clock,
      );
      assert.deepEqual(fresh.catalogue.current().replies('acme-ltd'), service.catalogue.current().replies('acme-ltd'));
      await post('/audits/acme-ltd/retract', { reason: 'Wrong company.' });
      assert.equal((await call(service.url, 'GET', '/api/audits/acme-ltd/replies.json')).status, 410);
      assert.deepEqual(service.catalogue.current().replies('acme-ltd'), []);
      // A text can still be removed, and nothing else happens to it.
      await refuses(`/replies/${late_one}/decide`, { outcome: 'withdrawn' }, 409, /was retracted on/);
      await post(`/replies/${late_one}/remove`);
      assert.equal(service.catalogue.current().outcome_days, null);
      const again = { ...audit('acme-ltd', 'https://new-acme.com/', '2026-11-22'), company: 'Acme Ltd' };
      await post('/audits', { audits: [again], reinstate: true }, 201);
      assert.equal((await read('acme-ltd')).count, 0);
      assert.deepEqual(await findings(service), []);
      const late = await testService(
        engine,
        { DATABASE_URL: service.settings.DATABASE_URL, DATA_DIR: service.data_dir },
        clock,
      );
      assert.equal((await call(late.url, 'GET', '/api/audits/acme-ltd/replies.json')).json.count, 0);
    });
  });
}
