import type { Audit } from '../domain/audit.ts';
import type { Db, Store, Tx } from './engine.ts';
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
  const row = await tx.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirstOrThrow();
  return row.value;
}

/** The number of the newest publication; 0 when nothing was published. */
export async function latestPublication(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirst();
  return row?.value ?? 0;
}

/** Stores one audit as part of a publication. */
export async function insertAudit(
  tx: Tx,
  audit: Audit,
  of: { audit_id: string; publication: number; rubric: string; published_at: string },
): Promise<void> {
  const { slug, company, website, audit_date, reaudit_due, overall_score, tier } = audit;
  const pillar_scores = JSON.stringify(Object.fromEntries(Object.entries(audit.pillars).map(([id, pillar]) => [id, pillar.score])));
  await tx
    .insertInto('audits')
    .values({
      ...of,
      slug,
      company,
      website,
      audit_date,
      reaudit_due,
      overall_score,
      tier,
      pillar_scores,
      record: JSON.stringify(audit),
      replaced_at: null,
    })
    .execute();
}

/** Marks the standing audit of that company and date as replaced; it is kept (decision 12). */
export async function replaceAudit(tx: Tx, audit_id: string, replaced_at: string): Promise<void> {
  await tx.updateTable('audits').set({ replaced_at }).where('audit_id', '=', audit_id).execute();
}

/** Standing audits published after a publication, in order, at most `limit` rows after (`publication`, `audit_id`). */
export function auditsAfter(db: Db, after: { publication: number; audit_id: string }, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audits')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('publication', '>', after.publication),
        eb.and([eb('publication', '=', after.publication), eb('audit_id', '>', after.audit_id)]),
      ]),
    )
    .where('replaced_at', 'is', null)
    .orderBy('publication')
    .orderBy('audit_id')
    .limit(limit)
    .execute();
}

/** Score and date of the audit that stands for each company: the latest that was not replaced. */
export function standings(db: Db): Promise<{ slug: string; overall_score: number; audit_date: string }[]> {
  return db
    .selectFrom('audits as a')
    .select(['a.slug', 'a.overall_score', 'a.audit_date'])
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
    )
    .execute();
}
