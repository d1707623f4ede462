import { join, resolve } from 'node:path';
import { BackupRefusal, backUp, restore } from '../store/backup.ts';
import type { Cli, Define } from './command.ts';
import { Refusal } from './output.ts';

export function addBackup(define: Define): void {
  define<{ force: boolean }>(
    'backup',
    'copy the SQLite database to a file while it is in use',
    ['backup readymark-2026-11-21.db'],
    async (cli, output, { force }, [to = '']) => {
      const file = sqliteFile(cli, 'pg_dump --format=custom --file=readymark.dump "$DATABASE_URL"');
      const bar = output.progress('pages');
      await inWords(backUp(file, resolve(to), { force, at_page: bar.at }));
      bar.end();
      output.result({ backup: resolve(to) }, () => [`${output.colour.green('backed up')} to ${resolve(to)}, whole and on the disk.`]);
      return 0;
    },
  )
    .argument('<file>', 'where the copy goes')
    .option('--force', 'replace a file of that name', false);
}

export function addRestore(define: Define): void {
  define<{ force: boolean }>(
    'restore',
    'put a backup in the place of the SQLite database',
    ['restore readymark-2026-11-21.db', 'restore readymark-2026-11-21.db --force'],
    async (cli, output, { force }, [from = '']) => {
      const file = sqliteFile(cli, 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" readymark.dump');
      const { kept } = await inWords(restore(resolve(from), file, { force }));
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

/** The file of the database; refuses where it is PostgreSQL, whose own tools do this. */
function sqliteFile(cli: Cli, instead: string): string {
  const { DATABASE_URL, DATA_DIR } = cli.settings();
  if (DATABASE_URL) throw new Refusal(`The database is PostgreSQL; use its own tool: ${instead} (docs/deploying.md).`);
  return resolve(join(DATA_DIR, 'readymark.db'));
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof BackupRefusal ? new Refusal(error.message) : error;
  });
}
