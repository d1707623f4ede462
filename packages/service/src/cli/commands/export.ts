import { Refusal } from '@readymark/rubric/refusal';
import type { Exported } from '../../documents/export/export.ts';
import type { Feature } from '../../operations/context.ts';
import { type Define, WrongUsage } from '../define.ts';

export function addExport(define: Define, features: readonly Feature[]): void {
  const others = features.flatMap(({ export_option }) => export_option ?? []);
  const command = define<Record<string, unknown>>(
    'export',
    'write all public documents as files, with .br, .gz and .zst beside them, for nginx or a CDN, replacing the last export in one step',
    [
      'export public',
      'export /srv/readymark/public --json',
      "export --to 's3://board/public?endpoint=https://s3.example' --follow",
      ...others.map(({ flag }) => `export --${flag} readymark-${flag}`),
    ],
    (cli, output, options, [folder = '']) =>
      cli.withContext(async (ctx) => {
        if ((options.to === undefined) === (folder === ''))
          throw new WrongUsage('Name a folder, or a bucket with --to.');
        if (options.follow && options.to === undefined) throw new WrongUsage('--follow goes with --to.');
        const other = others.find(({ flag }) => options[flag]);
        if (other && folder === '') throw new WrongUsage(`--${other.flag} is written into a folder: name one.`);
        if (other) return other.run(ctx, output, { folder, signal: cli.signal });
        if (typeof options.to === 'string') {
          const { exportToStore } = await import('../board/export-to-store.ts');
          return exportToStore(cli, output, ctx, { address: options.to, follow: options.follow === true });
        }
        await ctx.catalogue.refresh();
        await ctx.watch_stats.refresh();
        const { ExportRefused, exportTo } = await import('../../documents/export/export.ts');
        for (const { note } of cli.features) await note?.(ctx);
        const { operationsOf } = await import('../../operations/index.ts');
        const operations = await operationsOf(cli.features);
        const { exportedDocuments } = await import('../../doors/http/public/exported-documents.ts');
        const { httpParts } = await import('../../doors/http/feature-part.ts');
        const { openSite } = await import('../../doors/http/public/site.ts');
        const { logDocuments } = await import('../../doors/http/public-log/log-documents.ts');
        const { aboutTools } = await import('../../doors/mcp/open.ts');
        const { total, documents } = exportedDocuments(
          ctx,
          operations,
          aboutTools(ctx.settings.BASE_URL, operations),
          openSite(await httpParts(cli.features)),
        );
        const bar = output.progress('exporting', total);
        async function* all() {
          yield* documents;
          yield* logDocuments(ctx);
        }
        const written = await exportTo(folder, { documents: all(), progress: bar.at })
          .catch(async (error: unknown): Promise<Exported> => {
            const { noteFailure } = await import('../../operations/failures.ts');
            const detail = 'readymark export failed; run it again to see why.';
            // What happened is reported here in any case.
            await noteFailure(ctx, 'export', { at: ctx.now(), detail }).catch(() => {});
            throw error instanceof ExportRefused ? new Refusal(error.message) : error;
          })
          .finally(bar.end);
        output.result({ folder, version: ctx.catalogue.current().version, ...written }, () => [
          `${written.documents} documents as ${written.files} files (${Math.ceil(written.bytes / 1024)} KiB) in ${folder}; ${written.taken_over} compressed files were reused.`,
          ...(written.kept ? [`The folder that was there is kept as ${written.kept}.`] : []),
        ]);
        return 0;
      }),
  )
    .argument(
      '[folder]',
      'where to write: a folder that does not exist, is empty, or (for the documents) has an earlier export',
    )
    .option('--to <address>', 'a bucket instead of a folder, as in BLOB_URL; readymark edge reads it there')
    .option('--follow', 'with --to: keep running, and write each publication as it is made', false);
  for (const { flag, does } of others) command.option(`--${flag}`, does, false);
}
