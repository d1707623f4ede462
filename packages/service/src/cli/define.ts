import type { Auditor } from '@readymark/auditor/auditor';
import { Refusal } from '@readymark/rubric/refusal';
import type { Command } from 'commander';
import type { Context, Feature } from '../operations/context.ts';
import type { Settings } from '../settings.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { BoardPlace } from '../store/blobs/open-board-place.ts';
import type { Output, Streams } from './output.ts';

/** What is wrong with the arguments themselves: exit code 2 (decision 32). */
export class WrongUsage extends Refusal {}

/**
 * How a process opens its context; main.ts provides it. `quiet` logs nothing, `log_to` takes the entries of the log in the
 * place of standard output, `existing` refuses a place without a database.
 */
export type OpenContext = (
  settings: Settings,
  given?: { quiet?: boolean; log_to?: { write(entry: string): void }; existing?: boolean },
) => OpenedContext | Promise<OpenedContext>;
type OpenedContext = Context & { close(): Promise<void> };

/** How a process opens its auditing agent, which needs no database; main.ts provides it. */
export type OpenAuditor = (settings: Settings) => Auditor | Promise<Auditor>;

/** How a process opens the place of its blobs (decision 206), undefined where it has none; main.ts provides it. */
export type OpenBlobs = (settings: Settings) => Promise<Blobs | undefined>;

/** How a process opens the place of a board at an address (decision 214); undefined where that names no bucket; main.ts provides it. */
export type OpenBoard = (settings: Settings, address: string) => Promise<BoardPlace | undefined>;

/** How a process makes randomness; main.ts provides it. */
export type Random = (bytes: number) => Promise<Uint8Array>;

/** What time it is; main.ts provides it. */
export type Now = () => Promise<Date>;

/** What every command receives. */
export type Cli = {
  settings(): Settings;
  /** A variable of the environment, for secrets that are no setting; undefined when unset or empty. */
  variable(name: string): string | undefined;
  /**
   * Opens the context on a database that exists and is of this version, does some work and closes it (decision 32).
   * Nothing is logged, so that the output stays readable.
   *
   * @throws Refusal
   */
  withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  streams: Streams;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  openContext: OpenContext;
  openAuditor: OpenAuditor;
  openBlobs: OpenBlobs;
  openBoard: OpenBoard;
  /** Random bytes, for tokens. */
  random: Random;
  /** What time it is, where a command must judge a time. */
  now: Now;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
  features: readonly Feature[];
};

/** Runs one command. It reports through `output` and returns the exit code; undefined is 0. */
type Action<O> = (cli: Cli, output: Output, options: O, args: readonly string[]) => Promise<number | undefined>;

/**
 * Adds one command by its name (`publish`), or by group and name (`requests list`), and returns it, so that the caller
 * can add arguments and options. `more` adds what is costly to know, and runs only when this command is called.
 */
export type Define = <O>(
  name: string,
  description: string,
  examples: readonly string[],
  action: Action<O & { json: boolean }>,
  more?: () => Promise<void>,
) => Command;
