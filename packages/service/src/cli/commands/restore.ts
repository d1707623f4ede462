import { resolve } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';
import { sqliteFile } from '../sqlite-file.ts';

export function addRestore(define: Define): void {
  define<{ force: boolean }>(
    'restore',
    'replace the SQLite database with a backup',
    ['restore readymark-2026-11-21.db', 'restore readymark-2026-11-21.db --force'],
    async (cli, output, { force }, [from = '']) => {
      const { restore } = await import('../../store/upkeep/restore.ts');
      const file = sqliteFile(
        cli,
        'pg_restore --clean --if-exists --single-transaction --dbname=service=readymark readymark.dump',
      );
      const { kept } = await restore(resolve(from), file, { force });
      output.result({ restored: file, kept }, () => [
        line`${output.colour.green('restored')} ${file}.`,
        ...(kept ? [`The old database is kept as ${kept}.`] : []),
      ]);
      return 0;
    },
  )
    .argument('<file>', 'a file made by `readymark backup`')
    .option('--force', 'replace an existing database; it is kept beside the new one', false);
}
