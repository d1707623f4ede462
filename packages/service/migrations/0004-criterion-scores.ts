import { type Kysely, sql } from 'kysely';

/** Audits whose records are read together. */
const BATCH_ROWS = 200;

type Audits = { audits: { audit_id: string; record: string; criterion_scores: string } };

/**
 * The points of the criteria beside each record, so that what moved between two audits is found without reading their
 * records; and an index of replaced audits, which may have been current at an earlier time (decision 23).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('audits')
    .addColumn('criterion_scores', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .createIndex('audits_replaced')
    .on('audits')
    .columns(['slug', 'audit_date'])
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute();
  const audits = db.withTables<Audits>();
  for (let after = ''; ; ) {
    const rows = await audits
      .selectFrom('audits')
      .select(['audit_id', 'record'])
      .where('audit_id', '>', after)
      .orderBy('audit_id')
      .limit(BATCH_ROWS)
      .execute();
    for (const { audit_id, record } of rows) {
      const { criteria } = JSON.parse(record) as { criteria: { id: string; score: number }[] };
      const criterion_scores = JSON.stringify(Object.fromEntries(criteria.map(({ id, score }) => [id, score])));
      await audits.updateTable('audits').set({ criterion_scores }).where('audit_id', '=', audit_id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.audit_id;
  }
}
