import { Refusal } from '@readymark/rubric/refusal';
import { completeAll, reported } from '../completed.ts';
import type { Define } from '../define.ts';
import { addDeskOptions, asGiven, callDesk, type DeskOptions, readMany } from '../desk.ts';
import { wholeIds } from '../ids.ts';
import { showPublished } from '../published.ts';

export function addPublish(define: Define): void {
  type Options = DeskOptions & {
    completes: readonly string[];
    draft: readonly string[];
    despiteMismatch: boolean;
    replace: boolean;
    keepExamples: boolean;
    reinstate: boolean;
    completesAll: boolean;
    dryRun: boolean;
  };
  const command = define<Options>(
    'publish',
    'publish audits, all or none',
    [
      'publish acme_2026-11-20.audit.json',
      'publish acme_2026-11-20.audit.json --completes req_0199',
      'publish acme_2026-11-20.audit.json --completes-all',
      'publish audits/ --dry-run',
      'publish acme_2026-11-20.audit.json --replace',
      'publish acme_2026-11-20.audit.json --url https://readymark.example --token-file token',
    ],
    async (cli, output, options, paths) => {
      const { readRubrics } = await import('@readymark/rubric/read-rubrics');
      const { auditFiles, issuesOf, readAuditFile, STANDARD_INPUT } = await import('../../catalogue/audit-files.ts');
      const rubrics = readRubrics();
      const files = auditFiles(paths);
      const given = files.includes(STANDARD_INPUT) ? await cli.input() : undefined;
      const bar = output.progress('checking', files.length);
      const read = files.map((file, position) => {
        bar.at(position + 1);
        return readAuditFile(file, rubrics, file === STANDARD_INPUT ? given : undefined);
      });
      bar.end();
      const issues = issuesOf(read);
      if (issues.length)
        throw new Refusal(`${issues.length} issue${issues.length > 1 ? 's' : ''}; nothing was published.`, issues);
      const audits = read.flatMap((file) => ('audit' in file ? [file.audit] : []));
      const {
        completes,
        draft,
        despiteMismatch: despite_mismatch,
        replace,
        keepExamples: keep_examples,
        reinstate,
        completesAll,
        dryRun: dry_run,
      } = options;
      const { publishAudits } = await import('../../operations/desk/publish-audits.ts');
      const whole = await callDesk(cli, options, publishAudits, {
        audits,
        completes: await wholeIds(cli, options, 'request', completes),
        drafts: await wholeIds(cli, options, 'job', draft),
        despite_mismatch,
        replace,
        keep_examples,
        reinstate,
        dry_run,
      });
      const { body, refused } =
        completesAll && !dry_run ? await completeAll(cli, options, whole) : { body: whole, refused: [] };
      const paths_of = new Map(
        read.flatMap((one) =>
          'audit' in one && one.file !== STANDARD_INPUT ? [[one.audit.source_file, one.file]] : [],
        ),
      );
      showPublished(output, body, {
        dry_run,
        completesAll,
        asRun: (command) => asGiven(command, paths_of, options),
      });
      return reported(output, refused);
    },
  );
  addDeskOptions(command)
    .argument('<path...>', 'audit files, folders of them, or - for standard input')
    .option('--completes <id>', 'a scheduled request that the audit answers; can be repeated', readMany, [])
    .option('--completes-all', 'complete every waiting request for the sites of these audits', false)
    .option(
      '--draft <id>',
      'the audit job whose reviewed draft it is, one for each audit; can be repeated',
      readMany,
      [],
    )
    .option('--despite-mismatch', 'complete a request even if its site or company name differs', false)
    .option('--replace', 'replace an audit of the same date', false)
    .option('--reinstate', 'list a company again that was retracted', false)
    .option('--keep-examples', 'list fictional companies beside real ones', false)
    .option('--dry-run', 'check everything and write nothing', false);
}
