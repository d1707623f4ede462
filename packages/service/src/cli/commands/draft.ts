import { basename } from 'node:path';
import { type Define, WrongUsage } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions } from '../desk.ts';
import { wholeSubject } from '../ids.ts';
import { line } from '../output.ts';
import { writeNewFile, writeRecord } from '../written-file.ts';

export function addDraft(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { rubric?: string; out?: string; new?: string; website?: string }>(
      'draft',
      'write the skeleton of an audit into a file, for a listed company, a request or a new company',
      [
        'draft acme',
        'draft req_0199',
        'draft acme --out drafts/acme.json',
        'draft --new "Acme Inc." --website https://acme.com',
      ],
      async (cli, output, { rubric, out, new: company, website, ...desk }, args) => {
        if ((args[0] === undefined) === (company === undefined) || (company === undefined) !== (website === undefined))
          throw new WrongUsage(
            'Name a company by its slug, a request by its id, or a new one with --new and --website.',
          );
        const { draftAudit } = await import('../../operations/desk/draft-audit.ts');
        const { file, last_audit_date, record } = await callDesk(cli, desk, draftAudit, {
          subject: args[0] === undefined ? 'new' : await wholeSubject(cli, desk, args[0]),
          ...{ company, website, rubric },
        });
        // The name only: a remote server must not choose the folder.
        const path = out ?? basename(file);
        if (path === '-') return writeRecord(output, record);
        writeNewFile(path, `${JSON.stringify(record, null, 2)}\n`);
        output.result({ file: path, last_audit_date, record }, () => [
          line`${output.colour.green('written')} ${path}${last_audit_date === null ? '' : `, with the scores of ${last_audit_date}`}`,
          `Fill in what is null; \`readymark check --watch --fix ${path}\` checks it as you write.`,
        ]);
        return 0;
      },
    ).argument('[slug or request]', 'a company on the leaderboard, or a request by the beginning of its id, req_…'),
  )
    .option('--new <name>', 'a company that nobody requested, by its name')
    .option('--website <url>', 'the website of that company')
    .option(
      '--rubric <version>',
      'rubric of the audit (default: that of the last audit, else the newest of RUBRICS_PUBLISHABLE)',
    )
    .option('--out <file>', 'where to write it (-: standard output; default: here, under its own name)');
}
