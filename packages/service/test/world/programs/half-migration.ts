import type { Kysely } from 'kysely';
import { openStore } from '../../../src/store/engine/engine.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';

/** For migrations.test.ts: prints a line in the middle of a migration, and stays there. */
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
