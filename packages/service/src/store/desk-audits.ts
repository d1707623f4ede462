import type { Audit } from '@readymark/rubric/audit/audit';
import { parseRecord } from '@readymark/rubric/audit/format';
import { sql } from 'kysely';
import type { Db } from './engine/engine.ts';
import type { AuditRow } from './tables.ts';

/** An audit by its id, replaced ones included; undefined for an unknown id. */
export async function auditById(db: Db, audit_id: string): Promise<Audit | undefined> {
  const row = await db
    .selectFrom('audits')
    .select(['record', 'record_format'])
    .where('audit_id', '=', audit_id)
    .executeTakeFirst();
  return row && parseRecord(row);
}

/** An audit by its id with what it rests on, replaced ones included; undefined for an unknown id. */
export async function auditWithReceipts(db: Db, audit_id: string) {
  const row = await db
    .selectFrom('audits')
    .select(['record', 'record_format', 'receipts', 'job_id'])
    .where('audit_id', '=', audit_id)
    .executeTakeFirst();
  return row && { audit: parseRecord(row), receipts: row.receipts, job_id: row.job_id };
}

/** Audits of a company, replaced ones left out, newest first, at most `limit`. */
export async function latestAudits(db: Db, slug: string, limit: number): Promise<Audit[]> {
  const rows = await db
    .selectFrom('audits')
    .select(['record', 'record_format'])
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date', 'desc')
    .limit(limit)
    .execute();
  return rows.map(parseRecord);
}

/** The website of a company in its newest audit, public or not; undefined for an unknown slug. */
export async function lastWebsite(db: Db, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audits')
    .select('website')
    .where('slug', '=', slug)
    .orderBy('publication', 'desc')
    .orderBy('audit_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.website;
}

/** The slug of the company with a website on a host, with or without `www.`; undefined when there is none. */
export async function companyAtSite(db: Db, site: string): Promise<string | undefined> {
  const bare = site.replace(/^www\./, '');
  const addresses = [bare, `www.${bare}`].flatMap((host) => [`https://${host}`, `http://${host}`]);
  const row = await db
    .selectFrom('audits')
    .select('slug')
    .where('replaced_at', 'is', null)
    .where((eb) =>
      eb.or(
        addresses.flatMap((address) => [
          eb('website', '=', address),
          sql<boolean>`substr(website, 1, ${sql.lit(address.length + 1)}) = ${`${address}/`}`,
        ]),
      ),
    )
    .orderBy('audit_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.slug;
}

/** Audits of a company that were ever published under a slug, newest publication first, at most `limit`. */
export async function everPublished(db: Db, slug: string, limit: number) {
  const of = db
    .selectFrom('audits')
    .select(['audit_id', 'slug', 'company', 'audit_date', 'overall_score', 'tier', 'publication', 'published_at'])
    .select(['replaced_at', 'job_id'])
    .where('slug', '=', slug)
    .orderBy('audit_date', 'desc')
    .orderBy('publication', 'desc')
    .limit(limit);
  // Two look-ups, because each index has a part of the rows.
  const open = await of.where('replaced_at', 'is', null).execute();
  const ended = await of.where('replaced_at', 'is not', null).execute();
  const order = (a: { publication: number; audit_date: string }, b: typeof a) =>
    b.publication - a.publication || (a.audit_date < b.audit_date ? 1 : -1);
  return [...open, ...ended].sort(order).slice(0, limit);
}

/** The audits that were published of a company and a day, the newest publication first, at most `limit`. */
export async function auditsOfDay(
  db: Db,
  { slug, audit_date }: { slug: string; audit_date: string },
  limit: number,
): Promise<AuditRow[]> {
  const of = db
    .selectFrom('audits')
    .selectAll()
    .where('slug', '=', slug)
    .where('audit_date', '=', audit_date)
    .orderBy('publication', 'desc')
    .limit(limit);
  const open = await of.where('replaced_at', 'is', null).execute();
  return [...open, ...(await of.where('replaced_at', 'is not', null).execute())].slice(0, limit);
}

/** Requests that an audit completed, oldest first, at most `limit`. */
export function completedBy(db: Db, audit_id: string, limit: number) {
  return db
    .selectFrom('audit_requests')
    .select(['request_id', 'company', 'status_changed_at as completed_at'])
    .where('audit_id', '=', audit_id)
    .orderBy('submitted_at')
    .orderBy('request_id')
    .limit(limit)
    .execute();
}
