import { Refusal } from '@readymark/rubric/refusal';
import type { z } from 'zod';
import { type Cli, type Define, WrongUsage } from '../../../cli/define.ts';
import { deskCommand } from '../../../cli/desk/desk-command.ts';
import { unsignedLines } from '../../../cli/desk/published.ts';
import { line } from '../../../cli/output.ts';
import { readGivenFile } from '../../../documents/given-file.ts';
import type { publishReply } from '../operations/publish-reply.ts';

type Options = { criterion?: string; dispute: boolean; text?: string; file?: string; from?: string };

type Said = z.input<typeof publishReply.input>['replies'];

export function addPublish(define: Define): void {
  deskCommand(define, {
    usage: 'replies publish <token>',
    does: 'publish the reply of a company to an audit, once its domain token was found',
    examples: [
      'replies publish prf_0199 --criterion P1-A --dispute --text "Prices are on /pricing.md."',
      'replies publish prf_0199 --file reply.txt --audit 2026-11-20',
      'replies publish prf_0199 --from replies.json --dry-run',
    ],
    operation: async () => (await import('../operations/publish-reply.ts')).publishReply,
    args: ['proof_id'],
    flags: { audit_date: '--audit <date>', replies: false },
    check: (_, options) => checkText(options as Options),
    async run({ cli, output, input, options, call }) {
      const body = await call({ ...input, replies: await repliesOf(cli, options as Options) });
      output.result(body, () => [
        ...body.replies.map(
          ({ reply_id, kind, criterion }) =>
            line`${output.colour.green(input.dry_run ? 'would publish' : 'published')} ${kind}${criterion === null ? '' : ` of ${criterion}`}${reply_id === null ? '' : `  ${reply_id}`}`,
        ),
        line`${body.slug}, audit of ${body.audit_date}${body.publication === null ? '; nothing was published' : `, publication ${body.publication}`}`,
        ...unsignedLines(output, body),
      ]);
      return 0;
    },
  })
    .option('--criterion <id>', 'the criterion that it is about (default: the whole audit)')
    .option('--dispute', 'dispute the score of the criterion', false)
    .option('--text <text>', 'what the company says')
    .option('--file <file>', 'a file with what the company says, or - for standard input')
    .option(
      '--from <file>',
      'a JSON file with several replies: [{"kind": "dispute", "criterion": "P1-A", "text": "…"}]',
    );
}

/** @throws WrongUsage */
function checkText({ criterion, dispute, text, file, from }: Options): void {
  if ([text, file, from].filter((one) => one !== undefined).length !== 1)
    throw new WrongUsage('Say what the company says: one of --text, --file or --from.');
  if (from !== undefined && (criterion !== undefined || dispute))
    throw new WrongUsage('A file of several says the criterion of each: leave out --criterion and --dispute.');
}

async function repliesOf(cli: Cli, { criterion, dispute, text, file, from }: Options): Promise<Said> {
  if (from !== undefined) return parsed(from, await readText(cli, from));
  const kind = dispute ? 'dispute' : 'reply';
  return [{ kind, criterion: criterion ?? null, text: text ?? (await readText(cli, file ?? '-')) }];
}

/** Texts of a company take some kilobytes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;

async function readText(cli: Cli, file: string): Promise<string> {
  const bytes = file === '-' ? await cli.input() : readGivenFile(file, FILE_BYTES_MAX);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${file} cannot be read as a text in UTF-8.`);
  }
}

function parsed(file: string, text: string): Said {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(`${file} is not JSON.`);
  }
  if (!Array.isArray(value)) throw new Refusal(`${file} must be a JSON array of replies.`);
  // The operation checks them.
  return value as Said;
}
