import type { Finding } from '@readymark/rubric/audit/audit';
import { type Drafted, possibleScore } from './basis.ts';

/** How many findings a record names: at least, where there is something to name, and at most. */
const FEWEST = 3;
const MOST = 5;

/** A criterion is strong from this share of its maximum on, and a gap up to that one (4 and 1 of 5). */
const STRONG = 0.8;
const WEAK = 0.2;
/** One point of five: how far the bounds give way while there are fewer than three. */
const STEP = 0.2;
/** Shares are fractions: 0.8 - 0.2 is not exactly 0.6. */
const ROUNDING = 1e-9;

const share = ({ criterion }: Drafted) => criterion.score / criterion.max;
const points = ({ criterion }: Drafted) => `${criterion.name}: ${criterion.score} of ${criterion.max} points`;

const inOrder = (best: 1 | -1) => (a: Drafted, b: Drafted) =>
  best * (share(b) - share(a)) || b.pillar_max - a.pillar_max || a.place - b.place;

/** The first five for which a bound holds; the bound gives way step by step while there are fewer than three. */
function pick(all: readonly Drafted[], holds: (item: Drafted, step: number) => boolean): Drafted[] {
  for (let step = 0; step < 5; step++) {
    const found = all.filter((item) => holds(item, step * STEP + ROUNDING));
    if (found.length >= FEWEST || step === 4) return found.slice(0, step === 0 ? MOST : FEWEST);
  }
  return [];
}

/**
 * The title of the rung of a score. None for a person's score that the ladder has no rung for, and for a score
 * that is no strength, though it be among the best: it is stated as a number.
 */
function rungTitle(item: Drafted): string | undefined {
  const { criterion, ladder } = item;
  if (share(item) <= WEAK + ROUNDING) return undefined;
  return ladder?.rungs.find(({ score }) => score === criterion.score)?.title;
}

/** Criteria that are strong: those with four or five points, and where these are few the best of the others. Never one without points. */
export function strongCriteria(all: readonly Drafted[]): Drafted[] {
  const scored = all.filter(({ criterion }) => criterion.score > 0).toSorted(inOrder(1));
  return pick(scored, (item, less) => share(item) >= STRONG - less);
}

/** Signals of strength. The detail of each is the criterion's own evidence, with its sources. */
export function signalsOf(strong: readonly Drafted[]): Finding[] {
  return strong.map((item) => ({ title: rungTitle(item) ?? points(item), detail: item.criterion.evidence }));
}

/**
 * Gaps: criteria with no or one point, and where these are few the weakest of the others. Never one that is a signal or
 * complete. A criterion of which so much was unseen that it may be no gap comes last, and is called unobserved.
 */
export function gapsOf(all: readonly Drafted[], strong: readonly Drafted[]): Finding[] {
  const open = (item: Drafted) =>
    possibleScore(item) / item.criterion.max > 0.5 && possibleScore(item) > item.criterion.score;
  const room = all.filter((item) => item.criterion.score < item.criterion.max && !strong.includes(item));
  const sorted = room.toSorted(inOrder(-1));
  const seen = pick(
    sorted.filter((item) => !open(item)),
    (item, more) => share(item) <= WEAK + more,
  );
  const unseen = sorted.filter(open).slice(0, Math.max(0, FEWEST - seen.length));
  return [
    ...seen.map((item) => ({
      title: (share(item) <= WEAK ? item.ladder?.gap : undefined) ?? points(item),
      detail: item.criterion.evidence,
    })),
    ...unseen.map((item) => ({
      title: `${item.criterion.name}: not observed completely`,
      detail: item.criterion.evidence,
    })),
  ];
}
