import type { CriterionProposal } from '../../../src/score/proposal.ts';
import type { Law } from './mutations.ts';

export type Scored = Pick<CriterionProposal, 'id' | 'low' | 'proposed'>;

/** How far scores moved, in points, and which parts of a law that breaks. */
type Moved = {
  total: number;
  low: number;
  criteria: { id: string; from: number; to: number }[];
  faults: string[];
};

export const sumOf = (scores: readonly Scored[], of: 'low' | 'proposed'): number =>
  scores.reduce((sum, score) => sum + score[of], 0);
export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

/** Compares the scores of a changed site with those of the original. */
export function movedUnder(law: Law, before: readonly Scored[], after: readonly Scored[]): Moved {
  const total = sumOf(after, 'proposed') - sumOf(before, 'proposed');
  const low = sumOf(after, 'low') - sumOf(before, 'low');
  const criteria = after.flatMap(({ id, proposed: to }) => {
    const from = before.find((one) => one.id === id)?.proposed;
    return from === undefined || from === to ? [] : [{ id, from, to }];
  });
  const { total_max = Infinity, total_abs = Infinity, low_max = Infinity, criterion_abs = Infinity } = law;
  const faults = [
    ...(total > total_max ? [`total ${signed(total)}, at most +${total_max}`] : []),
    ...(Math.abs(total) > total_abs ? [`total ${signed(total)}, at most ±${total_abs}`] : []),
    ...(low > low_max ? [`low ${signed(low)}, at most +${low_max}`] : []),
    ...criteria
      .filter(({ from, to }) => Math.abs(to - from) > criterion_abs)
      .map(({ id, from, to }) => `${id} ${from} → ${to}, at most ±${criterion_abs}`),
  ];
  return { total, low, criteria, faults };
}
