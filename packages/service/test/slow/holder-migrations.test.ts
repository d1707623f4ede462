import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { features } from '../../src/features.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { migrate, readMigrations } from '../../src/store/upkeep/migrate.ts';
import { holderWorld } from '../holders/holder-world.ts';
import { call } from '../world/call.ts';
import { operator_token, publish } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** Migrations of letters to companies, texts and changed sites on a filled database, and what the doctor finds in their tables (decisions 182 and 183). */
sharedDatabases();

const LAST_BEFORE = '0028';
const own_bookkeeping = /^(kysely_|sqlite_)/;

async function findings(
  store: Store,
  rubrics: Parameters<typeof runDoctor>[1],
  blobs?: Parameters<typeof runDoctor>[4],
): Promise<string[]> {
  const more = (await Promise.all(features.map(({ doctor }) => doctor?.() ?? []))).flat();
  return (await runDoctor(store, rubrics, () => {}, more, blobs)).flatMap((check) => check.findings);
}

for (const engine of engines)
  describe(`a filled database (${engine})`, () => {
    /** A company with a page, a draft, a preview, letters and a text that waits. */
    async function filled() {
      const world = await holderWorld(engine, { SMTP_URL: 'smtp://127.0.0.1:9' });
      const { url, post, prove, drafted, get } = world;
      await publish(world, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await get('/audits/acme')).status === 200, 'it is public');
      const own = await prove('acme.com');
      const draft = await drafted(own);
      await post('/check', { website: 'acme.com' });
      await until(async () => (await call(url, 'GET', '/api/previews/acme.com.json')).json.status === 'done', 'seen');
      return { ...world, own, draft };
    }

    test(`of the version before (${LAST_BEFORE}) is migrated with all that is in it, and goes on`, async () => {
      const before = await filled();
      const database_url = engine === 'postgres' ? await newDatabase() : '';
      const folder = temporaryFolder('readymark-before-');
      const store = openStore({ database_url, file: join(folder, 'readymark.db') });
      const all = await readMigrations();
      const earlier = Object.entries(all).filter(([name]) => name.slice(0, 4) <= LAST_BEFORE);
      await migrate(store, Object.fromEntries(earlier));
      for (const { name, columns } of await store.db.introspection.getTables()) {
        if (own_bookkeeping.test(name)) continue;
        const known = new Set(columns.map((column) => column.name));
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(before.store.db);
        for (const row of rows) {
          // Migration 0040 makes this counter.
          if (name === 'counters' && row.name === 'score_counts') continue;
          const then = Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column)));
          // Before there were blobs, bytes were in the row.
          if (typeof row.blob === 'string')
            then.body = Buffer.from((await before.blobs?.get(row.blob)) ?? assert.fail()).toString('base64');
          await store.db
            .deleteFrom(name as 'counters')
            .where((eb) => eb.and(then as never))
            .execute();
          await store.db
            .insertInto(name as 'counters')
            .values(then as never)
            .execute();
        }
      }
      const applied = await migrate(store);
      for (const number of ['0029', '0030', '0031'])
        assert.ok(
          applied.some((name) => name.startsWith(number)),
          number,
        );
      assert.deepEqual(await findings(store, before.rubrics), []);
      await store.close();

      const { clock, auditor, own, draft } = before;
      const env = { DATA_DIR: folder, DATABASE_URL: database_url, SMTP_URL: 'smtp://127.0.0.1:9' };
      const { url } = await testService(engine, env, clock, { auditor });
      const page = await call(url, 'GET', own, { headers: { accept: 'text/html' } });
      assert.match(page.text, /You control acme\.com/);
      assert.equal((await call(url, 'GET', draft, { headers: { accept: 'text/html' } })).status, 200);
      assert.equal((await call(url, 'GET', '/api/previews/acme.com.json')).json.status, 'done');
      const form = (path: string, fields: Record<string, string>) =>
        fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
      assert.equal((await form(`${own}/contact`, { email: 'anna@acme.com' })).status, 303, 'what is new works there');
      const { audit_date } = (await call(url, 'GET', '/api/audits/acme.json')).json;
      assert.equal((await form(`${own}/say`, { about: 'reply', text: 'We do.', audit_date })).status, 303);
    });

    test('has no findings, and each inconsistency that is planted in the tables of companies is found', async () => {
      const { store, rubrics, blobs, url, own, post } = await filled();
      const { audit_date } = (await call(url, 'GET', '/api/audits/acme.json')).json;
      await post(`${own}/contact`, { email: 'anna@acme.com' });
      const say = (about: string) => post(`${own}/say`, { about, text: 'We do.', audit_date });
      const desk = { key: operator_token };
      await say('reply');
      const [{ text_id }] = (await call(url, 'GET', '/api/desk/replies?state=open', desk)).json.texts;
      const body = { decision: 'accept' };
      await call(url, 'POST', `/api/desk/company-texts/${text_id}/decide`, { ...desk, body });
      await say('reply P1-A');
      const { registration_id } = await store.db.selectFrom('domain_holders').selectAll().executeTakeFirstOrThrow();
      const contact = { registration_id: registration_id ?? '', host: 'acme.com', website: 'https://acme.com/' };
      const none = { notified_30: null, notified_7: null, notified_rubric: null };
      await store.db
        .insertInto('company_contacts')
        .values({ ...contact, ...none, confirmed_at: '2026-11-21T12:00:00.000Z' })
        .execute();
      assert.deepEqual(await findings(store, rubrics, blobs), []);

      for (const [planted, found] of [
        [`update domain_holders set proven_at = null`, /a proof without its day/],
        [`update domain_holders set registration_id = 'reg_x'`, /its registration is not there/],
        [`update audit_jobs set holder_id = 'hld_x' where holder_id is not null`, /a private draft without a page/],
        [`update holder_links set used_at = created_at`, /its address is still there/],
        [`update company_contacts set registration_id = 'reg_x'`, /reg_x \(acme\.com\): its registration is not there/],
        [`update company_contacts set notified_7 = 'aud_x'`, /notified of an audit that is not there/],
        [`update previews set finished_at = null`, /it is done, with a time of its end or without/],
        [`update previews set result = null`, /done without a result/],
        [`update previews set changed_urls = '[]'`, /what changed, without the audit/],
        [`update previews set changed_urls = '[]', changed_audit_id = 'aud_x'`, /an audit that is not there/],
        [`update company_texts set decided_at = sent_at where status = 'waiting'`, /with a day of its decision/],
        [`update company_texts set text = null where status = 'waiting'`, /it waits without its words/],
        [`update company_texts set status = 'taken_back', decided_at = sent_at`, /its words are still there/],
        [`update company_texts set reply_id = null where status = 'accepted'`, /accepted without a reply/],
        [`update company_texts set reply_id = 'rep_x' where status = 'accepted'`, /its reply is not there/],
        [
          `insert into stale_days (day, cursor, done_at) values ('2026-01-01', '', null), ('2026-01-02', '', '2026-01-02')`,
          /2026-01-01: its letters are not written/,
        ],
      ] as const) {
        const planting = store.transaction(async (tx) => {
          await sql.raw(planted).execute(tx);
          assert.match((await findings({ ...store, db: tx }, rubrics, blobs)).join('\n'), found, planted);
          throw new Error('as it was');
        });
        await assert.rejects(planting, /as it was/);
      }
      assert.deepEqual(await findings(store, rubrics, blobs), []);
    });
  });
