import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Define } from '../define.ts';
import { line } from '../output.ts';
import { sqliteFile } from '../sqlite-file.ts';

export function addBackup(define: Define): void {
  define<{ force: boolean; withKey: boolean; withBlobs: boolean; withoutBlobs: boolean }>(
    'backup',
    'copy the SQLite database to a file while it is in use, and the blobs in its folder to a folder beside that file',
    ['backup readymark-2026-11-21.db', 'backup readymark-2026-11-21.db --with-key'],
    async (cli, output, { force, withKey, withBlobs, withoutBlobs }, [to = '']) => {
      const { backUp } = await import('../../store/upkeep/backup.ts');
      const file = sqliteFile(cli, 'pg_dump --format=custom --file=readymark.dump service=readymark');
      const { blobsNamedIn, transferBlobs } = await import('../../store/blobs/transfer.ts');
      const { openFolder } = await import('../../store/blobs/folder.ts');
      const blobs = await cli.openBlobs(cli.settings());
      // What is in a bucket is large, and kept by whoever runs the store.
      const included = blobs !== undefined && !withoutBlobs && (withBlobs || blobs.folder !== undefined);
      const beside = `${resolve(to)}.blobs`;
      const bar = output.progress('pages');
      const blobs_bar = output.progress('blobs');
      let named = 0;
      let missing: readonly string[] = [];
      let damaged: readonly string[] = [];
      let forget = async () => {};
      try {
        await backUp(file, resolve(to), {
          force,
          at_page: bar.at,
          async before(copy) {
            bar.end();
            const names = blobsNamedIn(copy);
            named = names.length;
            if (!blobs || !included || (!named && !existsSync(beside))) return;
            const target = openFolder(beside);
            ({ missing, damaged } = await transferBlobs(blobs, target, names, {
              signal: cli.signal,
              at: blobs_bar.at,
            }));
            await target.close();
            // An earlier backup of this name, whole until now, may have what was forgotten since.
            const wanted = new Set(names);
            forget = async () => {
              for await (const name of target.list()) if (!wanted.has(name)) await target.delete(name);
            };
          },
          after: () => forget(),
        });
      } finally {
        blobs_bar.end();
        await blobs?.close();
      }
      const blobs_at = included && named ? beside : null;
      const key = withKey ? `${resolve(to)}.signing-key` : null;
      if (key !== null) {
        const { copyKey } = await import('../../store/public-log/key-file.ts');
        const { signingKeyFile } = await import('../../operations/signing/key-place.ts');
        copyKey(signingKeyFile(cli.settings()), key);
      }
      output.result({ backup: resolve(to), key, blobs: blobs_at, blobs_named: named }, () => [
        line`${output.colour.green('backed up')} to ${resolve(to)}, verified and flushed to disk.`,
        ...(blobs_at === null
          ? []
          : [
              line`Its ${named - missing.length - damaged.length} blobs, which are evidence and datasets, are in ${blobs_at}; both belong together.`,
            ]),
        ...(named && blobs_at === null
          ? [
              line`Its ${named} blobs, which are evidence and datasets, are not in it: they stay in ${blobs?.place ?? 'the place of BLOB_URL'}.`,
            ]
          : []),
        ...(missing.length
          ? [line`${missing.length} blobs were removed meanwhile or are missing; readymark doctor says which.`]
          : []),
        ...(damaged.length
          ? [line`${damaged.length} blobs are damaged, and not in it; readymark doctor --all-blobs says which.`]
          : []),
        ...(key === null
          ? [
              line`The signing key of the public log is not in it: keep a copy, with --with-key or of your own; without it nothing that is published after a restore becomes public.`,
            ]
          : [line`The signing key is at ${key}. Keep it apart from the backup: whoever has it can sign the log.`]),
      ]);
      return 0;
    },
  )
    .argument('<file>', 'where to write the copy')
    .option('--force', 'replace an existing file', false)
    .option('--with-blobs', 'copy blobs from a bucket too', false)
    .option('--without-blobs', 'leave the blobs of a folder out', false)
    .option('--with-key', 'copy the signing key of the public log too, beside the backup', false);
}
