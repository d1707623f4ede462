import { Command, CommanderError, Help } from 'commander';
import type { Feature } from '../operations/context.ts';
import { type Environment, readSettings, readVariable, variableNames, version } from '../settings.ts';
import {
  type Cli,
  type Define,
  type Now,
  type OpenAuditor,
  type OpenBlobs,
  type OpenBoard,
  type OpenContext,
  type Random,
  WrongUsage,
} from './define.ts';
import { failureOf } from './failure.ts';
import { line, makeOutput, type Output, type Streams } from './output.ts';

/** Of standard input no more is read: an audit record takes some tens of kilobytes. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Adds commands. Features may add to what these do. */
type Add = (define: Define, features: readonly Feature[]) => void;

/** The files of the commands, by the first word of what they define: a command loads its own alone. */
const files: Readonly<Record<string, readonly (() => Promise<Add>)[]>> = {
  serve: [async () => (await import('./commands/serve.ts')).addServe],
  check: [async () => (await import('./commands/check.ts')).addCheck],
  publish: [async () => (await import('./commands/publish.ts')).addPublish],
  requests: [async () => (await import('./commands/requests.ts')).addRequests],
  audits: [
    async () => (await import('./commands/audits.ts')).addAudits,
    async () => (await import('./commands/audits-review.ts')).addAuditsReview,
  ],
  publications: [async () => (await import('./commands/audits/publications.ts')).addPublications],
  draft: [async () => (await import('./commands/draft.ts')).addDraft],
  audit: [async () => (await import('./commands/audit.ts')).addAudit],
  diff: [async () => (await import('./commands/diff.ts')).addDiff],
  due: [async () => (await import('./commands/due.ts')).addDue],
  evidence: [async () => (await import('./commands/audits/evidence.ts')).addEvidence],
  examples: [async () => (await import('./commands/companies/examples.ts')).addExamples],
  retract: [async () => (await import('./commands/companies/retract.ts')).addRetract],
  correct: [async () => (await import('./commands/companies/correct.ts')).addCorrect],
  export: [async () => (await import('./commands/export.ts')).addExport],
  edge: [async () => (await import('./commands/edge.ts')).addEdge],
  notices: [async () => (await import('./commands/notices.ts')).addNotices],
  actions: [async () => (await import('./commands/actions.ts')).addActions],
  operator: [async () => (await import('./commands/operator.ts')).addOperator],
  migrate: [async () => (await import('./commands/migrate.ts')).addMigrate],
  verify: [async () => (await import('./commands/public-log/verify.ts')).addVerify],
  monitor: [async () => (await import('./commands/public-log/monitor.ts')).addMonitor],
  key: [async () => (await import('./commands/public-log/key.ts')).addKey],
  backup: [async () => (await import('./commands/backup.ts')).addBackup],
  restore: [async () => (await import('./commands/restore.ts')).addRestore],
  copy: [async () => (await import('./commands/copy.ts')).addCopy],
  blobs: [async () => (await import('./commands/blobs.ts')).addBlobs],
  doctor: [async () => (await import('./commands/doctor.ts')).addDoctor],
  recount: [async () => (await import('./commands/recount.ts')).addRecount],
  settings: [async () => (await import('./commands/settings.ts')).addSettings],
};

/** The files that the arguments need: those of one command, or all, for the list of commands and for unknown ones. */
function filesFor([first = '']: readonly string[], features: readonly Feature[]): readonly (() => Promise<Add>)[] {
  if (first === '--version' || first === '-V') return [];
  const own = features.flatMap(({ commands = {} }) => Object.entries(commands));
  const named = [...(files[first] ?? []), ...own.filter(([group]) => group === first).map(([, load]) => load)];
  return named.length ? named : [...Object.values(files).flat(), ...own.map(([, load]) => load)];
}

const defaultHelp = new Help();

/** Whether a default is what a reader assumes: not given. */
const isNothing = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0);

