import type { JudgedClaim } from '../../evidence/claim.ts';
import { humanReasons } from '../human-reasons.ts';
import type { CriterionProposal } from '../proposal.ts';
import type { Unshown } from './shown.ts';

/**
 * Proposals that believe what a site says of interfaces that nothing shows as far as that goes. Small gains come first, so that most criteria
 * have theirs; the others are as if it were not said. Nothing of it is sure.
 *
 * @param all proposals that believe everything
 * @param shown proposals that believe what is said beside it
 * @param options.judged where a person held a claim to be true, what follows from it is no such gain
 */
export function boundedBy(
  all: readonly CriterionProposal[],
  shown: readonly CriterionProposal[],
  { most, preview, judged }: { most: Unshown['most']; preview: ReadonlySet<string>; judged: readonly JudgedClaim[] },
): CriterionProposal[] {
  const confirmed = new Set(judged.filter(({ verdict }) => verdict === 'supports').map(({ criterion }) => criterion));
  const pairs = shown.map((one, at) => ({ shown: one, said: all[at] ?? one }));
  const gains = pairs
    .filter((pair) => !preview.has(pair.shown.id) && !confirmed.has(pair.shown.id))
    .map((pair) => ({ id: pair.shown.id, gain: believable(pair, most.criterion) - pair.shown.proposed }))
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => one.gain - other.gain);
  const believed = new Set<string>();
  let sum = 0;
  for (const { id, gain } of gains)
    if (sum + gain <= most.record) {
      believed.add(id);
      sum += gain;
    }
  return pairs.map((pair) => {
    const { id } = pair.shown;
    // Beside calls that are shown, what an offer says of itself is not of interfaces.
    if (confirmed.has(id) || (most.record > pairs.length && id.startsWith('P2'))) return pair.said;
    if (pair.said.proposed <= pair.shown.proposed) return notSure(pair, pair.said);
    const given = believed.has(id) ? { ...pair.said, proposed: believable(pair, most.criterion) } : pair.shown;
    return given.proposed === pair.said.proposed ? notSure(pair, given) : notSure(pair, capped(given, pair));
  });
}

type Pair = { shown: CriterionProposal; said: CriterionProposal };

const believable = ({ shown, said }: Pair, most: number): number =>
  Math.max(shown.proposed, Math.min(said.proposed, most));

const notSure = ({ shown }: Pair, given: CriterionProposal): CriterionProposal => ({
  ...given,
  low: Math.min(given.low, shown.low),
});

/** A person sees why there is less than the words say, and how much they say. */
function capped(given: CriterionProposal, { shown, said }: Pair): CriterionProposal {
  const reasons = new Set([...shown.needs_human, ...said.needs_human, 'capped' as const]);
  return {
    ...given,
    high: Math.max(shown.high, said.high),
    needs_human: humanReasons.filter((reason) => reasons.has(reason)),
  };
}
