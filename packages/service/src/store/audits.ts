import type { Audit } from '@readymark/rubric/audit/audit';
import { type CriterionScores, criterionScores } from '@readymark/rubric/audit/criterion-scores';
import { currentRecord, parseRecord, RECORD_FORMAT } from '@readymark/rubric/audit/format';
import type { Rubrics } from '@readymark/rubric/rubric';
import { auditColumns, type PublishedAudit } from '../domain/audit/published.ts';
import type { Db, Store, Tx } from './engine/engine.ts';
import type { AuditRow } from './tables.ts';

/** The current audit of a company: the latest that was not replaced; undefined for an unknown slug. */
export function currentAudit(db: Db, slug: string): Promise<AuditRow | undefined> {
  return db
    .selectFrom('audits')
    .selectAll()
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A company's current audit: the latest that was not replaced. */
export type CurrentAudit = Pick<AuditRow, 'audit_id' | 'slug' | 'audit_date' | 'overall_score' | 'fictional'>;

/** Slugs in one statement; far fewer than either engine binds. */
const SLUGS_MAX = 500;

/** The current audits of some companies, by slug; unknown slugs are left out. */
export async function currentAuditsOf(db: Db, slugs: readonly string[]): Promise<Map<string, CurrentAudit>> {
  const audits = new Map<string, CurrentAudit>();
  for (let at = 0; at < slugs.length; at += SLUGS_MAX) {
    const rows = await db
      .selectFrom('audits')
      .select(['audit_id', 'slug', 'audit_date', 'overall_score', 'fictional'])
      .where('slug', 'in', slugs.slice(at, at + SLUGS_MAX))
      .where('replaced_at', 'is', null)
      .orderBy('audit_date')
      .execute();
    for (const row of rows) audits.set(row.slug, row);
  }
  return audits;
}

/** What a digest needs of an audit that was replaced. */
export type ReplacedAudit = Pick<AuditRow, 'audit_id' | 'slug' | 'audit_date' | 'published_at' | 'rubric'> &
  CriterionScores & { replaced_at: string };

/** The replaced audits of some companies, by slug, oldest first; companies without any are left out. */
export async function replacedAuditsOf(db: Db, slugs: readonly string[]): Promise<Map<string, ReplacedAudit[]>> {
  const audits: ReplacedAudit[] = [];
  for (let at = 0; at < slugs.length; at += SLUGS_MAX) {
    const rows = await db
      .selectFrom('audits')
      .select(['audit_id', 'slug', 'audit_date', 'published_at', 'rubric', 'criterion_scores'])
      .select((eb) => eb.ref('replaced_at').$notNull().as('replaced_at'))
      .where('slug', 'in', slugs.slice(at, at + SLUGS_MAX))
      .where('replaced_at', 'is not', null)
      .orderBy('audit_date')
      .execute();
    for (const { criterion_scores, ...audit } of rows) audits.push({ ...audit, ...criterionScores(criterion_scores) });
  }
  return Map.groupBy(audits, ({ slug }) => slug);
}

/** The row of an audit in a publication. Its record is written in the current format. */
export function auditRow(
  audit: Audit,
  rubrics: Rubrics,
  of: { audit_id: string; publication: number; published_at: string },
  more: Pick<AuditRow, 'receipts' | 'reviewed_by' | 'job_id' | 'business' | 'correction_reason'> = NOTHING_MORE,
): AuditRow {
  const record = JSON.stringify(audit);
  const columns = auditColumns(audit, rubrics);
  return { ...of, ...columns, record, record_format: RECORD_FORMAT, replaced_at: null, ...more };
}

const NOTHING_MORE = { receipts: null, reviewed_by: null, job_id: null, business: null, correction_reason: null };

/** Stores audits, at most a few hundred at once: both engines limit the parameters of a statement. */
export async function insertAudits(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length) await tx.insertInto('audits').values(rows).execute();
}

/** Marks an audit as replaced; it is kept (decision 45). */
export async function replaceAudit(tx: Tx, audit_id: string, replaced_at: string): Promise<void> {
  await tx.updateTable('audits').set({ replaced_at }).where('audit_id', '=', audit_id).execute();
}

/** Ends all audits of a company; they are kept (decision 100). @returns how many were public */
export async function endAudits(tx: Tx, slug: string, replaced_at: string): Promise<number> {
  const ended = await tx
    .updateTable('audits')
    .set({ replaced_at })
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/**
 * Audits that were public when the publication `until` was made, in the order of `publication` and `audit_id`, at most `limit`
 * after a place in that order. What later publications replaced, moved or took back is as it was (decision 143). Their
 * records are in the current format (decision 45).
 */
export async function auditsAfter(
  db: Db,
  after: { publication: number; audit_id: string },
  limit: number,
  until: number,
): Promise<PublishedAudit[]> {
  const rows = await db
    .selectFrom('audits')
    .selectAll()
    .where((eb) => eb(eb.refTuple('publication', 'audit_id'), '>', eb.tuple(after.publication, after.audit_id)))
    .where('publication', '<=', until)
    .where((eb) =>
      eb.or([
        eb('replaced_at', 'is', null),
        eb(
          'replaced_at',
          '>',
          eb.selectFrom('publications').select('at').where('publications.publication', '=', until),
        ),
      ]),
    )
    .orderBy('publication')
    .orderBy('audit_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    record: currentRecord(row),
    // The column follows the company; the record has the slug of its time (decision 101).
    slug: row.replaced_at === null ? row.slug : parseRecord(row).slug,
  }));
}

/**
 * Whether an audit is public under a slug. If it is, it stays so until the transaction ends: whoever replaces, moves or retracts
 * it waits for that.
 */
export async function staysPublic(store: Store, tx: Tx, audit_id: string, slug: string): Promise<boolean> {
  const audit = tx
    .selectFrom('audits')
    .select('audit_id')
    .where('audit_id', '=', audit_id)
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null);
  // On SQLite the transaction itself is the lock.
  const found = await (store.engine === 'postgres' ? audit.forShare() : audit).executeTakeFirst();
  return found !== undefined;
}

/** A query over the current audit of every company, as table `a`: the latest that was not replaced. */
export function currentAudits(db: Db) {
  return db
    .selectFrom('audits as a')
    .where('a.replaced_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audits as later')
            .select('later.slug')
            .whereRef('later.slug', '=', 'a.slug')
            .where('later.replaced_at', 'is', null)
            .whereRef('later.audit_date', '>', 'a.audit_date'),
        ),
      ),
    );
}
