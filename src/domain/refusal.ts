import type { FieldError } from './fault.ts';

/**
 * What an operator at the machine asked for and cannot have. The message says what is wrong and what to do; the command
 * line prints it as it is and exits with 1. (What a caller over the network cannot have is a `Fault`.)
 */
export class Refusal extends Error {
  /** Single places that are wrong, each with its path; empty when the message says it all. */
  readonly errors: readonly FieldError[];

  constructor(message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.errors = errors;
  }
}
