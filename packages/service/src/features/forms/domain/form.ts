import { createHash } from 'node:crypto';
import type { Limit } from '../../../domain/limit/limit.ts';
import { signToken } from '../../../domain/links/signed-token.ts';

/**
 * What people send with the forms of the site (decision 116): a request for an audit, or a watch. An address that was typed
 * into a form gets one letter, which asks to confirm it, and nothing else until somebody does.
 */
export type FormPurpose = 'request' | 'watch';

const DAY_MS = 86_400_000;

/** How long the link in the letter works, and how long an unconfirmed address is stored. */
export const CONFIRM_DAYS = 7;
export const CONFIRM_MS = CONFIRM_DAYS * DAY_MS;
/** How long it is stored that a form was sent, without its address: so long its letters count. */
export const SUBMISSION_KEPT_MS = 30 * DAY_MS;

/** Letters to one address that ask to confirm it, at most: in any day, and in any thirty. */
const lettersMax = { day: 3, month: 10 } as const;

/** Whether an address gets another letter. @param sent when the earlier ones were written */
export function mayWriteTo(sent: readonly Date[], now: Date): boolean {
  const within = (ms: number) => sent.filter((at) => at.getTime() > now.getTime() - ms).length;
  return within(DAY_MS) < lettersMax.day && within(SUBMISSION_KEPT_MS) < lettersMax.month;
}

/** Forms sent by one client, in memory only. */
export const clientFormLimit = (per_hour: number): Limit => ({
  name: 'client-forms',
  quota: per_hour,
  window: 3600,
  window_words: 'one hour',
});

/** The token of one form that is drawn: 24 random bytes. Sending the form twice with it is sending it once. */
export const formToken = (random: (bytes: number) => Uint8Array): string =>
  Buffer.from(random(24)).toString('base64url');
export const isFormToken = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text);
/** What is stored of a token. */
export const hashFormToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The link that confirms an address.
 *
 * @param base_url without trailing slash
 * @param created_at when the form was sent, ISO 8601
 */
export function confirmUrl(secret: string, base_url: string, submission_id: string, created_at: string): string {
  const expires = new Date(Date.parse(created_at) + CONFIRM_MS);
  return `${base_url}/confirm?t=${signToken(secret, 'confirm', { id: submission_id, expires })}`;
}
