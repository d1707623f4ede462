import type { EvidenceProblem } from '../../evidence/evidence.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** `received`: bytes of the body. */
type Head = { status: number; headers: Headers; received: number };

/** Why there is no answer, in fixed words: never the text of a site or of its certificate. */
export class FetchFailure extends Error {
  readonly problem: EvidenceProblem;
  /** Status and headers, where they came before what is wrong. */
  readonly head: Head | undefined;

  constructor(problem: EvidenceProblem, message: string, head?: Head) {
    super(message);
    this.problem = problem;
    this.head = head;
  }
}
