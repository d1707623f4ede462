import type { Ladder } from './ladder.ts';

/** Where a criterion is on its ladder (decision 91), and what the rung above demands. */
export type Climb = {
  /** The rung that the score stands for; undefined for a score below the first one. */
  reached: Ladder['rungs'][number] | undefined;
  /** The rung above; undefined at the top. */
  above: Ladder['rungs'][number] | undefined;
  /** A usual way up from here. */
  action: Ladder['actions'][number] | undefined;
  /** The score above which only a person decides, with the question; undefined where the rungs reach that far. */
  judged: string | undefined;
};

/** The place of a criterion on its ladder; undefined without a ladder. */
export function climbOf(
  ladders: ReadonlyMap<string, Ladder>,
  { id, score }: { id: string; score: number },
): Climb | undefined {
  const ladder = ladders.get(id);
  if (!ladder) return undefined;
  const above = ladder.rungs.find((rung) => rung.score > score);
  const judged = above && ladder.cap !== undefined && above.score > ladder.cap ? ladder.question : undefined;
  return {
    reached: ladder.rungs.findLast((rung) => rung.score <= score),
    above,
    action: ladder.actions.find(({ from }) => from === score),
    judged,
  };
}
