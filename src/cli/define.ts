import type { Command } from 'commander';
import type { Context } from '../operations/context.ts';
import type { Settings } from '../settings.ts';
import type { Output } from './output.ts';

/** What main.ts hands down: how a process gets its context. */
export type OpenContext = (settings: Settings, given?: { quiet?: boolean }) => Context & { close(): Promise<void> };

/** What every command gets. */
export type Cli = {
  settings(): Settings;
  /**
   * Opens the context for the time of some work, and closes it. Commands log warnings only, so that their output stays
   * readable.
   */
  withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  openContext: OpenContext;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
};

/** Runs one command; it says what it did through `output` and returns the exit code when that is not 0. */
type Action<O> = (cli: Cli, output: Output, options: O, args: readonly string[]) => Promise<number | undefined>;

/**
 * Adds one command, by its name (`publish`) or by group and name (`requests list`); the caller adds arguments and
 * options to what is returned.
 */
export type Define = <O>(
  name: string,
  description: string,
  examples: readonly string[],
  action: Action<O & { json: boolean }>,
) => Command;
