import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token in an unsubscribe link (decisions 30 and 40): signed and expiring, so that nothing is stored for it.
 *
 * `v1.{registration_id}.{expiry in seconds, base 36}.{HMAC-SHA256, base64url}`. It contains no address: the addresses to
 * clear are looked up by registration.
 */
type Unsubscribe = { registration_id: string; expires: Date };

/** How long an unsubscribe link is valid. */
const UNSUBSCRIBE_DAYS = 90;

export type UnsubscribeCheck =
  | { state: 'valid'; registration_id: string }
  | { state: 'expired' }
  | { state: 'invalid' };

const mac = (secret: string | Uint8Array, signed: string) =>
  createHmac('sha256', secret).update(`readymark unsubscribe ${signed}`).digest('base64url');

/**
 * Signs a token.
 *
 * @param secret the service's own, at least 32 bytes
 * @param expires rounded down to seconds
 */
export function signUnsubscribe(secret: string | Uint8Array, { registration_id, expires }: Unsubscribe): string {
  const signed = `v1.${registration_id}.${Math.floor(expires.getTime() / 1000).toString(36)}`;
  return `${signed}.${mac(secret, signed)}`;
}

/**
 * The unsubscribe link in a letter, valid for 90 days from when its notice was written. A letter that is sent again has
 * the same link.
 *
 * @param base_url without trailing slash
 */
export function unsubscribeUrl(
  secret: string | Uint8Array,
  base_url: string,
  registration_id: string,
  created_at: Date,
): string {
  const expires = new Date(created_at.getTime() + UNSUBSCRIBE_DAYS * 86_400_000);
  return `${base_url}/unsubscribe?t=${signUnsubscribe(secret, { registration_id, expires })}`;
}

const shape = /^(v1\.([A-Za-z0-9_-]{1,100})\.([0-9a-z]{1,10}))\.([A-Za-z0-9_-]{43})$/;

/** Whether a text has the form of a token. Any other text is invalid, whatever the secret is. */
export const hasTokenShape = (text: string): boolean => shape.test(text);

/** Checks a token in constant time. Only tokens that this service signed can be `expired`; others are `invalid`. */
export function verifyUnsubscribe(secret: string | Uint8Array, token: string, now: Date): UnsubscribeCheck {
  const [, signed, registration_id, expiry, given] = shape.exec(token) ?? [];
  if (signed === undefined || registration_id === undefined || expiry === undefined || given === undefined)
    return { state: 'invalid' };
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(secret, signed)))) return { state: 'invalid' };
  return Number.parseInt(expiry, 36) * 1000 > now.getTime()
    ? { state: 'valid', registration_id }
    : { state: 'expired' };
}
