import type { Audit } from '@readymark/rubric/audit/audit';
import { type FormerSlug, formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import { latestAudits } from '../../../store/desk-audits.ts';
import type { Db } from '../../../store/engine/engine.ts';

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

/**
 * Audits of a company, newest first, at most `limit`, by its slug or a former one (decision 101). Empty for a slug that no
 * company ever had. Faults: conflict for a retracted company, with the reason.
 */
export async function auditsOfCompany(db: Db, slug: string, limit: number): Promise<Audit[]> {
  const audits = await latestAudits(db, slug, limit);
  if (audits.length) return audits;
  const former = formerSlug(await formerSlugsNow(db), slug);
  if (former === undefined) return [];
  if ('retracted' in former) throw notListed(slug, former);
  return latestAudits(db, former.moved_to, limit);
}
