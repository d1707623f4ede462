import { userInfo } from 'node:os';
import { readRubrics } from '../catalogue/rubrics.ts';
import { publishAudits } from '../operations/desk/publish-audits.ts';
import { perform } from '../operations/run.ts';
import { migrate } from '../store/migrate.ts';
import type { Define } from './command.ts';
import { auditFiles, faultsOf, readAuditFile } from './files.ts';
import { Refusal } from './output.ts';

export function addPublish(define: Define): void {
  define<{ replace: boolean; dryRun: boolean }>(
    'publish',
    'publish audits, all or none',
    ['publish acme_2026-11-20.audit.json', 'publish audits/ --dry-run', 'publish acme_2026-11-20.audit.json --replace'],
    async (cli, output, options, paths) => {
      const rubrics = readRubrics();
      const files = auditFiles(paths);
      const bar = output.progress('checking', files.length);
      const read = files.map((file, position) => {
        bar.at(position + 1);
        return readAuditFile(file, rubrics);
      });
      bar.end();
      const faults = faultsOf(read);
      if (faults.length) throw new Refusal(`${faults.length} fault${faults.length > 1 ? 's' : ''}; nothing was published.`, faults);
      const audits = read.flatMap((file) => ('audit' in file ? [file.audit] : []));
      const reply = await cli.withContext(async (ctx) => {
        await migrate(ctx.store);
        const caller = { kind: 'operator', name: userInfo().username } as const;
        return perform(ctx, publishAudits, caller, { audits, replace: options.replace, dry_run: options.dryRun }, {});
      });
      output.result(reply.body, () => [
        ...reply.body.published.map(
          (row) =>
            `${output.colour.green(options.dryRun ? 'would publish' : 'published')} ${row.company} (${row.slug}, ${row.audit_date}): ${row.score_before === null ? '' : `${row.score_before} → `}${row.overall_score}, ${row.tier}`,
        ),
        options.dryRun ? 'Nothing was written: this was a dry run.' : `${reply.body.published.length} published.`,
      ]);
      return 0;
    },
  )
    .argument('<path...>', 'audit files, or folders of them')
    .option('--replace', 'put an audit in the place of one of the same date', false)
    .option('--dry-run', 'check everything and write nothing', false);
}
