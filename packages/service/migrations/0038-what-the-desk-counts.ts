import { type Kysely, sql } from 'kysely';

/**
 * When each listed company is due, how many are on each day, and how many requests have each status (decision 209): the desk reads
 * a page of them, and counts nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('due_companies')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('reaudit_due', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('due_companies_by_day').on('due_companies').columns(['reaudit_due', 'slug']).execute();
  await schema
    .createTable('due_days')
    .addColumn('reaudit_due', 'text', (column) => column.primaryKey())
    .addColumn('companies', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('request_counts')
    .addColumn('status', 'text', (column) => column.primaryKey())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into due_companies (slug, reaudit_due) select slug, reaudit_due from audits as a where replaced_at is null
    and not exists (select 1 from audits as later where later.slug = a.slug and later.replaced_at is null
      and later.audit_date > a.audit_date)`.execute(db);
  await sql`insert into due_days (reaudit_due, companies) select reaudit_due, count(*) from due_companies group by reaudit_due`.execute(
    db,
  );
  await sql`insert into request_counts (status, requests) select status, count(*) from audit_requests group by status`.execute(
    db,
  );
}
