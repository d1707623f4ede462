import { type ReadStatement, readStatement } from '../read-statement.ts';
import type { openOddEntries } from './odd-entries.ts';

export type Entry = ReadStatement & { index: number };

/** Entries that are listed after one run; there are nearly always fewer new ones. */
const LISTED_MAX = 1_000;

/** Takes entries in order: counts them, keeps the newest, and says what is wrong with one. */
export function collect(
  last: { publication: number; at: string },
  from: number,
  odd: ReturnType<typeof openOddEntries>,
  progress: (done: number) => void,
) {
  let { publication, at } = last;
  const counts: Record<string, number> = {};
  const entries: Entry[] = [];
  return {
    counts,
    entries,
    last: () => ({ publication, at }),
    take(entry: Uint8Array, index: number): string | undefined {
      const statement = readStatement(entry, index);
      if (typeof statement === 'string') return statement;
      if (statement.publication < publication)
        return `is of publication ${statement.publication}, after one of ${publication}: publication numbers never go back`;
      const back = statement.publication === publication ? statement.at !== at : statement.at <= at;
      // Of what was published before there was a log, it repeats what was said then.
      if (back && statement.logged !== 'afterwards')
        return `is of publication ${statement.publication} at ${statement.at}, and what is before it of ${at}: time never goes back`;
      ({ publication, at } = statement);
      counts[statement.kind] = (counts[statement.kind] ?? 0) + 1;
      odd.add(statement, index);
      entries.push({ ...statement, index });
      if (entries.length > LISTED_MAX) entries.shift();
      if ((index - from) % 1_000 === 0) progress(index - from);
      return undefined;
    },
  };
}
