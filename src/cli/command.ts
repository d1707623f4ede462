import { Command, CommanderError } from 'commander';
import type { Context } from '../operations/context.ts';
import { readSettings, type Settings } from '../settings.ts';
import { addBackup, addRestore } from './backup.ts';
import { addCheck } from './check.ts';
import { addCopy } from './copy.ts';
import { addDiff } from './diff.ts';
import { addDoctor } from './doctor.ts';
import { addDraft } from './draft.ts';
import { addDue } from './due.ts';
import { addExport } from './export.ts';
import { addMigrate } from './migrate.ts';
import { addNotices } from './notices.ts';
import { addOperator } from './operator.ts';
import { makeOutput, type Output, type Streams } from './output.ts';
import { addPublish } from './publish.ts';
import { addRequests } from './requests.ts';
import { addServe } from './serve-command.ts';
import { addSettings } from './settings-command.ts';

/** What main.ts hands down: how a process gets its context. */
export type OpenContext = (settings: Settings, given?: { quiet?: boolean }) => Context & { close(): Promise<void> };

/** What every command gets. */
export type Cli = {
  settings(): Settings;
  /** Opens the context for the time of some work, and closes it. Commands log warnings only, so that their output stays readable. */
  withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  openContext: OpenContext;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
};

/** Runs one command; it says what it did through `output` and returns the exit code when that is not 0. */
export type Action<O> = (cli: Cli, output: Output, options: O, args: readonly string[]) => Promise<number | undefined>;

const commands = [
  addServe,
  addCheck,
  addPublish,
  addRequests,
  addDraft,
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

/**
 * The command line (decision 32): one file per command; exit 0 done, 1 refused or failed (message on standard error), 2 wrong use.
 *
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  openContext: OpenContext,
  streams: Streams,
  signal: AbortSignal,
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
    signal,
  };
  const program = new Command('readymark')
    .description('Publishes how ready a company’s offer is for use by AI agents.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => streams.out.write(text), writeErr: (text) => streams.err.write(text) })
    .showHelpAfterError('Say --help for how to use it.');
  const define: Define = (name, description, examples, action) => {
    const command = place(program, name).description(description).option('--json', 'write one JSON document to standard output', false);
    command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ npx readymark ${example}`).join('\n')}`);
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

/** Commands that belong together, and what their group is for. */
const groups: Readonly<Record<string, string>> = {
  requests: 'work through the queue of audit requests',
  notices: 'see what became of letters, and send them again',
  operator: 'say who may run the desk over HTTP',
};

/** Makes a command; `requests list` stands in the group `requests`, which the first of its commands makes. */
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
  if (!known) group.addHelpText('after', `\nExamples:\n  $ npx readymark ${name} --help`);
  return group.command(second);
}

/** Adds one command, by its name (`publish`) or by group and name (`requests list`); the caller adds arguments and options to what is returned. */
export type Define = <O>(name: string, description: string, examples: readonly string[], action: Action<O & { json: boolean }>) => Command;
