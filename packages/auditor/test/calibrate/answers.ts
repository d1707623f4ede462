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

/** Drafts of rules alone beside those after the answers, by set, and how many answers there were. */
export function answerTable(rules: readonly Compared[], answered: readonly Compared[], answers: number): string {
  const rows = [...setsOf(rules)].flatMap(([set, those]) => {
    const same = answered.filter(({ name }) => those.some((one) => one.name === name));
    const row = (name: string, sites: readonly Compared[]) => [
      set,
      name,
      ...figureCells(agreementOf(sites.flatMap(pairsOf))),
    ];
    return [row('rules', those), row('rules and answers', same)];
  });
  return table(['set', `${answers} answers`, ...figureHead], rows);
}
