import type { OpenContext } from './cli/define.ts';
import type { Streams } from './cli/output.ts';
import { runCommand } from './cli/program.ts';
import { features } from './features.ts';
import type { Environment } from './settings.ts';

/**
 * The command line as a process: runs one command and sets the exit code. The first SIGINT or SIGTERM stops it in an
 * orderly way, a second one ends it at once.
 */
export async function main(args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const streams = { in: process.stdin, out: process.stdout, err: process.stderr };
  process.exitCode = await runWired(args, { streams, signal: stop.signal });
}

/**
 * Runs one command with all that a process has. What that is wired of is loaded only by the commands that need it.
 *
 * @param given.env default: the variables of the process
 * @param given.open how the context is opened; default: as a process opens it
 * @returns the exit code
 */
export function runWired(
  args: readonly string[],
  {
    streams,
    signal,
    env,
    open = opened,
  }: { streams: Streams; signal: AbortSignal; env?: Environment; open?: OpenContext },
): Promise<number> {
  return runCommand(args, open, streams, signal, {
    env,
    features,
    openAuditor: async (settings) => (await import('./main.ts')).openAuditing(settings),
    openBlobs: async (settings) => (await import('./main.ts')).openBlobPlace(settings),
    openBoard: async (settings, address) => (await import('./main.ts')).openBoardAt(settings, address),
    random: async (bytes) => (await import('./main.ts')).random(bytes),
    now: async () => (await import('./main.ts')).clock(),
  });
}

const opened: OpenContext = async (settings, { quiet = false, log_to, existing = false } = {}) => {
  const { openContext, openLog } = await import('./main.ts');
  return openContext(settings, { existing, log: openLog(quiet ? 'silent' : settings.LOG_LEVEL, log_to) });
};
