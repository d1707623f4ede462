import type { EvidenceProblem } from '../../../domain/auditing/evidence.ts';

/** Why there is no answer, in fixed words: never the text of a site or of its certificate. */
export class FetchFailure extends Error {
  readonly problem: EvidenceProblem;

  constructor(problem: EvidenceProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
