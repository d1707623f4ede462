import { createHash } from 'node:crypto';
import { Refusal } from '@readymark/rubric/refusal';
import type { Kysely } from 'kysely';
import type { Store } from '../engine/engine.ts';
import type { Tables } from '../tables.ts';
import { migrate, migrationState } from './migrate.ts';

/** Every table with the columns of its primary key; tables that others refer to come first. */
export const tableKeys: { readonly [T in keyof Tables]: readonly (keyof Tables[T] & string)[] } = {
  counters: ['name'],
  publications: ['publication'],
  secrets: ['name'],
  slug_changes: ['publication', 'slug'],
  audits: ['audit_id'],
  registrations: ['registration_id'],
  audit_requests: ['request_id'],
  request_moves: ['request_id', 'position'],
  waiting_counts: ['span', 'starts'],
  idempotency_keys: ['registration_id', 'idempotency_key'],
  watches: ['registration_id', 'slug'],
  watch_counts: ['slug'],
  fanouts: ['fanout_id'],
  notices: ['notice_id'],
  desk_actions: ['action_id'],
  operators: ['name'],
  operator_sessions: ['session_hash'],
  operator_news: ['kind', 'subject_id'],
  operator_reports: ['report_id'],
  audit_jobs: ['job_id'],
  evidence_bodies: ['sha256'],
  job_bodies: ['job_id', 'sha256'],
  draft_entries: ['job_id', 'operator', 'field'],
  draft_visits: ['job_id', 'operator'],
  second_reviews: ['review_id'],
  form_submissions: ['submission_id'],
  log_entries: ['entry_index'],
  log_tiles: ['tile_level', 'tile_index'],
  log_state: ['name'],
  log_checkpoints: ['size'],
  log_keys: ['verifier_key'],
  datasets: ['publication'],
  dataset_pieces: ['file', 'piece'],
  reply_proofs: ['proof_id'],
  replies: ['reply_id'],
  reply_changes: ['publication', 'reply_id'],
  log_witnesses: ['witness'],
  log_cosignatures: ['size', 'witness'],
};

type TableName = keyof Tables;
type Row = Readonly<Record<string, string | number | null>>;
/** Any table: copying does not depend on columns. */
type AnyTables = Kysely<Record<string, Record<string, string | number | null>>>;

/** Rows copied in one transaction: a record has some tens of kilobytes, and SQLite binds at most 32,766 values. */
const BATCH_ROWS = 500;
/** Tables with larger rows: bundles and pieces have some hundred kilobytes, bodies up to seven megabytes. */
const batchRows: Partial<Record<TableName, number>> = {
  audit_jobs: 25,
  evidence_bodies: 5,
  log_tiles: 100,
  dataset_pieces: 25,
};

/** The row of `secrets` that marks a database as the target of an unfinished copy. */
const COPY_MARK = 'copy_under_way';

/** How far a copy is: stored in the target, in the same transaction as the rows. */
type Progress = { source: string; done: TableName[]; table: TableName; after: (string | number)[] };

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
 * @param options.at_row called with the number of rows copied, or compared, so far and in total
 * @returns rows per table
 * @throws Refusal when the source lacks migrations, the target is not empty, or the two differ at the end
 */
