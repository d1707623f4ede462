import { join } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';

export function addRecount(define: Define): void {
  define(
    'recount',
    'put right the counts that are kept beside other tables, as the doctor compares them; services may be running',
    ['recount', 'recount --json'],
    async (cli, output) => {
      const { openStore } = await import('../../store/engine/engine.ts');
      const { recount } = await import('../../store/kept/recount.ts');
      const { assertMigrated } = await import('../../store/upkeep/migrate.ts');
      const { DATABASE_URL: database_url, DATA_DIR } = cli.settings();
      const file = join(DATA_DIR, 'readymark.db');
      const store = openStore({ database_url, file, existing: true, connections: 2, timeout: 0 });
      try {
        await assertMigrated(store);
        const recounted = await recount(store, (await cli.now()).toISOString());
        output.result({ recounted }, () => [
          ...recounted.flatMap(({ table, mended }) =>
            mended
              ? [line`${table}: ${String(mended)} ${mended === 1 ? 'row was' : 'rows were'} wrong, and put right`]
              : [],
          ),
          ...(recounted.every(({ mended }) => mended === 0) ? ['All of them were right.'] : []),
        ]);
        return 0;
      } finally {
        await store.close();
      }
    },
  );
}
