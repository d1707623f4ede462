import type { Finding } from '@readymark/rubric/audit/audit';
import { plainText } from '../evidence/draft-text.ts';
import { type Drafted, isNotJudged, possibleScore } from './basis.ts';

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
 * The title of the rung of a score. None where the ladder has no such rung, and where readers are only expected to give the score
 * (decision 219): what a rung says must be there.
 */
function titleOf({ criterion, ladder, proposal, reviewed }: Drafted): string | undefined {
  const isExpected = !reviewed && proposal?.needs_human.includes('expected');
  const state = proposal?.rungs.find(({ score }) => score === criterion.score)?.state;
  if (isExpected && state !== 'true' && state !== 'likely') return undefined;
  return ladder?.rungs.find(({ score }) => score === criterion.score)?.title;
}

/** The same for a signal. None for a score that is no strength, though it be among the best: it is stated as a number. */
const signalTitle = (item: Drafted): string | undefined => (share(item) <= WEAK + ROUNDING ? undefined : titleOf(item));

/** Criteria that are strong: those with four or five points, and where these are few the best of the others. Never one without points. */
export function strongCriteria(all: readonly Drafted[]): Drafted[] {
  const scored = all.filter(({ criterion }) => criterion.score > 0).toSorted(inOrder(1));
  return pick(scored, (item, less) => share(item) >= STRONG - less);
}

/** Signals of strength. The detail of each is the criterion's own evidence, with its sources. */
export function signalsOf(strong: readonly Drafted[]): Finding[] {
  return strong.map((item) => ({ title: signalTitle(item) ?? points(item), detail: item.criterion.evidence }));
}

/** The strongest criterion in a few words. */
export function bestOf([best]: readonly Drafted[]) {
  if (best === undefined) return undefined;
  const { name, score, max } = best.criterion;
  return { name, score, max, title: titleOf(best) };
}

/** Longest paths that a title names. */
const PATH_MAX = 60;

/** The page that a criterion rests on first, by its path. */
function pageOf({ proposal }: Drafted): string {
  const path = URL.parse(proposal?.sources[0]?.url ?? '')?.pathname ?? '';
  return path === ''
    ? ''
    : ` (${plainText(path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path).toWellFormed()})`;
}

/** What the next rung demands that is worth reaching. None for a score that the ladder has no rung above, or where there is no ladder. */
function missing({ criterion, ladder }: Drafted, open: boolean): string {
  const above = ladder?.rungs.filter(({ score }) => score > criterion.score) ?? [];
  // The first rung says that something is only hinted at: nobody should strive for it.
  const next = above.find(({ score }) => score > 1) ?? above[0];
  if (next === undefined) return '';
  const what = `for ${next.score} of ${criterion.max} points`;
  return open ? ` Not seen whether it has what is needed ${what}: ${next.text}` : ` Missing ${what}: ${next.text}`;
}

/**
 * Gaps: criteria with no or one point, and where these are few the weakest of the others, weakest first. Never one that is
 * a signal or complete. Each names the page, what is there and what is missing. One of which so much was unseen that it may
 * be no gap, and one that was not judged, is marked, and comes after those of its score that were seen.
 */
export function gapsOf(all: readonly Drafted[], strong: readonly Drafted[]): Finding[] {
  const open = (item: Drafted) =>
    isNotJudged(item) || (possibleScore(item) / item.criterion.max > 0.5 && possibleScore(item) > item.criterion.score);
  const room = all.filter((item) => item.criterion.score < item.criterion.max && !strong.includes(item));
  const sorted = room.toSorted((a, b) => share(a) - share(b) || Number(open(a)) - Number(open(b)) || inOrder(-1)(a, b));
  return pick(sorted, (item, more) => share(item) <= WEAK + more).map((item) => {
    const gap = (share(item) <= WEAK + ROUNDING ? item.ladder?.gap : undefined) ?? points(item);
    const unseen = `${item.criterion.name}: ${isNotJudged(item) ? 'not judged' : 'not observed completely'}`;
    const title = open(item) ? unseen : gap;
    return { title: `${title}${pageOf(item)}`, detail: `${item.criterion.evidence}${missing(item, open(item))}` };
  });
}
