import { resolve } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';
import { sqliteFile } from '../sqlite-file.ts';

export function addBackup(define: Define): void {
  define<{ force: boolean; withKey: boolean }>(
    'backup',
    'copy the SQLite database to a file while it is in use',
    ['backup readymark-2026-11-21.db', 'backup readymark-2026-11-21.db --with-key'],
    async (cli, output, { force, withKey }, [to = '']) => {
      const { backUp } = await import('../../store/upkeep/backup.ts');
      const file = sqliteFile(cli, 'pg_dump --format=custom --file=readymark.dump service=readymark');
      const bar = output.progress('pages');
      await backUp(file, resolve(to), { force, at_page: bar.at });
      bar.end();
      const key = withKey ? `${resolve(to)}.signing-key` : null;
      if (key !== null) {
        const { copyKey } = await import('../../store/public-log/key-file.ts');
        const { signingKeyFile } = await import('../../operations/signing/key-place.ts');
        copyKey(signingKeyFile(cli.settings()), key);
      }
      output.result({ backup: resolve(to), key }, () => [
        line`${output.colour.green('backed up')} to ${resolve(to)}, verified and flushed to disk.`,
        ...(key === null
          ? []
          : [line`The signing key is at ${key}. Keep it apart from the backup: whoever has it can sign the log.`]),
      ]);
      return 0;
    },
  )
    .argument('<file>', 'where to write the copy')
    .option('--force', 'replace an existing file', false)
    .option('--with-key', 'copy the signing key of the public log too, beside the backup', false);
}
