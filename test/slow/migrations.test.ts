import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Kysely } from 'kysely';
import { openStore } from '../../src/store/engine/engine.ts';
import { migrate, migrationState } from '../../src/store/upkeep/migrate.ts';
import { newDatabase } from '../world/postgres.ts';
import { readymark, startProgram } from '../world/readymark.ts';
import { engines, sharedDatabases } from '../world/service.ts';

sharedDatabases();

for (const engine of engines)
  describe(`migrating on ${engine}`, { timeout: 60_000 }, () => {
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

    test('of four processes that start at once one applies, the others find it done', async (t) => {
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

    test('a migration that fails leaves nothing, says its own error, and can be run again', async (t) => {
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

    test('a process killed in the middle of a migration leaves nothing half there', async (t) => {
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
