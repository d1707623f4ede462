import { signToken } from './signed-token.ts';

/** How long an unsubscribe link is valid (decision 40). */
const UNSUBSCRIBE_DAYS = 90;

/** Whose letters a link stops: the hash of the address that it was sent to; undefined in links of older versions. */
export type Stopped = { registration_id: string; address_hash?: string | undefined };

/**
 * The unsubscribe link in a letter, valid for 90 days from when its notice was written. A letter that is sent again has
 * the same link.
 *
 * @param secret the service's own, at least 32 bytes
 * @param base_url without trailing slash
 */
export function unsubscribeUrl(
  secret: string | Uint8Array,
  base_url: string,
  { registration_id, address_hash }: Stopped,
  created_at: Date,
): string {
  const expires = new Date(created_at.getTime() + UNSUBSCRIBE_DAYS * 86_400_000);
  const hash = address_hash === undefined ? '' : `-${Buffer.from(address_hash, 'hex').toString('base64url')}`;
  return `${base_url}/unsubscribe?t=${signToken(secret, 'unsubscribe', { id: registration_id + hash, expires })}`;
}

/** What the id in the token of such a link says. */
export function stoppedBy(id: string): Stopped {
  const [, registration_id = id, hash] = /^([^-]+)-([A-Za-z0-9_-]{43})$/.exec(id) ?? [];
  return {
    registration_id,
    ...(hash !== undefined && { address_hash: Buffer.from(hash, 'base64url').toString('hex') }),
  };
}
