import { type BoardContents, rankEnd } from '../../../domain/board/board.ts';
import type { Files } from './files.ts';
import type { Held } from './held.ts';

type Ranks = BoardContents['ranks'];

/** How long a step gives files their new ranks, so that the next publication is seen in time. */
const STEP_MS = 250;

const endsWithRank = /,"rank":\d+\}$/;

/** The ranks at the ends of the files of other companies, which follow what was published. */
type RanksBehind = {
  /** From now on these ranks hold. @param written groups whose files have them already; `doubtful`: nothing is known of what files have */
  begin(ranks: Ranks, stamp: number, of: { written: ReadonlySet<string>; before: Ranks | null }): void;
  /** Goes on for a while. @returns how many files were written */
  goOn(): number;
  /** How many groups are to be done. */
  readonly waiting: number;
  /** The ranks that all files have; undefined while some are behind. */
  readonly shown: Ranks | undefined;
};

export function openRanks(files: Files, held: Held): RanksBehind {
  /** What the files of a group that waits end with; null where that is not known. */
  const behind = new Map<string, Ranks | null>();
  let now: { ranks: Ranks; stamp: number } | undefined;

  function show(name: string, { ranks, stamp }: NonNullable<typeof now>, had: Ranks | null): number {
    let written = 0;
    for (const [file, , score] of held.get(name)?.files ?? []) {
      const rank = score === null ? undefined : ranks[score];
      if (score === null || rank === undefined || had?.[score] === rank) continue;
      if (files.replaceEnd(file, endsWithRank, rankEnd(rank), stamp, had === null)) written += 1;
    }
    return written;
  }

  return {
    begin(ranks, stamp, { written, before }) {
      // Those that wait already stay first: publications that follow one another quickly must not keep any from its turn.
      for (const name of written) behind.delete(name);
      const had = now?.ranks ?? before;
      for (const name of held.names())
        if (name.startsWith('companies/') && !written.has(name) && !behind.has(name)) behind.set(name, had);
      now = { ranks, stamp };
    },
    goOn() {
      if (!now) return 0;
      let written = 0;
      const until = performance.now() + STEP_MS;
      for (const [name, had] of behind) {
        if (performance.now() >= until) break;
        written += show(name, now, had);
        behind.delete(name);
      }
      return written;
    },
    get waiting() {
      return behind.size;
    },
    get shown() {
      return behind.size === 0 ? now?.ranks : undefined;
    },
  };
}
