import type { Define } from '../define.ts';

export function addMigrate(define: Define): void {
  define(
    'migrate',
    'create the database, or migrate it to this version (serve does this itself)',
    ['migrate'],
    async (cli, output) => {
      const { migrate } = await import('../../store/upkeep/migrate.ts');
      const ctx = await cli.openContext(cli.settings(), { quiet: true });
      try {
        const applied = await migrate(ctx.store);
        const { logPast } = await import('../../store/public-log/append.ts');
        const logged = await logPast(ctx.store, ctx.rubrics);
        output.result({ applied, logged }, () => [
          ...(applied.length ? applied.map((name) => `applied ${name}`) : ['The database is up to date.']),
          ...(logged ? [`What was published before is in the public log now, as ${logged} entries.`] : []),
        ]);
        return 0;
      } finally {
        await ctx.close();
      }
    },
  );
}
