import { signToken } from './signed-token.ts';

/** How long an unsubscribe link is valid (decision 40). */
const UNSUBSCRIBE_DAYS = 90;

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
  registration_id: string,
  created_at: Date,
): string {
  const expires = new Date(created_at.getTime() + UNSUBSCRIBE_DAYS * 86_400_000);
  return `${base_url}/unsubscribe?t=${signToken(secret, 'unsubscribe', { id: registration_id, expires })}`;
}