export async function copyStore(
  source: Store,
  target: Store,
  options: {
    source_name: string;
    signal: AbortSignal;
    at_row(phase: 'copying' | 'comparing', done: number, total: number): void;
  },
): Promise<Record<string, number>> {
  const { pending } = await migrationState(source);
  if (pending.length)
    throw new Refusal(`The source lacks migrations (${pending.join(', ')}); run \`readymark migrate\` on it first.`);
  await migrate(target);
  const progress = await begin(target, createHash('sha256').update(options.source_name).digest('hex'));
  const names = Object.keys(tableKeys) as TableName[];
  let total = 0;
  for (const table of names) total += await countRows(source, table);
  let copied = 0;
  for (const table of names) copied += await countRows(target, table);
  for (const table of names.filter((name) => !progress.done.includes(name))) {
    if (progress.table !== table) Object.assign(progress, { table, after: [] });
    for (;;) {
      options.signal.throwIfAborted();
      const rows = await page(source, table, progress.after);
      await target.transaction(async (tx) => {
        if (rows.length) await anyTable(tx).insertInto(table).values(rows).execute();
        const last = rows.at(-1);
        const next = last
          ? { ...progress, after: keyOf(table, last) }
          : { ...progress, done: [...progress.done, table] };
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
    progress.done.push(table);
  }
  const rows = await compare(
    source,
    target,
    names,
    (done) => options.at_row('comparing', done, total * 2),
    options.signal,
  );
  await target.db.deleteFrom('secrets').where('name', '=', COPY_MARK).execute();
  return rows;
}

/** Continues the unfinished copy in the target, or begins one in an empty target. @throws Refusal */
async function begin(target: Store, source: string): Promise<Progress> {
  return target.transaction(async (tx) => {
    await target.lock(tx, COPY_MARK);
    const mark = await tx.selectFrom('secrets').select('value').where('name', '=', COPY_MARK).executeTakeFirst();
    if (mark) {
      const progress = JSON.parse(mark.value) as Progress;
      if (progress.source === source) return progress;
      throw new Refusal('The target contains part of a copy of another source; name an empty database.');
    }
    for (const table of Object.keys(tableKeys) as TableName[])
      if (await anyTable(tx).selectFrom(table).select(keyColumns(table)).limit(1).executeTakeFirst())
        throw new Refusal(`The target is not empty (it has ${table.replaceAll('_', ' ')}); name an empty database.`);
    const progress: Progress = { source, done: [], table: 'counters', after: [] };
    await tx
      .insertInto('secrets')
      .values({ name: COPY_MARK, value: JSON.stringify(progress), created_at: '' })
      .execute();
    return progress;
  });
}

const anyTable = (db: unknown) => db as AnyTables;
const keyColumns = (table: TableName): string[] => [...tableKeys[table]];
const keyOf = (table: TableName, row: Row) => keyColumns(table).map((column) => row[column] as string | number);

/** The next rows in the order of the primary key, in the engine's own order of text. */
async function page(store: Store, table: TableName, after: readonly (string | number)[]): Promise<Row[]> {
  const [first = '', second] = keyColumns(table);
  const [one = '', two = ''] = after;
  let query = anyTable(store.db)
    .selectFrom(table)
    .selectAll()
    .orderBy(first)
    .limit(batchRows[table] ?? BATCH_ROWS);
  if (second) query = query.orderBy(second);
  if (table === 'secrets') query = query.where('name', '!=', COPY_MARK);
  if (after.length)
    query = second
      ? query.where(({ eb, refTuple, tuple }) => eb(refTuple(first, second), '>', tuple(one, two)))
      : query.where(first, '>', one);
  return query.execute();
}

async function countRows(store: Store, table: TableName): Promise<number> {
  let query = anyTable(store.db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('rows'));
  if (table === 'secrets') query = query.where('name', '!=', COPY_MARK);
  return Number((await query.executeTakeFirstOrThrow()).rows);
}

/** Reads both databases completely and compares the number and the content of the rows of each table. */
async function compare(
  source: Store,
  target: Store,
  names: readonly TableName[],
  at_row: (done: number) => void,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let done = 0;
  for (const table of names) {
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
        `The copy differs from the source in ${table} (${from?.rows} rows in the source, ${to?.rows} in the copy): something wrote meanwhile. Stop the service and copy into an empty database again.`,
      );
    counts[table] = from?.rows ?? 0;
  }
  return counts;
}

/** Number of rows, and the sum of their SHA-256, which does not depend on the order of the rows. */
async function digest(
  store: Store,
  table: TableName,
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
