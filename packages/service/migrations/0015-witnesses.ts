import type { Kysely } from 'kysely';

/** Witnesses of the public log, and their cosignatures of its checkpoints (decision 150). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('log_witnesses')
    .addColumn('witness', 'text', (column) => column.primaryKey())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('failure', 'text')
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await schema
    .createTable('log_cosignatures')
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('witness', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    .addColumn('cosigned_at', 'text', (column) => column.notNull())
    .addColumn('stored_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_cosignatures_key', ['size', 'witness'])
    .execute();
}
