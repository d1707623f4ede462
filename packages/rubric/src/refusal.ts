/** What is wrong with one field: its path, and why. */
type WrongField = { field: string; message: string };

/**
 * Why a command cannot do what an operator requested. The message says what is wrong and what to do; the command line
 * prints it as it is and exits with 1. (Callers over the network get a `Fault`.)
 */
export class Refusal extends Error {
  /** Each thing that is wrong, with its path; empty when the message is enough. */
  readonly errors: readonly WrongField[];

  constructor(message: string, errors: readonly WrongField[] = []) {
    super(message);
    this.errors = errors;
  }
}
