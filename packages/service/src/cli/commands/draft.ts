import { basename } from 'node:path';
import { type Define, WrongUsage } from '../define.ts';
import { deskCommand } from '../desk/desk-command.ts';
import { line } from '../output.ts';
import { writeNewFile, writeRecord } from '../written-file.ts';

export function addDraft(define: Define): void {
  deskCommand(define, {
    usage: 'draft [slug or request]',
    does: 'write the skeleton of an audit into a file, for a listed company, a request or a new company',
    examples: [
      'draft acme',
      'draft req_0199',
      'draft acme --out drafts/acme.json',
      'draft --new "Acme Inc." --website https://acme.com',
    ],
    operation: async () => (await import('../../operations/desk/draft-audit.ts')).draftAudit,
    args: ['subject'],
    flags: { company: '--new <name>', website: '--website <url>', rubric: '--rubric <version>' },
    check({ company, website }, _, [subject]) {
      if ((subject === undefined) === (company === undefined) || (company === undefined) !== (website === undefined))
        throw new WrongUsage('Name a company by its slug, a request by its id, or a new one with --new and --website.');
    },
    async run({ output, input, options, call }) {
      const { file, last_audit_date, record } = await call({ ...input, subject: input.subject ?? 'new' });
      // The name only: a remote server must not choose the folder.
      const path = String(options.out ?? basename(file));
      if (path === '-') return writeRecord(output, record);
      writeNewFile(path, `${JSON.stringify(record, null, 2)}\n`);
      output.result({ file: path, last_audit_date, record }, () => [
        line`${output.colour.green('written')} ${path}${last_audit_date === null ? '' : `, with the scores of ${last_audit_date}`}`,
        `Fill in what is null; \`readymark check --watch --fix ${path}\` checks it as you write.`,
      ]);
      return 0;
    },
  }).option('--out <file>', 'where to write it (-: standard output; default: here, under its own name)');
}
