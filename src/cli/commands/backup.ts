import { resolve } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';
import { sqliteFile } from '../sqlite-file.ts';

export function addBackup(define: Define): void {
  define<{ force: boolean }>(
    'backup',
    'copy the SQLite database to a file while it is in use',
    ['backup readymark-2026-11-21.db'],
    async (cli, output, { force }, [to = '']) => {
      const { backUp } = await import('../../store/upkeep/backup.ts');
      const file = sqliteFile(cli, 'pg_dump --format=custom --file=readymark.dump service=readymark');
      const bar = output.progress('pages');
      await backUp(file, resolve(to), { force, at_page: bar.at });
      bar.end();
      output.result({ backup: resolve(to) }, () => [
        line`${output.colour.green('backed up')} to ${resolve(to)}, verified and flushed to disk.`,
      ]);
      return 0;
    },
  )
    .argument('<file>', 'where to write the copy')
    .option('--force', 'replace an existing file', false);
}
