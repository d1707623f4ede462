import { Command } from 'commander';
import type { Context } from '../operations/context.ts';
import { readSettings, type Settings, SettingsError } from '../settings.ts';
import { serve } from './serve.ts';

/** What main.ts hands down: how a process gets its context. */
export type OpenContext = (settings: Settings) => Context & { close(): Promise<void> };

/** The command line (decision 32): one file per command; exit 0 done, 1 refused or failed, 2 wrong use. */
export async function runCommand(args: readonly string[], openContext: OpenContext): Promise<void> {
  const program = new Command('readymark').description('How ready a company’s offer is for use by AI agents');
  program
    .command('serve')
    .description('run the service')
    .option('--with-examples', 'publish the fictional examples into an empty store first', false)
    .action(async (options: { withExamples: boolean }) => {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      const ctx = openContext(readSettings());
      await serve(ctx, { with_examples: options.withExamples, signal: stop.signal });
      await ctx.close();
    });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${error instanceof SettingsError ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
