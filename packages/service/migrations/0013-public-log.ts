import { type Kysely, sql } from 'kysely';

/**
 * The public log: its entries, its tree, its checkpoints and its keys (decisions 140 and 141). It is empty here: what was
 * published before is logged when the migration is over, by the version that knows the format of statements.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('log_entries')
    .addColumn('entry_index', 'integer', (column) => column.primaryKey())
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('audit_id', 'text')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('leaf_hash', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('log_entries_by_audit')
    .unique()
    .on('log_entries')
    .column('audit_id')
    .where(sql.ref('audit_id'), 'is not', null)
    .execute();
  await schema.createIndex('log_entries_by_publication').on('log_entries').column('publication').execute();
  await schema
    .createTable('log_tiles')
    .addColumn('tile_level', 'integer', (column) => column.notNull())
    .addColumn('tile_index', 'integer', (column) => column.notNull())
    // Before the hashes, so that reading the roots of many tiles does not read these.
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('hashes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_tiles_key', ['tile_level', 'tile_index'])
    .execute();
  await schema
    .createTable('log_state')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('frontier', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('log_checkpoints')
    .addColumn('size', 'integer', (column) => column.primaryKey())
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('signed_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('log_keys')
    .addColumn('verifier_key', 'text', (column) => column.primaryKey())
    .addColumn('from_at', 'text', (column) => column.notNull())
    .addColumn('until_at', 'text')
    .addColumn('handover', 'text')
    .execute();
  // What ended in a publication is looked up when that is logged.
  await schema
    .createIndex('audits_by_end')
    .on('audits')
    .column('replaced_at')
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute();
}
