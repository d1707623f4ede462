import { readdirSync, readFileSync } from 'node:fs';

/** What processes used of the processor, on Linux. */

/**
 * Processor time of all threads of a process in milliseconds, to the microsecond; the clock of `stat` ticks in 10 ms.
 *
 * @param background whether threads of a lower priority count: datasets, the reading of needs, large compressions
 */
export function processorOf(pid: number, { background = true } = {}): number {
  const threads = `/proc/${pid}/task`;
  let sum = 0;
  for (const thread of readdirSync(threads))
    if (background || niceOf(`${threads}/${thread}`) <= 0)
      sum += Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  return sum / 1e6;
}

/** The nineteenth field of `stat`, the seventeenth behind the name. */
const niceOf = (thread: string): number =>
  Number(
    readFileSync(`${thread}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[16],
  );

/** The same of the children of a process that live: the connections of PostgreSQL. */
export function processorOfChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorOf(Number(child)), 0);
}
