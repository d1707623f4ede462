import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { partsOfNote } from '@readymark/tlog/note';
import type { Db, Store } from '../engine/engine.ts';
import { prepared } from '../engine/postgres.ts';
import { claimRows, hasLease, isFree, type Lease, released } from '../leases.ts';
import { newestCheckpoint } from './checkpoints.ts';
import type { LogCheckpointRow, LogCosignatureRow, LogWitnessRow } from './rows.ts';

/** What witnesses said of the checkpoints of the log, and how far each of them is (decision 149). */

/** The newest checkpoint up to a publication, its note with all cosignatures; `changed_at` is when it became what it is. */
export async function cosignedCheckpoint(db: Db, publication: number): Promise<Cosigned | undefined> {
  const rows = await db
    .selectFrom((eb) => newestCheckpoint(eb, publication).as('found'))
    .leftJoin('log_cosignatures as said', 'said.size', 'found.size')
    .select(['found.size', 'found.publication', 'found.root', 'found.note', 'found.signed_at'])
    .select(['said.line', 'said.stored_at'])
    .orderBy('said.witness')
    .modifyEnd(prepared)
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const { line: _line, stored_at: _stored_at, ...row } = first;
  return cosigned(
    row,
    rows.flatMap(({ line, stored_at }) => (line !== null && stored_at !== null ? [{ line, stored_at }] : [])),
  );
}

type Cosigned = LogCheckpointRow & { changed_at: string };

/** A checkpoint with all cosignatures that it has. */
export const withCosignatures = async (db: Db, row: LogCheckpointRow): Promise<Cosigned> =>
  cosigned(row, await cosignaturesAt(db, row.size));

function cosigned(row: LogCheckpointRow, rows: readonly Pick<LogCosignatureRow, 'line' | 'stored_at'>[]): Cosigned {
  const again_at = parseCheckpoint(partsOfNote(row.note)?.text ?? '')?.signed_at ?? '';
  const times = [row.signed_at, again_at, ...rows.map(({ stored_at }) => stored_at)];
  const changed_at = times.reduce((last, time) => (time > last ? time : last));
  return { ...row, note: row.note + rows.map(({ line }) => line).join(''), changed_at };
}

/** Removes what witnesses said of the checkpoint of a size, which has another text now. */
export async function forgetCosignatures(tx: Db, size: number): Promise<void> {
  await tx.deleteFrom('log_cosignatures').where('size', '=', size).execute();
}

/** The cosignatures of the checkpoint of a size, the same way at every node. */
export const cosignaturesAt = (db: Db, size: number): Promise<LogCosignatureRow[]> =>
  db.selectFrom('log_cosignatures').selectAll().where('size', '=', size).orderBy('witness').execute();

export const witnessRows = (db: Db): Promise<LogWitnessRow[]> =>
  db.selectFrom('log_witnesses').selectAll().orderBy('witness').execute();

/** Later than any witness is asked again, or leased until: what is later was written by a clock that was wrong. */
const LATEST_MS = 7_200_000;

/** Claims those of these witnesses that are due; each is known from now on. @returns them */
export async function claimWitnesses(
  store: Store,
  witnesses: readonly string[],
  lease: Lease,
): Promise<LogWitnessRow[]> {
  const { db } = store;
  const rows = await witnessRows(db);
  const missing = witnesses.filter((one) => rows.every(({ witness }) => witness !== one));
  const nothing = { size: 0, failures: 0, due_at: null, failure: null, ...released };
  if (missing.length)
    await db
      .insertInto('log_witnesses')
      .values(missing.map((witness) => ({ witness, ...nothing })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const latest = new Date(Date.parse(lease.now) + LATEST_MS).toISOString();
  for (const { witness, due_at, lease_until } of rows)
    if ((due_at ?? '') > latest || (lease_until ?? '') > latest)
      await db
        .updateTable('log_witnesses')
        .set({ due_at: null, ...released })
        .where('witness', '=', witness)
        .execute();
  const due = (db: Db) =>
    db
      .selectFrom('log_witnesses')
      .select('witness as id')
      .where('witness', 'in', witnesses)
      .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', lease.now)]));
  // Without a transaction while nothing is due.
  if (!(await due(db).where(isFree(lease.now)).limit(1).executeTakeFirst())) return [];
  const claimed = await claimRows(store, { table: 'log_witnesses', key: 'witness' }, due, lease);
  return (await witnessRows(db)).filter(({ witness }) => claimed.includes(witness));
}

/**
 * Stores a cosignature and releases the witness, where this claim still has it and the checkpoint is still of this text: a log of another name may
 * have begun.
 */
export async function saveCosignature(
  store: Store,
  row: LogCosignatureRow,
  of: { lease_by: string; text: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    const { note } =
      (await tx.selectFrom('log_checkpoints').select('note').where('size', '=', row.size).executeTakeFirst()) ?? {};
    if (!note?.startsWith(`${of.text}\n`)) return;
    const done = { size: row.size, failures: 0, due_at: null, failure: null, ...released };
    const { numUpdatedRows } = await tx
      .updateTable('log_witnesses')
      .set(done)
      .where('witness', '=', row.witness)
      .where(hasLease(of.lease_by))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx
      .insertInto('log_cosignatures')
      .values(row)
      .onConflict((conflict) => conflict.columns(['size', 'witness']).doNothing())
      .execute();
  });
}

/** Notes why a witness did not cosign, or nothing new of it (`failure` null), and releases it. */
export async function releaseWitness(
  { db }: Pick<Store, 'db'>,
  { witness, ...next }: Pick<LogWitnessRow, 'witness' | 'size' | 'failures' | 'due_at' | 'failure'>,
  lease_by: string,
): Promise<void> {
  await db
    .updateTable('log_witnesses')
    .set({ ...next, ...released })
    .where('witness', '=', witness)
    .where(hasLease(lease_by))
    .execute();
}
