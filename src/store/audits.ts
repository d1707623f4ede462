import type { Audit } from '../domain/audit/audit.ts';
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

/** Takes the next publication number, alone among all publishers until the transaction ends. */
export async function nextPublication(store: Store, tx: Tx): Promise<number> {
  await store.lock(tx, 'publications');
  await tx
    .insertInto('counters')
    .values({ name: 'publications', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute();
  const row = await tx
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'publications')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** The number of the newest publication; 0 when nothing was published. */
export async function latestPublication(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirst();
  return row?.value ?? 0;
}

/** What stands for a company: its latest audit that was not replaced. */
export type CurrentAudit = { audit_id: string; slug: string; audit_date: string; overall_score: number };

/** What stands for each of some companies, at most a few hundred, by slug. */
export async function currentAuditsOf(db: Db, slugs: readonly string[]): Promise<Map<string, CurrentAudit>> {
  const rows = await db
    .selectFrom('audits')
    .select(['audit_id', 'slug', 'audit_date', 'overall_score'])
    .where('slug', 'in', slugs)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date')
    .execute();
  return new Map(rows.map((row) => [row.slug, row]));
}

/** The row of an audit as part of a publication. */
export function auditRow(
  audit: Audit,
  of: { audit_id: string; publication: number; rubric: string; published_at: string },
): AuditRow {
  const { slug, company, website, audit_date, reaudit_due, overall_score, tier } = audit;
  const pillar_scores = JSON.stringify(
    Object.fromEntries(Object.entries(audit.pillars).map(([id, pillar]) => [id, pillar.score])),
  );
  const record = JSON.stringify(audit);
  return {
    ...of,
    slug,
    company,
    website,
    audit_date,
    reaudit_due,
    overall_score,
    tier,
    pillar_scores,
    record,
    replaced_at: null,
  };
}

/** Stores audits, at most a few hundred in one go: both engines limit the parameters of a statement. */
export async function insertAudits(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length) await tx.insertInto('audits').values(rows).execute();
}

/** Marks the standing audit of that company and date as replaced; it is kept (decision 12). */
export async function replaceAudit(tx: Tx, audit_id: string, replaced_at: string): Promise<void> {
  await tx.updateTable('audits').set({ replaced_at }).where('audit_id', '=', audit_id).execute();
}

/**
 * CurrentAudit audits published after a publication, in order, at most `limit` rows after (`publication`, `audit_id`).
 */
export function auditsAfter(
  db: Db,
  after: { publication: number; audit_id: string },
  limit: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audits')
    .selectAll()
    .where((eb) => eb(eb.refTuple('publication', 'audit_id'), '>', eb.tuple(after.publication, after.audit_id)))
    .where('replaced_at', 'is', null)
    .orderBy('publication')
    .orderBy('audit_id')
    .limit(limit)
    .execute();
}

/**
 * The current audit of every company, as table `a`: the latest that was not replaced. What is selected of them, and
 * which, is the caller's.
 */
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

/** Score and date of the audit that stands for each company: the latest that was not replaced. */
export function currentScores(db: Db): Promise<{ slug: string; overall_score: number; audit_date: string }[]> {
  return currentAudits(db).select(['a.slug', 'a.overall_score', 'a.audit_date']).execute();
}