/** What a process gives its commands beside its context. A command that asks for a missing one ends with an error. */
type ProcessParts = {
  features: readonly Feature[];
  openAuditor: OpenAuditor;
  openBlobs: OpenBlobs;
  openBoard: OpenBoard;
  random: Random;
  now: Now;
  /** Default: the variables of the process. */
  env: Environment | undefined;
};
const absent = () => {
  throw new Error('This process does not have what the command needs.');
};

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
  {
    features = [],
    openAuditor = absent,
    openBlobs = absent,
    openBoard = absent,
    random = absent,
    now = absent,
    env,
  }: Partial<ProcessParts> = {},
): Promise<number> {
  let code = 0;
  const cli: Cli = {
    settings: () => readSettings(env),
    variable: (name) => readVariable(name, env),
    streams,
    async withContext(work) {
      const ctx = await openContext(readSettings(env), { quiet: true, existing: true });
      try {
        const { assertMigrated } = await import('../store/upkeep/migrate.ts');
        await assertMigrated(ctx.store);
        return await work(ctx);
      } finally {
        await ctx.close();
      }
    },
    input: () => inputOf(streams),
    openContext,
    openAuditor,
    openBlobs,
    openBoard,
    random,
    now,
    signal,
    features,
  };
  const program = emptyProgram(streams);
  const adding: Promise<void>[] = [];
  const called = args.filter((word) => word !== 'help');
  const define: Define = (name, description, examples, action, more) => {
    if (more && name.split(' ').every((word, at) => called[at] === word)) adding.push(Promise.resolve().then(more));
    const command = place(program, name, features)
      .description(description)
      .option('--json', 'write one JSON document to standard output', false);
    command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ readymark ${example}`).join('\n')}`);
    return command.exitOverride().action(async () => {
      const output = makeOutput(streams, command.opts<{ json: boolean }>().json);
      await warnOfSettings(output, streams, variableNames(env));
      try {
        code =
          (await action(
            cli,
            output,
            command.opts(),
            command.processedArgs.flat().filter((arg) => typeof arg === 'string'),
          )) ?? 0;
      } catch (error) {
        output.fail(await failureOf(error));
        code = error instanceof WrongUsage ? 2 : 1;
      }
    });
  };
  for (const add of await Promise.all(filesFor(args, features).map((load) => load()))) add(define, features);
  await Promise.all(adding);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

/** The program without its commands: how it answers wrong usage and draws its help. */
function emptyProgram(streams: Streams): Command {
  return (
    new Command('readymark')
      .description('Publishes how ready a company’s offer is for use by AI agents.')
      .version(version, '-V, --version', 'print the version')
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
        // Beside the longest name of a command there are 38 columns of 80.
        minWidthToWrap: 30,
        optionDescription: (option) =>
          isNothing(option.defaultValue) ? option.description : defaultHelp.optionDescription(option),
        argumentDescription: (argument) =>
          isNothing(argument.defaultValue) ? argument.description : defaultHelp.argumentDescription(argument),
      })
      .showHelpAfterError('Run with --help for usage.')
  );
}

async function inputOf({ in: input }: Streams): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of input ?? []) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.byteLength;
    if (length > INPUT_BYTES_MAX) break;
  }
  return Buffer.concat(parts);
}

/** Says which variables of the environment were probably meant as settings (decision 32). */
async function warnOfSettings({ json }: Output, { err }: Streams, names: readonly string[]): Promise<void> {
  if (json) return;
  const { nearSettings } = await import('./near-settings.ts');
  for (const { given, meant } of nearSettings(names))
    err.write(`${line`warning: ${given} is no setting; did you mean ${meant}?`.text}\n`);
}

/** Groups of commands, and what each is for. */
const groups: Readonly<Record<string, string>> = {
  audits: 'let the service audit sites, then review and publish its drafts',
  requests: 'work through the queue of audit requests',
  publications: 'see what a publication contained',
  notices: 'see whether letters were sent, and send them again',
  actions: 'see who did what at the desk',
  operator: 'manage who may use the desk over HTTP',
  evidence: 'remove stored pages for good',
  blobs: 'move evidence and datasets to another place, or tidy that up',
  examples: 'remove the fictional companies',
  key: 'manage the signing key of the public log',
};

/** Makes a command. `requests list` goes into the group `requests`, which is made with its first command. */
function place(program: Command, name: string, features: readonly Feature[]): Command {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return program.command(first);
  const known = program.commands.find((command) => command.name() === first);
  const group =
    known ??
    program
      .command(first)
      .description(groups[first] ?? features.find((one) => one.command_groups?.[first])?.command_groups?.[first] ?? '')
      .exitOverride();
  if (!known) group.addHelpText('after', `\nExamples:\n  $ readymark ${name} --help`);
  return group.command(second);
}
