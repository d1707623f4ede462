import { resolve } from 'node:path';
import { restore } from '../../store/upkeep/backup.ts';
import type { Define } from '../define.ts';
import { sqliteFile } from '../sqlite-file.ts';

export function addRestore(define: Define): void {
  define<{ force: boolean }>(
    'restore',
    'put a backup in the place of the SQLite database',
    ['restore readymark-2026-11-21.db', 'restore readymark-2026-11-21.db --force'],
    async (cli, output, { force }, [from = '']) => {
      const file = sqliteFile(
        cli,
        'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" readymark.dump',
      );
      const { kept } = await restore(resolve(from), file, { force });
      output.result({ restored: file, kept }, () => [
        `${output.colour.green('restored')} ${file}.`,
        ...(kept ? [`What stood there is kept as ${kept}.`] : []),
      ]);
      return 0;
    },
  )
    .argument('<file>', 'a file made by `readymark backup`')
    .option('--force', 'replace the database that stands there; it is kept beside it', false);
}
