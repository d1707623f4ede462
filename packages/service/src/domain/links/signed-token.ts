import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token in a link of a letter (decisions 30, 40, 116 and 182): signed and expiring, and of use for one purpose alone.
 *
 * `v1.{id}.{expiry in seconds, base 36}.{HMAC-SHA256, base64url}`. It contains no address: what it is about is looked up
 * by the id.
 */
type Token = { id: string; expires: Date };

/** What a token authorises: a token of one purpose is invalid for any other. */
type Purpose = 'unsubscribe' | 'confirm' | 'own';

export type TokenCheck = { state: 'valid'; id: string } | { state: 'expired' } | { state: 'invalid' };

const mac = (secret: string | Uint8Array, purpose: Purpose, signed: string) =>
  createHmac('sha256', secret).update(`readymark ${purpose} ${signed}`).digest('base64url');

/**
 * Signs a token.
 *
 * @param secret the service's own, at least 32 bytes
 * @param token.expires rounded down to seconds
 */
export function signToken(secret: string | Uint8Array, purpose: Purpose, { id, expires }: Token): string {
  const signed = `v1.${id}.${Math.floor(expires.getTime() / 1000).toString(36)}`;
  return `${signed}.${mac(secret, purpose, signed)}`;
}

const shape = /^(v1\.([A-Za-z0-9_-]{1,100})\.([0-9a-z]{1,10}))\.([A-Za-z0-9_-]{43})$/;

/** Whether a text has the form of a token. Any other text is invalid, whatever the secret is. */
export const hasTokenShape = (text: string): boolean => shape.test(text);

/** Checks a token in constant time. Only tokens that this service signed can be `expired`; others are `invalid`. */
export function verifyToken(secret: string | Uint8Array, purpose: Purpose, token: string, now: Date): TokenCheck {
  const [, signed, id, expiry, given] = shape.exec(token) ?? [];
  if (signed === undefined || id === undefined || expiry === undefined || given === undefined)
    return { state: 'invalid' };
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(secret, purpose, signed)))) return { state: 'invalid' };
  return Number.parseInt(expiry, 36) * 1000 > now.getTime() ? { state: 'valid', id } : { state: 'expired' };
}
