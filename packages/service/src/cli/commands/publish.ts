import { Refusal } from '@readymark/rubric/refusal';
import type { Define } from '../define.ts';
import { reportPublished } from '../desk/completed.ts';
import { asGiven } from '../desk/desk.ts';
import { deskCommand } from '../desk/desk-command.ts';

export function addPublish(define: Define): void {
  deskCommand(define, {
    usage: 'publish',
    does: 'publish audits, all or none',
    examples: [
      'publish acme_2026-11-20.audit.json',
      'publish acme_2026-11-20.audit.json --completes req_0199',
      'publish acme_2026-11-20.audit.json --completes-all',
      'publish audits/ --dry-run',
      'publish acme_2026-11-20.audit.json --replace',
      'publish acme_2026-11-20.audit.json --url https://readymark.example --token-file token',
    ],
    operation: async () => (await import('../../operations/desk/publish-audits.ts')).publishAudits,
    flags: { completes: '--completes <id>', drafts: '--draft <id>', audits: false, hashes: false },
    ids: { completes: 'request', drafts: 'job' },
    async run(called) {
      const { cli, output, desk, input, args: paths, call } = called;
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
      const published = await call({ ...input, audits });
      const paths_of = new Map(
        read.flatMap((one) =>
          'audit' in one && one.file !== STANDARD_INPUT ? [[one.audit.source_file, one.file]] : [],
        ),
      );
      return reportPublished(called, published, (command) => asGiven(command, paths_of, desk));
    },
  })
    .argument('<path...>', 'audit files, folders of them, or - for standard input')
    .option('--completes-all', 'complete every waiting request for the sites of these audits', false);
}
