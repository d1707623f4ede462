import { migrate } from '../../store/upkeep/migrate.ts';
import type { Define } from '../define.ts';

export function addMigrate(define: Define): void {
  define('migrate', 'migrate the database to this version (serve does this itself)', ['migrate'], (cli, output) =>
    cli.withContext(async (ctx) => {
      const applied = await migrate(ctx.store);
      output.result({ applied }, () =>
        applied.length ? applied.map((name) => `applied ${name}`) : ['The database is up to date.'],
      );
      return 0;
    }),
  );
}
