import { isFetched } from '../../src/evidence/evidence.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import type { Subject } from './subjects.ts';

/**
 * Refuses to show texts of sites that are kept for checking.
 *
 * @throws Error that says why
 */
export function assertMayExplain(subjects: readonly Subject[]): void {
  const kept = subjects.filter(({ set }) => set === 'check').map(({ name }) => name);
  if (kept.length === 0) return;
  throw new Error(
    `${kept.join(', ')}: kept for checking. A rule that is written after a look at these sites fits them, and then they no ` +
      'longer tell how good the rules are on sites that nobody has seen. Choose --set fit, or say --look-at-check.',
  );
}

/** The rungs, evidence and sources of a proposal, beside what the person wrote. */
export function explain({ name, human }: Subject, proposal: CriterionProposal): string {
  const { id, low, proposed, high, needs_human, evidence, sources, rungs } = proposal;
  const person = human.get(id);
  return [
    `\n${name} ${id}: ${low} ${proposed} ${high}, human ${person?.score}  ${needs_human.join(' ')}`,
    `  human: ${person?.evidence}`,
    `  ours:  ${evidence}`,
    ...rungs.map(({ score, state, text }) => `  ${score} ${state.padEnd(7)} ${text}`),
    ...sources.map((source) =>
      isFetched(source)
        ? `  · ${source.url} ${source.status} "${source.excerpt.slice(0, 150)}"`
        : `  · ${source.url} not fetched: ${source.not_fetched}`,
    ),
  ].join('\n');
}
