import type { Revision } from './review.ts';

/**
 * The way back after a publication (decision 131): nothing published is deleted, but the draft of a published audit can be
 * opened again for a while, to be published as a correction.
 */
const CORRECTION_MS = 15 * 60_000;

/** Until when a correction may be begun; ISO 8601, like the time of the publication. */
export const correctableUntil = (published_at: string): string =>
  new Date(Date.parse(published_at) + CORRECTION_MS).toISOString();

/**
 * Whether a published draft may be revised: while a correction may be begun, and after that only to finish one that was
 * begun in time.
 */
export function isReopened(published_at: string, revisions: readonly Pick<Revision, 'at'>[], now: Date): boolean {
  const until = correctableUntil(published_at);
  return now.toISOString() <= until || revisions.some(({ at }) => at > published_at && at <= until);
}
