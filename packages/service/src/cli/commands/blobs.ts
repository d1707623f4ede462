import type { Define } from '../define.ts';
import { line } from '../output.ts';

export function addBlobs(define: Define): void {
  define(
    'blobs copy',
    'copy the blobs that the database names from another place to BLOB_URL; continues after an interruption',
    ['blobs copy /var/lib/readymark/blobs', "blobs copy 's3://old-bucket?endpoint=https://s3.example'"],
    (cli, output, _, [from = '']) =>
      cli.withContext(async ({ store, blobs }) => {
        const { Refusal } = await import('@readymark/rubric/refusal');
        const { readSettings } = await import('../../settings.ts');
        const { transferBlobs } = await import('../../store/blobs/transfer.ts');
        const { namedBlobs } = await import('../../store/blobs/check-blobs.ts');
        if (!blobs) throw new Refusal('BLOB_URL is not set; set it to where the blobs are to be.');
        const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = cli.settings();
        const source = await cli.openBlobs(readSettings({ BLOB_URL: from, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }));
        if (!source) throw new Refusal('Name a folder or a bucket.');
        const bar = output.progress('blobs');
        try {
          const names = await namedBlobs(store);
          const {
            blobs: copied,
            missing,
            damaged,
          } = await transferBlobs(source, blobs, names, {
            signal: cli.signal,
            at: bar.at,
          });
          bar.end();
          output.result({ blobs: copied, missing, damaged }, () => [
            line`${output.colour.green('copied')} ${copied} blobs to ${blobs.place}.`,
            ...(missing.length
              ? [
                  line`${missing.length} are in neither place, the first is ${missing[0] ?? ''}; readymark doctor says whose they are.`,
                ]
              : []),
            ...(damaged.length
              ? [line`${damaged.length} are damaged where they were, and not copied, the first is ${damaged[0] ?? ''}.`]
              : []),
          ]);
          return missing.length || damaged.length ? 1 : 0;
        } finally {
          await source.close();
        }
      }),
  ).argument('<from>', 'a folder or a bucket, as in BLOB_URL');

  define(
    'blobs sweep',
    'remove the blobs at BLOB_URL that no row of the database names; only if no other database uses that place',
    ['blobs sweep'],
    (cli, output) =>
      cli.withContext(async ({ store, blobs, now }) => {
        const { Refusal } = await import('@readymark/rubric/refusal');
        const { unknownBlobs } = await import('../../store/blobs/check-blobs.ts');
        const { endBlobs, endUnknown, endUnnamed } = await import('../../store/blobs/end-blobs.ts');
        if (!blobs) throw new Refusal('BLOB_URL is not set, and nothing is in blobs.');
        let unknown = await endUnnamed(store);
        for await (const names of unknownBlobs(store, blobs)) unknown += await endUnknown(store, names);
        await endBlobs(store, blobs, now, cli.signal);
        output.result({ removed: unknown }, () => [
          line`${output.colour.green('removed')} ${unknown} blobs from ${blobs.place} that belong to no row.`,
        ]);
        return 0;
      }),
  );
}
