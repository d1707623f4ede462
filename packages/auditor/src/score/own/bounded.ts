import type { JudgedClaim } from '../../evidence/claim.ts';
import { humanReasons } from '../human-reasons.ts';
import type { CriterionProposal } from '../proposal.ts';
import type { Unshown } from './shown.ts';

/** Proposals for one criterion: with all that a site says, and without what it says of interfaces and does not show. */
type Pair = { said: CriterionProposal; shown: CriterionProposal };

export const pairsOf = (said: readonly CriterionProposal[], shown: readonly CriterionProposal[]): Pair[] =>
  shown.map((one, at) => ({ said: said[at] ?? one, shown: one }));

const believable = ({ shown, said }: Pair, most: number): number =>
  Math.max(shown.proposed, Math.min(said.proposed, most));

/**
 * The criteria that what is not shown lifts, as far as it may lift the whole record: small gains come first, so that most criteria have theirs.
 *
 * @param pairs of criteria that count
 */
export function liftedOf(pairs: readonly Pair[], most: Unshown['most']): ReadonlySet<string> {
  const lifted = new Set<string>();
  let sum = 0;
  const gains = pairs
    .map((pair) => ({ id: pair.shown.id, gain: believable(pair, most.criterion) - pair.shown.proposed }))
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => one.gain - other.gain);
  for (const { id, gain } of gains) {
    if (sum + gain > most.record) continue;
    lifted.add(id);
    sum += gain;
  }
  return lifted;
}

/**
 * Proposals that believe what a site says of interfaces and does not show as far as that goes. Nothing of it is sure.
 *
 * @param options.lifted the criteria that it may lift: those of before anybody answered about a claim, so that an answer moves its criterion alone
 * @param options.judged where a person held a claim to be true, what follows from it is believed
 */
export function boundedBy(
  pairs: readonly Pair[],
  { most, lifted, judged }: { most: Unshown['most']; lifted: ReadonlySet<string>; judged: readonly JudgedClaim[] },
): CriterionProposal[] {
  const confirmed = new Set(judged.filter(({ verdict }) => verdict === 'supports').map(({ criterion }) => criterion));
  return pairs.map((pair) => {
    const { said, shown } = pair;
    if (confirmed.has(shown.id) || most.except.some((pillar) => shown.id.startsWith(pillar))) return said;
    if (said.proposed <= shown.proposed) return notSure(said, shown);
    const given = lifted.has(shown.id)
      ? {
          ...said,
          doubt: Math.min(said.doubt ?? 0, believable(pair, most.criterion)),
          proposed: believable(pair, most.criterion),
        }
      : shown;
    return notSure(given.proposed === said.proposed ? given : capped(given, pair), shown);
  });
}

const notSure = (given: CriterionProposal, { low }: CriterionProposal): CriterionProposal => ({
  ...given,
  low: Math.min(given.low, low),
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
