/**
 * Files and folders that a process writes before it puts them in place carry its id in their name:
 * `{prefix}{process id}-{six letters}`. So another process can distinguish what a crash left from what is being written now.
 */

/** What to pass to mkdtemp, which adds the six letters. */
export const inProgress = (prefix: string): string => `${prefix}${process.pid}-`;

/**
 * Whether a name was made from this prefix by a process that has ended. This process counts as ended: it asks before it
 * makes a name of its own, and in a container every process may have the same id.
 */
export function isAbandoned(name: string, prefix: string): boolean {
  const [, id] = (name.startsWith(prefix) && /^(\d{1,10})-\w{6}$/.exec(name.slice(prefix.length))) || [];
  return id !== undefined && (Number(id) === process.pid || !isRunning(Number(id)));
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
