import type { TreeHead } from '@readymark/tlog/checkpoint';
import { emptyFrontier, rootOf } from '@readymark/tlog/tree';
import { type Key, openCheckpoint, own, strictJson } from '@readymark/verify';
import { LogReader, type ReadFile } from './log-reader.ts';
import type { Statement } from './statement.ts';

type CheckedLog = { head: TreeHead; statements: Statement[] };

const CHECKPOINT = 'log/checkpoint';

/**
 * Reads and checks a whole log by its files alone (decision 141): the checkpoint with the keys that the reader trusts, every
 * tile and every entry. Each problem says which file or entry is wrong, and how.
 *
 * @param handovers heads at which the log was handed over from one key to the next: it must begin with each of them
 * @returns the log; or what is wrong with it
 */
export async function checkLogFiles(
  read: ReadFile,
  keys: readonly Key[],
  handovers: readonly TreeHead[] = [],
): Promise<CheckedLog | { problem: string }> {
  const note = await read(CHECKPOINT);
  if (!note) return { problem: `${CHECKPOINT} is missing` };
  const opened = await openCheckpoint(Buffer.from(note).toString(), keys);
  if (!('head' in opened)) return { problem: `${CHECKPOINT}: ${'fault' in opened ? opened.fault : opened.unable}` };
  const { head } = opened;
  const statements: Statement[] = [];
  const check = (bytes: Uint8Array) => {
    const entry = strictJson(bytes);
    if ('fault' in entry) return entry.fault;
    if (typeof own(entry.value, 'slug') !== 'string' || typeof own(entry.value, 'kind') !== 'string')
      return 'says neither what it is nor of which company';
    statements.push(entry.value as Statement);
    return undefined;
  };
  const nothing = { size: 0, root: rootOf(emptyFrontier) };
  const found = await new LogReader(read).readNew(nothing, head, check, handovers);
  const { wrong_file, differs_at, signed, refused } = found;
  if (differs_at !== undefined)
    return { problem: `the first ${differs_at} entries are not those that one key handed over to the next` };
  if (wrong_file !== undefined && signed === false)
    return { problem: `${wrong_file}; the entries do not lead to the root that was signed either` };
  if (wrong_file !== undefined) return { problem: wrong_file };
  if (!signed)
    return {
      problem: 'the entries and tiles do not lead to the root that was signed: entries were changed or left out',
    };
  const longer = handovers.find(({ size }) => size > head.size);
  if (longer) return { problem: `the log had ${longer.size} entries when its key changed, and has ${head.size}` };
  return refused === undefined ? { head, statements } : { problem: refused };
}
