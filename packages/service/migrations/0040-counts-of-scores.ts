import { type Kysely, sql } from 'kysely';

/**
 * How many companies have each score, and the score of each beside the day on which it is due (decision 209): a publication changes
 * the rows of its companies, and counts nothing. `counters` says up to which publication this is so, because nodes of the version
 * before may go on publishing; the next publication after theirs counts again. The new columns have values that rows of theirs begin with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const column of ['overall_score', 'fictional'])
    await schema
      .alterTable('due_companies')
      .addColumn(column, 'integer', (of) => of.notNull().defaultTo(0))
      .execute();
  await schema
    .createTable('score_counts')
    .addColumn('overall_score', 'integer', (column) => column.notNull())
    .addColumn('fictional', 'integer', (column) => column.notNull())
    .addColumn('companies', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('score_counts_key', ['overall_score', 'fictional'])
    .execute();
  await sql`update due_companies set overall_score = a.overall_score, fictional = a.fictional from audits as a
    where a.slug = due_companies.slug and a.replaced_at is null and not exists (select 1 from audits as later
      where later.slug = a.slug and later.replaced_at is null and later.audit_date > a.audit_date)`.execute(db);
  await sql`insert into score_counts (overall_score, fictional, companies)
    select overall_score, fictional, count(*) from due_companies group by overall_score, fictional`.execute(db);
  await sql`insert into counters (name, value) select 'score_counts', value from counters where name = 'publications'`.execute(
    db,
  );
}
