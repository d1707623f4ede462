import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import type { Kysely } from 'kysely';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { up } from '../../migrations/0001-initial.ts';
import { auditRow, auditsAfter } from '../../src/store/audits.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { logPast } from '../../src/store/public-log/append.ts';
import type { AuditRow } from '../../src/store/tables.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { migrate, migrationState } from '../../src/store/upkeep/migrate.ts';
import { newDatabase } from '../world/postgres.ts';
import { readymark, startProgram } from '../world/readymark.ts';
import { engines, sharedDatabases } from '../world/service.ts';

sharedDatabases();

for (const engine of engines)
  describe(`migrating on ${engine}`, () => {
    const place = async (t: { after(work: () => void): void }) => {
      const folder = mkdtempSync(join(tmpdir(), 'readymark-migrations-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const database_url = engine === 'postgres' ? await newDatabase() : '';
      const open = () => {
        const store = openStore({ database_url, file: join(folder, 'readymark.db') });
        t.after(() => void store.close());
        return store;
      };
      return { folder, database_url, open };
    };

    test('of four processes that start at once one migrates, and the others have nothing to do', async (t) => {
      const { folder, database_url, open } = await place(t);
      const nodes = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const env = { DATA_DIR: folder, DATABASE_URL: database_url };
          const { code, out, err } = await readymark(['migrate', '--json'], env);
          assert.equal(code, 0, err);
          return (JSON.parse(out) as { applied: string[] }).applied;
        }),
      );
      assert.equal(nodes.filter((applied) => applied.length > 0).length, 1);
      assert.deepEqual((await migrationState(open())).pending, []);
    });

    test('a failing migration leaves nothing behind, reports its own error, and can be run again', async (t) => {
      const { open } = await place(t);
      const store = open();
      let broken = true;
      const steps = {
        '0001-first': { up: (db: Kysely<unknown>) => db.schema.createTable('first').addColumn('a', 'text').execute() },
        '0002-second': {
          async up(db: Kysely<unknown>) {
            await db.schema.createTable('second').addColumn('a', 'text').execute();
            if (broken) await db.schema.createTable('second').addColumn('a', 'text').execute();
          },
        },
      };
      await assert.rejects(migrate(store, steps), /second/);
      const names = async () => (await store.db.introspection.getTables()).map((table) => table.name).sort();
      assert.deepEqual(await names(), []);
      broken = false;
      assert.deepEqual(await migrate(store, steps), ['0001-first', '0002-second']);
      assert.deepEqual(await names(), ['first', 'second']);
      assert.deepEqual(await migrate(store, steps), []);
    });

    test('a database with audits from before publications and record formats has no findings afterwards', async (t) => {
      const { open } = await place(t);
      const store = open();
      await migrate(store, { '0001-initial': { up } });
      const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
      const rubrics = readRubrics();
      const rows = [1, 2, 2, 3].map((publication, position) => {
        const audit = exampleAudit({ slug: `company-${position}`, company: `Company ${position}` });
        const of = { audit_id: `aud_${position}`, publication, published_at: at(publication) };
        const {
          record_format: _,
          criterion_scores: __,
          receipts: ___,
          job_id: ____,
          fictional: _____,
          reviewed_by: ______,
          business: _______,
          correction_reason: ________,
          ...row
        } = auditRow(audit, rubrics, of);
        return row;
      });
      await store.db
        .insertInto('audits')
        .values(rows as AuditRow[])
        .execute();
      await store.db.insertInto('counters').values({ name: 'publications', value: 3 }).execute();
      const waiting = { registration_id: 'reg_1', company: 'A', website: 'https://a.example/', site: 'a.example' };
      await store.db
        .insertInto('registrations')
        .values({ registration_id: 'reg_1', key_hash: 'hash', scopes: '', registered_at: at(0) })
        .execute();
      for (const [request_id, second] of [
        ['req_1', 0],
        ['req_2', 30],
        ['req_3', 100_000],
      ] as const) {
        const times = { submitted_at: at(second), status_changed_at: at(second) };
        await store.db
          .insertInto('audit_requests')
          .values({ request_id, status: 'received', ...waiting, ...times })
          .execute();
        await store.db
          .insertInto('request_moves')
          .values({ request_id, position: 1, status: 'received', at: at(second) })
          .execute();
      }
      const { pending } = await migrationState(store);
      assert.equal(pending[0], '0002-publications-and-record-format');
      assert.deepEqual(await migrate(store), pending);
      assert.equal(await logPast(store, rubrics), rows.length);
      const audits = await auditsAfter(store.db, { publication: 0, audit_id: '' }, 10, 1_000);
      assert.deepEqual(
        audits.map(({ record }) => record),
        rows.map(({ record }) => record),
      );
      assert.deepEqual(
        (await store.db.selectFrom('publications').selectAll().orderBy('publication').execute()).map((row) => ({
          ...row,
        })),
        [1, 2, 3].map((publication) => ({ publication, kind: 'audits', at: at(publication) })),
      );
      assert.deepEqual(
        (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings),
        [],
      );
    });

    test('a process killed in the middle of a migration leaves nothing behind', async (t) => {
      const { folder, database_url, open } = await place(t);
      const half = startProgram('half-migration', [join(folder, 'readymark.db'), database_url]);
      await half.prints(/in the middle/);
      await half.kill();
      const store = open();
      assert.ok((await migrate(store)).length > 0);
      assert.equal(
        (await store.db.introspection.getTables()).some((table) => table.name === 'half'),
        false,
      );
    });
  });
