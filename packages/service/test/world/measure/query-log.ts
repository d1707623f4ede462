import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import type { Store } from '../../../src/store/engine/engine.ts';

/** Records every query of this process from now on: its text, and the parameters of its last run. */
export function recordQueries(): Map<string, readonly unknown[]> {
  const asked = new Map<string, readonly unknown[]>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    asked.set(text, []);
    return prepare.call(this, text, ...rest);
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (
    this: pg.Client,
    text: string | pg.QueryConfig | undefined,
    values?: unknown,
    ...rest: unknown[]
  ) {
    // A prepared statement is sent with its name, as an object.
    const [sent, given] = typeof text === 'string' ? [text, values] : [text?.text, text?.values];
    if (sent) asked.set(sent, Array.isArray(given) ? given : []);
    return (query as (...given: unknown[]) => unknown).call(this, text, values, ...rest);
  } as typeof query;
  return asked;
}

/** Whether a query reads or writes rows (and is not about the schema, a transaction or a setting). */
const touchesRows = (text: string) =>
  /^\s*(with|select|insert|update|delete)\b/i.test(text) &&
  !/sqlite_schema|sqlite_master|pg_catalog|pragma/i.test(text);

/** Full table scans in the plans of these queries: the line of the plan with the query. Small tables do not count. */
export async function fullScans(store: Store, asked: ReadonlyMap<string, readonly unknown[]>): Promise<string[]> {
  const found: string[] = [];
  const large = await largeTables(store);
  for (const [text, parameters] of asked) {
    if (!touchesRows(text)) continue;
    for (const line of await planOf(store, text, parameters)) {
      const table = /SCAN (\w+)/.exec(line)?.[1] ?? /Seq Scan on (\w+)/.exec(line)?.[1];
      // Walking an index, even a partial one, until enough rows are found is not a scan.
      const walks =
        /USING (COVERING )?INDEX|Index/.test(line) && /(order by [^()]*|is null) limit (\?|\$\d+)$/.test(text);
      if (
        table &&
        large(table) &&
        !walks &&
        !/^\d+$/.test(table) &&
        !/^(counters|secrets|kysely_\w+|counted|batch|constant|CONSTANT|found)$/.test(table)
      )
        found.push(`${line.trim()} — ${text}`);
    }
  }
  return found;
}

/** Every line of the plans of these queries, with the query. */
export async function plans(store: Store, asked: ReadonlyMap<string, readonly unknown[]>): Promise<string[]> {
  const lines: string[] = [];
  for (const [text, parameters] of asked)
    if (touchesRows(text))
      for (const line of await planOf(store, text, parameters)) lines.push(`${line.trim()} — ${text}`);
  return lines;
}

/** PostgreSQL correctly scans small tables; SQLite plans without regard to sizes. */
async function largeTables(store: Store): Promise<(table: string) => boolean> {
  if (store.engine === 'sqlite') return () => true;
  const { rows } = await sql<{ relname: string }>`select relname from pg_class where reltuples >= 5000`.execute(
    store.db,
  );
  const names = new Set(rows.map((row) => row.relname));
  return (table) => names.has(table);
}

async function planOf(store: Store, text: string, parameters: readonly unknown[]): Promise<string[]> {
  if (store.engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(store.db);
    return rows.map((row) => row.detail);
  }
  const literal = (value: unknown) =>
    value === null ? 'null' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  const filled = text.replace(/\$(\d+)/g, (_, at) => literal(parameters[Number(at) - 1]));
  const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain ${filled}`)}`.execute(store.db);
  return rows.map((row) => row['QUERY PLAN']);
}
