import { isStale } from '@readymark/rubric/audit/audit';
import { retractedNamed } from '../../../catalogue/search/company-named.ts';
import { retractedAs } from '../../../domain/companies/former-slug.ts';
import type { AuditRequestRecord, ListedAudit, StoredRequestRecord } from '../../../domain/request/request.ts';
import { type Context, today } from '../../context.ts';

/** The audit on the leaderboard for a website; null without one (decision 18). */
export function listedAt(ctx: Context, website: string): ListedAudit | null {
  const found = ctx.catalogue.current().atSite(website);
  if (!found) return null;
  const { slug, audit_date, overall_score, reaudit_due, fictional } = found;
  const mark = fictional && { fictional: true as const };
  return { slug, audit_date, overall_score, stale: isStale(reaudit_due, today(ctx)), ...mark };
}

/** The whole record of a request. */
export function withListed(ctx: Context, record: StoredRequestRecord): AuditRequestRecord {
  const gone = retractedNamed(ctx.catalogue.current(), record.website);
  return { ...record, listed: listedAt(ctx, record.website), ...(gone && { retracted: retractedAs(gone) }) };
}
