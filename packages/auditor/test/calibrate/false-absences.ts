import type { CriterionProposal } from '../../src/score/proposal.ts';

type FalseAbsence = {
  criterion: string;
  sentence: string;
  /** The proposal is below the person's score, so that the denial costs points. */
  below: boolean;
};

/** From this score on a person found what the criterion asks for. */
const SOMETHING_IS_THERE = 2;

const denial =
  /^(?:no|none|nothing|nowhere|neither)\b|\b(?:(?:is|are|was|were) not (?:said|stated|found|given|named)|not stated|but no\b.* (?:was|were) found|none\b|nothing is said)/i;
/** That nothing contradicts itself, and what the auditor did not do, is no absence. */
const harmless = /^No (?:contradiction|fault)|\bmade by us\b/;

/** The sentences of evidence that deny something, without what they quote. */
export function denials(evidence: string): string[] {
  return evidence
    .replaceAll(/"[^"]*"/g, '"…"')
    .split(/(?<=[.!?;])\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => denial.test(sentence) && !harmless.test(sentence));
}

/** Proposals for a site, and the scores that a person gave. */
type Compared = { proposals: readonly CriterionProposal[]; human: ReadonlyMap<string, number> };

/** Sentences that deny what a person found, where the reason is that pages could not be judged. */
export const falseAbsences = ({ proposals, human }: Compared): FalseAbsence[] =>
  proposals
    .filter(({ id, needs_human }) => needs_human.includes('unobserved') && (human.get(id) ?? 0) >= SOMETHING_IS_THERE)
    .flatMap(({ id, proposed, evidence }) =>
      denials(evidence).map((sentence) => ({ criterion: id, sentence, below: proposed < (human.get(id) ?? 0) })),
    );

/** How many sentences are false absences, and for how many of them the proposal is too low. */
export type AbsenceCount = { sentences: number; below: number };

export function countAbsences(sites: readonly Compared[]): AbsenceCount {
  const found = sites.flatMap(falseAbsences);
  return { sentences: found.length, below: found.filter(({ below }) => below).length };
}
