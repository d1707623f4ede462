import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../laws/project.ts';
import { start } from '../world/processes.ts';

/** The variables of this process, and a compile cache, which halves the processor time of starting the service. */
export const environment: Record<string, string> = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'readymark-compile-cache'),
  ...(process.env as Record<string, string>),
};

/** How a command ended, and what it took: seconds, and processor seconds of it and of what it started and waited for. */
type Timed = { code: number; out: string; seconds: number; processor_seconds: number };

/** A shell counts what its children take: it ends with a line about itself and one about them, each for user and system. */
const TIMED = '"$0" "$@"; code=$?; times >&2; exit $code';
const TIMES = /^\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/m;

/** How long a process has to end what it started, in milliseconds, before it is killed. */
const GRACE_MS = 3_000;

/**
 * Runs a command to its end, at the root of the project.
 *
 * @param limit_ms after which it is killed with all that it started; then `code` is -1 and nothing is known of processor time
 */
export async function timed(command: readonly string[], env: Record<string, string>, limit_ms: number): Promise<Timed> {
  const began = performance.now();
  const child = start('/bin/sh', ['-c', TIMED, ...command], { env, cwd: root, group: true });
  const limit = setTimeout(() => child.signal('SIGTERM'), limit_ms);
  const end = setTimeout(() => child.signal('SIGKILL'), limit_ms + GRACE_MS);
  const { code } = await child.exit;
  clearTimeout(limit);
  clearTimeout(end);
  const [, ...times] = TIMES.exec(child.err()) ?? [];
  const [user_minutes = 0, user = 0, system_minutes = 0, system = 0] = times.map(Number);
  return {
    code: code ?? -1,
    out: child.out() + child.err().replace(TIMES, ''),
    seconds: (performance.now() - began) / 1_000,
    processor_seconds: 60 * (user_minutes + system_minutes) + user + system,
  };
}
