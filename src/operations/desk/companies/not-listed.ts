import { Fault } from '../../../domain/fault.ts';
import type { FormerSlug } from '../../../domain/former-slug.ts';

/** What became of a company that is not listed, as a clause for operators. */
export function whatBecameOf(former: FormerSlug): string {
  if ('moved_to' in former) return `this company has the slug ${former.moved_to} now`;
  const { at, reason } = former.retracted;
  return `this company was retracted on ${at.slice(0, 10)} (${reason})`;
}

/** The refusal of a slug that no listed company has: where the company is now, if it ever was listed. */
export const notListed = (slug: string, former: FormerSlug | undefined): Fault =>
  former
    ? new Fault('conflict', `${slug}: ${whatBecameOf(former)}.`)
    : new Fault('not_found', 'There is no company with this slug on the leaderboard.');
