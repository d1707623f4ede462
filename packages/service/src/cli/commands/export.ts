import { Refusal } from '@readymark/rubric/refusal';
import type { Exported } from '../../documents/export.ts';
import type { Define } from '../define.ts';

export function addExport(define: Define): void {
  define<{ dataset: boolean }>(
    'export',
    'write all public documents as files, with .br, .gz and .zst beside them, for nginx or a CDN, replacing the last export in one step; or the dataset',
    ['export public', 'export /srv/readymark/public --json', 'export --dataset readymark-dataset'],
    (cli, output, { dataset }, [folder = '']) =>
      cli.withContext(async (ctx) => {
        if (dataset) {
          const { exportDataset } = await import('../public-log/dataset-export.ts');
          return exportDataset(ctx, output, { folder, signal: cli.signal });
        }
        await ctx.catalogue.refresh();
        await ctx.watch_stats.refresh();
        const { ExportRefused, exportTo } = await import('../../documents/export.ts');
        const { noteDatasets } = await import('../../operations/jobs/note-datasets.ts');
        await noteDatasets(ctx);
        const { operations } = await import('../../operations/index.ts');
        const { exportedDocuments } = await import('../../doors/http/public/exported-documents.ts');
        const { logDocuments } = await import('../../doors/http/public-log/log-documents.ts');
        const { aboutTools } = await import('../../doors/mcp/open.ts');
        const { total, documents } = exportedDocuments(ctx, operations, aboutTools(ctx.settings.BASE_URL, operations));
        const bar = output.progress('exporting', total);
        async function* all() {
          yield* documents;
          yield* logDocuments(ctx);
        }
        const written = await exportTo(folder, { documents: all(), progress: bar.at })
          .catch(async (error: unknown): Promise<Exported> => {
            const { noteFailure } = await import('../../operations/failures.ts');
            const detail = 'readymark export failed; run it again to see why.';
            // What happened is told here in any case.
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
      '<folder>',
      'where to write: a folder that does not exist, is empty, or (not for a dataset) has an earlier export',
    )
    .option('--dataset', 'all audits as NDJSON and CSV, with a signed manifest, instead of the documents', false);
}
