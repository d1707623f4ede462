import type { Define } from '../define.ts';

export function addCheck(define: Define): void {
  define<{ watch: boolean }>(
    'check',
    'check audit files against their rubric: sums, tier, and the rank they would have',
    ['check acme_2026-11-20.audit.json', 'check --watch acme_2026-11-20.audit.json', 'check examples'],
    async (cli, output, options, paths) => {
      const { checkFiles, watchFiles } = await import('../check-files.ts');
      if (!options.watch) return checkFiles(cli, output, paths);
      await watchFiles(cli, output, paths);
      return 0;
    },
  )
    .argument('<file...>', 'audit files, or folders of them')
    .option('--watch', 'check again whenever a file is saved, until interrupted', false);
}
