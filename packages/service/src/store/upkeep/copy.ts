import { createHash } from 'node:crypto';
import { Refusal } from '@readymark/rubric/refusal';
import { sql } from 'kysely';
import { anyTable, keyOf as primaryKeyOf } from '../blobs/blob-tables.ts';
import type { Store } from '../engine/engine.ts';
import { migrate, migrationState } from './migrate.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Rows copied in one transaction: a record has some tens of kilobytes, and SQLite binds at most 32,766 values. */
const BATCH_ROWS = 500;
/** The same of tables with larger rows: bundles have some hundred kilobytes, bodies up to seven megabytes. */
const batchRows: Readonly<Record<string, number>> = { audit_jobs: 25, evidence_bodies: 5, log_tiles: 100 };

/** The row of `secrets` that marks a database as the target of an unfinished copy. */
const COPY_MARK = 'copy_under_way';

/** How far a copy is: stored in the target, in the same transaction as the rows. */
type Progress = { source: string; done: string[]; table: string; after: (string | number)[] };

/** A table, the columns of its primary key in their order, and how many rows are copied in one transaction. */
type CopiedTable = { name: string; key: readonly string[]; batch: number };

/** Whether a database is the target of an unfinished copy, which must not be served (decision 52). */
export async function isHalfCopied(store: Store): Promise<boolean> {
  return (
    (await store.db.selectFrom('secrets').select('name').where('name', '=', COPY_MARK).executeTakeFirst()) !== undefined
  );
}

/**
 * Copies every row of every table into an empty database in batches, and then compares the two (decision 52). Nothing
 * may write to the source meanwhile. After an interruption the next call continues where the copy stopped.
 *
 * @param options.source_name a name that is always the same for the same source; only its hash is stored
 * @param options.batch_rows rows copied in one transaction, by table, where they are large
 * @param options.at_row called with the number of rows copied, or compared, so far and in total
 * @returns rows per table
 * @throws Refusal when the source lacks migrations, the target is not empty, or the two differ at the end
 */
export async function copyStore(
  source: Store,
  target: Store,
  options: {
    source_name: string;
    batch_rows?: Readonly<Record<string, number>>;
    signal: AbortSignal;
    at_row(phase: 'copying' | 'comparing', done: number, total: number): void;
  },
): Promise<Record<string, number>> {
  const { pending } = await migrationState(source);
  if (pending.length)
    throw new Refusal(`The source lacks migrations (${pending.join(', ')}); run \`readymark migrate\` on it first.`);
  await migrate(target);
  const tables = await tablesOf(source, { ...batchRows, ...options.batch_rows });
  const progress = await begin(target, tables, createHash('sha256').update(options.source_name).digest('hex'));
  let total = 0;
  for (const table of tables) total += await countRows(source, table);
  let copied = 0;
  for (const table of tables) copied += await countRows(target, table);
  for (const table of tables.filter(({ name }) => !progress.done.includes(name))) {
    if (progress.table !== table.name) Object.assign(progress, { table: table.name, after: [] });
    for (;;) {
      options.signal.throwIfAborted();
      const rows = await page(source, table, progress.after);
      await target.transaction(async (tx) => {
        if (rows.length) await anyTable(tx).insertInto(table.name).values(rows).execute();
        const last = rows.at(-1);
        const next = last
          ? { ...progress, after: keyOf(table, last) }
          : { ...progress, done: [...progress.done, table.name] };
        await tx
          .updateTable('secrets')
          .set({ value: JSON.stringify(next) })
          .where('name', '=', COPY_MARK)
          .execute();
      });
      copied += rows.length;
      options.at_row('copying', copied, total);
      const last = rows.at(-1);
      if (!last) break;
      progress.after = keyOf(table, last);
    }
    progress.done.push(table.name);
  }
  const rows = await compare(
    source,
    target,
    tables,
    (done) => options.at_row('comparing', done, total * 2),
    options.signal,
  );
  // Otherwise PostgreSQL plans the first start for empty tables, until it gathers them itself.
  if (target.engine === 'postgres') await target.unhurried((tx) => sql`analyze`.execute(tx));
  await target.db.deleteFrom('secrets').where('name', '=', COPY_MARK).execute();
  return rows;
}

