import type { JudgedClaim } from '../../src/evidence/claim.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { agreementOf, type Compared, pairsOf, setsOf } from './agreement.ts';
import type { Label } from './labels.ts';
import { isLabelled, pageAddress } from './quotations.ts';
import { figureCells, figureHead, table } from './tables.ts';

/** What a person answers about the claims of a draft at the desk, as far as its labels say: whether each supports its criterion. */
export function answersOf(
  { name, all }: { name: string; all: readonly CriterionProposal[] },
  labels: readonly Label[],
): JudgedClaim[] {
  const own = labels.filter(({ site }) => site === name);
  return all.flatMap(({ id: criterion, claims = [] }) =>
    claims.flatMap(({ claim, types, quote, url }): JudgedClaim[] => {
      const said = { criterion, quote, addresses: new Set([pageAddress(url)]) };
      const label = own.find((one) => isLabelled(said, one));
      return label ? [{ criterion, claim, types, quote, verdict: label.supports ? 'supports' : 'negated' }] : [];
    }),
  );
}

/** Drafts at each step, by set: what rungs alone propose, then with what readers gave where rungs were alike, then after the answers. */
type DraftSteps = Readonly<Record<'rungs' | 'expected' | 'answered', readonly Compared[]>>;

/** These beside one another, and how many answers there were. */
export function answerTable({ rungs, expected, answered }: DraftSteps, answers: number): string {
  const rows = [...setsOf(expected)].flatMap(([set, those]) => {
    const row = (name: string, all: readonly Compared[]) => {
      const sites = all.filter((site) => those.some((one) => one.name === site.name));
      return [set, name, ...figureCells(agreementOf(sites.flatMap(pairsOf)))];
    };
    return [row('rungs', rungs), row('and what readers gave', expected), row('and answers', answered)];
  });
  return table(['set', `${answers} answers`, ...figureHead], rows);
}
