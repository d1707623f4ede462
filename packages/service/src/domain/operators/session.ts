import { createHmac, hash } from 'node:crypto';
import type { Limit } from '../limit/limit.ts';

/**
 * A session of an operator at the desk (decision 119): 32 random bytes in a cookie, of which only the SHA-256 is stored.
 * It ends when it was not used for 12 hours, a week after it began, when its operator signs out, there or everywhere, and when the
 * token that opened it is taken back.
 */
export const SESSION_BYTES = 32;
export const SESSION_IDLE_MS = 12 * 3_600_000;
export const SESSION_LONGEST_MS = 7 * 86_400_000;

/** The id of a session for 32 random bytes. */
export const sessionIdOf = (random: Uint8Array): string => Buffer.from(random).toString('base64url');

/** Whether a text can be the id of a session: others are refused without a look-up. */
export const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** SHA-256 of an id in lower-case hex, which is stored in place of the id. */
export const hashSessionId = (session_id: string): string => hash('sha256', session_id);

/**
 * The token of the forms that one session sends to one path. It follows from the id of the session, which only the browser
 * has, so that nothing of it is stored and no form of another session or for another path passes.
 */
export const deskFormToken = (session_id: string, path: string): string =>
  createHmac('sha256', session_id).update(`desk form ${path}`).digest('base64url');

/** Failed sign-ins of one client, in memory only. */
export const failedSignInLimit: Limit = {
  name: 'failed-sign-ins',
  quota: 10,
  window: 900,
  window_words: '15 minutes',
};

/** Large forms that one client sends without a session, in memory only: each is sent back with the form that asks to sign in. */
export const largeFormLimit: Limit = {
  name: 'forms-without-session',
  quota: 20,
  window: 900,
  window_words: '15 minutes',
};