/** Continues the unfinished copy in the target, or begins one in an empty target. @throws Refusal */
async function begin(target: Store, tables: readonly CopiedTable[], source: string): Promise<Progress> {
  return target.transaction(async (tx) => {
    await target.lock(tx, COPY_MARK);
    const mark = await tx.selectFrom('secrets').select('value').where('name', '=', COPY_MARK).executeTakeFirst();
    if (mark) {
      const progress = JSON.parse(mark.value) as Progress;
      if (progress.source === source) return progress;
      throw new Refusal('The target contains part of a copy of another source; name an empty database.');
    }
    for (const { name, key } of tables)
      if (await anyTable(tx).selectFrom(name).select(key).limit(1).executeTakeFirst())
        throw new Refusal(`The target is not empty (it has ${name.replaceAll('_', ' ')}); name an empty database.`);
    const progress: Progress = { source, done: [], table: '', after: [] };
    await tx
      .insertInto('secrets')
      .values({ name: COPY_MARK, value: JSON.stringify(progress), created_at: '' })
      .execute();
    return progress;
  });
}

const keyOf = ({ key }: CopiedTable, row: Row) => key.map((column) => row[column] as string | number);

/** Every table of a database; its own lists of tables and keys are asked, so that none is forgotten. */
async function tablesOf(store: Store, batch_rows: Readonly<Record<string, number>>): Promise<CopiedTable[]> {
  const names = (await store.db.introspection.getTables()).map(({ name }) => name).sort();
  const tables: CopiedTable[] = [];
  for (const name of names)
    tables.push({ name, key: await primaryKeyOf(store, name), batch: batch_rows[name] ?? BATCH_ROWS });
  return tables;
}

/** The next rows in the order of the primary key, in the engine's own order of text. */
async function page(
  store: Store,
  { name, key, batch }: CopiedTable,
  after: readonly (string | number)[],
): Promise<Row[]> {
  const [first = '', second] = key;
  const [one = '', two = ''] = after;
  let query = anyTable(store.db).selectFrom(name).selectAll().orderBy(first).limit(batch);
  if (second) query = query.orderBy(second);
  if (name === 'secrets') query = query.where('name', '!=', COPY_MARK);
  if (after.length)
    query = second
      ? query.where(({ eb, refTuple, tuple }) => eb(refTuple(first, second), '>', tuple(one, two)))
      : query.where(first, '>', one);
  return query.execute();
}

async function countRows(store: Store, { name }: CopiedTable): Promise<number> {
  let query = anyTable(store.db)
    .selectFrom(name)
    .select(({ fn }) => fn.countAll().as('rows'));
  if (name === 'secrets') query = query.where('name', '!=', COPY_MARK);
  return Number((await query.executeTakeFirstOrThrow()).rows);
}

/** Reads both databases completely and compares the number and the content of the rows of each table. */
async function compare(
  source: Store,
  target: Store,
  tables: readonly CopiedTable[],
  at_row: (done: number) => void,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let done = 0;
  for (const table of tables) {
    const sides = [];
    for (const store of [source, target])
      sides.push(
        await digest(store, table, signal, (rows) => {
          done += rows;
          at_row(done);
        }),
      );
    const [from, to] = sides;
    if (from?.rows !== to?.rows || from?.content !== to?.content)
      throw new Refusal(
        `The copy differs from the source in ${table.name} (${from?.rows} rows in the source, ${to?.rows} in the copy): something wrote meanwhile. Stop the service and copy into an empty database again.`,
      );
    counts[table.name] = from?.rows ?? 0;
  }
  return counts;
}

/** Number of rows, and the sum of their SHA-256, which does not depend on the order of the rows. */
async function digest(
  store: Store,
  table: CopiedTable,
  signal: AbortSignal,
  at: (rows: number) => void,
): Promise<{ rows: number; content: bigint }> {
  let rows = 0;
  let content = 0n;
  for (let after: (string | number)[] = []; ; ) {
    signal.throwIfAborted();
    const batch = await page(store, table, after);
    for (const row of batch) {
      const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
      content = BigInt.asUintN(256, content + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`));
    }
    rows += batch.length;
    at(batch.length);
    const last = batch.at(-1);
    if (!last) return { rows, content };
    after = keyOf(table, last);
  }
}
