import { Refusal } from '@readymark/rubric/refusal';
import type { Define } from '../define.ts';
import { failureOf } from '../failure.ts';

export function addCheck(define: Define): void {
  define<{ watch: boolean; fix: boolean }>(
    'check',
    'check audit files against their rubric: sums, tier, and the rank they would have',
    [
      'check acme_2026-11-20.audit.json',
      'check --fix --watch acme_2026-11-20.audit.json',
      'check examples',
      'check - < acme_2026-11-20.audit.json',
    ],
    async (cli, output, options, paths) => {
      if (paths.includes('-') && (options.watch || options.fix))
        throw new Refusal('--watch and --fix need files: name them instead of -.');
      const { checkFiles } = await import('../check-files.ts');
      if (!options.watch) return checkFiles(cli, output, paths, options);
      const { watchFiles } = await import('../watched-files.ts');
      await watchFiles(paths, cli.signal, async (changed, wrote) => {
        await checkFiles(cli, output, changed, { ...options, wrote }).catch(async (error) =>
          output.fail(await failureOf(error)),
        );
      });
      return 0;
    },
  )
    .argument('<file...>', 'audit files, folders of them, or - for standard input')
    .option('--fix', 'correct what can be derived: sums, tier, maxima, dates, the name of the file', false)
    .option('--watch', 'check again whenever a file is saved, until interrupted', false);
}
