import { type Kysely, sql } from 'kysely';
import type { Db, Store } from '../engine/engine.ts';

/** A table whose rows may name blobs (decision 206), and the columns of its primary key in their order. */
export type BlobTable = { name: string; key: readonly string[] };

/** A database whose tables are found as it runs. */
type AnyTables = Kysely<Record<string, Record<string, string | number | null>>>;
export const anyTable = (db: unknown) => db as AnyTables;

/** Every table with a column `blob`; the database itself is asked, so that none is forgotten, also of a feature that was taken out. */
export async function blobTables(store: Store): Promise<BlobTable[]> {
  const tables = await store.db.introspection.getTables();
  const named = tables.filter(({ columns }) => columns.some(({ name }) => name === 'blob')).map(({ name }) => name);
  return Promise.all(named.sort().map(async (name) => ({ name, key: await keyOf(store, name) })));
}

/** The columns of a table's primary key, in their order. */
export async function keyOf(store: Store, table: string): Promise<string[]> {
  const { rows } =
    store.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(
          store.db,
        )
      : await sql<{ name: string }>`select c.column_name as name from information_schema.table_constraints t
            join information_schema.key_column_usage c using (constraint_schema, constraint_name)
            where t.constraint_type = 'PRIMARY KEY' and t.table_schema = current_schema and t.table_name = ${table}
            order by c.ordinal_position`.execute(store.db);
  return rows.map(({ name }) => name);
}

/** Which of some blobs a row of any table names. */
export async function namedAmong(db: Db, tables: readonly BlobTable[], blobs: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  if (blobs.length)
    for (const { name } of tables) {
      const rows = await anyTable(db).selectFrom(name).select('blob').where('blob', 'in', blobs).execute();
      for (const { blob } of rows) named.add(String(blob));
    }
  return named;
}

/** A condition on a row of `blobs`: no row of any table names it. */
export function isUnnamed(tables: readonly BlobTable[]) {
  const named = tables.map(
    ({ name }) => sql`exists (select 1 from ${sql.table(name)} as t where t.blob = blobs.sha256)`,
  );
  return sql<boolean>`not (${sql.join(named, sql` or `)})`;
}
