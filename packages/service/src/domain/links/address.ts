import { createHmac } from 'node:crypto';

/**
 * What is stored of an address to count its letters: without the secret nobody can know whose it is. A tag behind a plus
 * leads to the same mailbox, so it does not count (decision 165).
 */
export const hashAddress = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`address ${email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')}`)
    .digest('hex');

const DAY_MS = 86_400_000;

/** How long somebody who stopped letters gets no other one (decision 165). */
export const REFUSAL_KEPT_MS = 180 * DAY_MS;

/** The time in which the letters to one address are counted (decision 165). */
export const LETTERS_COUNTED_MS = DAY_MS;

/** How long it is stored that a letter was written: so long it is the only one of its publication. */
export const LETTER_KEPT_MS = 30 * DAY_MS;
