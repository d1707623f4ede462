import type { Kysely } from 'kysely';
import { openStore } from '../../../src/store/engine/engine.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';

/** A child process of migrations.test.ts: is in the middle of a migration when it says so, and stays there. */
const [file = '', database_url = ''] = process.argv.slice(2);
await migrate(openStore({ database_url, file }), {
  '0001-half': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('half').addColumn('a', 'text').execute();
      process.stdout.write('in the middle\n');
      await new Promise((next) => setTimeout(next, 60_000));
    },
  },
});
