import type { Audit } from '../domain/audit.ts';
import type { Db } from './engine.ts';

/** How many companies stand at each score, which is all that a rank needs; read once per publication. */
export async function scoreCounts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('audits as a')
    .select((eb) => ['a.overall_score', eb.fn.countAll().as('companies')])
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
    .groupBy('a.overall_score')
    .execute();
  return new Map(rows.map((row) => [row.overall_score, Number(row.companies)]));
}

/** An audit as it was published, by its id, replaced ones included; undefined for an unknown id. */
export async function auditById(db: Db, audit_id: string): Promise<Audit | undefined> {
  const row = await db.selectFrom('audits').select('record').where('audit_id', '=', audit_id).executeTakeFirst();
  return row && (JSON.parse(row.record) as Audit);
}
