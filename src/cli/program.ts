import { Command, CommanderError, Help } from 'commander';
import { readSettings, version } from '../settings.ts';
import { addAudit } from './commands/audit.ts';
import { addAudits } from './commands/audits.ts';
import { addAuditsReview } from './commands/audits-review.ts';
import { addBackup } from './commands/backup.ts';
import { addCheck } from './commands/check.ts';
import { addCopy } from './commands/copy.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDraft } from './commands/draft.ts';
import { addDue } from './commands/due.ts';
import { addExport } from './commands/export.ts';
import { addMigrate } from './commands/migrate.ts';
import { addNotices } from './commands/notices.ts';
import { addOperator } from './commands/operator.ts';
import { addPublish } from './commands/publish.ts';
import { addRequests } from './commands/requests.ts';
import { addRestore } from './commands/restore.ts';
import { addServe } from './commands/serve.ts';
import { addSettings } from './commands/settings.ts';
import type { Cli, Define, OpenAuditor, OpenContext } from './define.ts';
import { line, makeOutput, type Streams } from './output.ts';

const commands = [
  addServe,
  addCheck,
  addPublish,
  addRequests,
  addAudits,
  addAuditsReview,
  addDraft,
  addAudit,
  addDiff,
  addDue,
  addExport,
  addNotices,
  addOperator,
  addMigrate,
  addBackup,
  addRestore,
  addCopy,
  addDoctor,
  addSettings,
] as const;

const defaultHelp = new Help();

/** Whether a default is what a reader assumes: not given. */
const isNothing = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0);

/**
 * The command line (decision 32): one file per command; exit code 0 done, 1 refused or failed (message on standard
 * error), 2 wrong usage, 3 (`audit`) nothing could be observed.
 *
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  openContext: OpenContext,
  streams: Streams,
  signal: AbortSignal,
  openAuditor: OpenAuditor = () => {
    throw new Error('This process has no auditing agent.');
  },
): Promise<number> {
  let code = 0;
  const cli: Cli = {
    settings: () => readSettings(),
    async withContext(work) {
      const ctx = openContext(readSettings(), { quiet: true });
      try {
        return await work(ctx);
      } finally {
        await ctx.close();
      }
    },
    openContext,
    openAuditor,
    signal,
  };
  const program = new Command('readymark')
    .description('Publishes how ready a company’s offer is for use by AI agents.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    // A group that is a command itself leaves the options behind its command to that.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => streams.out.write(text),
      // A message about wrong usage repeats what was given.
      writeErr: (text) =>
        streams.err.write(
          text
            .split('\n')
            .map((part) => line`${part}`.text)
            .join('\n'),
        ),
    })
    .configureHelp({
      optionDescription: (option) =>
        isNothing(option.defaultValue) ? option.description : defaultHelp.optionDescription(option),
      argumentDescription: (argument) =>
        isNothing(argument.defaultValue) ? argument.description : defaultHelp.argumentDescription(argument),
    })
    .showHelpAfterError('Run with --help for usage.');
  const define: Define = (name, description, examples, action) => {
    const command = place(program, name)
      .description(description)
      .option('--json', 'write one JSON document to standard output', false);
    command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ readymark ${example}`).join('\n')}`);
    return command.exitOverride().action(async () => {
      const output = makeOutput(streams, command.opts<{ json: boolean }>().json);
      try {
        code =
          (await action(
            cli,
            output,
            command.opts(),
            command.processedArgs.flat().filter((arg) => typeof arg === 'string'),
          )) ?? 0;
      } catch (error) {
        output.fail(error);
        code = 1;
      }
    });
  };
  for (const add of commands) add(define);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

/** Groups of commands, and what each is for. */
const groups: Readonly<Record<string, string>> = {
  audits: 'have the service audit sites, review the drafts and publish them',
  requests: 'work through the queue of audit requests',
  notices: 'see whether letters were sent, and send them again',
  operator: 'decide who may run the desk over HTTP',
};

/** Makes a command. `requests list` goes into the group `requests`, which is made with its first command. */
function place(program: Command, name: string): Command {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return program.command(first);
  const known = program.commands.find((command) => command.name() === first);
  const group =
    known ??
    program
      .command(first)
      .description(groups[first] ?? first)
      .exitOverride();
  if (!known) group.addHelpText('after', `\nExamples:\n  $ readymark ${name} --help`);
  return group.command(second);
}
