import type { Bodies, EvidenceBundle } from '../domain/auditing/evidence.ts';
import type { CriterionProposal } from '../domain/auditing/proposal.ts';

/** How far a collection is. `done` and `planned` count requests; `planned` may still grow. */
export type Progress = { phase: string; done: number; planned: number; bytes: number };

/** What a collection saw. `unobserved`: the site let nothing be seen, so nothing may be scored as absent. */
export type Collected = {
  outcome: 'observed' | 'unobserved';
  /** Why nothing was seen, and what to do; null when the site was observed. */
  reason: string | null;
  bundle: EvidenceBundle;
  bodies: Bodies;
};

export type CollectOptions = {
  signal: AbortSignal;
  progress?(progress: Progress): void;
};

/**
 * The front door of the auditing agent. Collecting and scoring run in threads of their own, never in the one that
 * serves, and are ended when they take too long or too much memory.
 */
export type Auditor = {
  /** @throws Refusal when the address may not be audited (no public site, opted out), with what to do */
  collect(website: string, options: CollectOptions): Promise<Collected>;
  /** Scores a bundle under the ladders of a rubric: pure, the same bundle gives the same proposals. Previews come last. */
  score(bundle: EvidenceBundle, bodies: Bodies, rubric: string): Promise<CriterionProposal[]>;
  close(): Promise<void>;
};
