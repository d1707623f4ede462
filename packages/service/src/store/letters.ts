import { sql } from 'kysely';
import { type NoticeContent, type NoticeKind, noticeContent } from '../domain/notice.ts';
import type { Db, Tx } from './engine/engine.ts';
import { hasLease, released } from './leases.ts';
import { requestColumns } from './notices.ts';
import type { LetterRow } from './tables.ts';

/** Which letters go to an address, known by its hash, and which notices each of them carries (decision 165). */

const pending = sql.lit('pending');

/**
 * Ids of the pending notices whose letter would go to an address. Not the letter that asks to confirm it: nothing joins that.
 *
 * `cross join`: SQLite keeps this order of the tables, from the address to what waits for it; there is far more that waits.
 */
async function noticesTo(tx: Tx, address_hash: string): Promise<string[]> {
  const known = await tx
    .selectFrom('registrations')
    .select('registration_id')
    .where('address_hash', '=', address_hash)
    .union(tx.selectFrom('audit_requests').select('registration_id').where('address_hash', '=', address_hash))
    .execute();
  const found: string[] = [];
  for (const some of batches(known.map(({ registration_id }) => registration_id))) {
    const rows = await tx
      .selectFrom('registrations as r')
      .crossJoin('notices as n')
      .leftJoin('audit_requests as q', 'q.request_id', 'n.subject_id')
      .select('n.notice_id')
      .where('r.registration_id', 'in', some)
      .whereRef('n.registration_id', '=', 'r.registration_id')
      .where('n.status', '=', pending)
      .where('n.kind', '<>', 'confirmation')
      .where(({ fn }) => fn.coalesce('q.address_hash', 'r.address_hash'), '=', address_hash)
      .execute();
    for (const { notice_id } of rows) found.push(notice_id);
  }
  return found;
}

/** Ids of one statement. */
const IDS_MAX = 500;

/**
 * Ids as statements take them. Such a statement says `finished_at is null` of what waits and not its status, of which SQLite would
 * take an index with all that waits.
 */
function* batches(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += IDS_MAX) yield ids.slice(at, at + IDS_MAX);
}

/** Whether a claim still holds a notice that no other letter carries; `letter` is its own id when its letter was tried before. */
export function heldNotice(
  tx: Tx,
  { notice_id, lease_by }: { notice_id: string; lease_by: string },
): Promise<{ letter: string | null; publication: number } | undefined> {
  return tx
    .selectFrom('notices')
    .select(['letter', 'publication'])
    .where('notice_id', '=', notice_id)
    .where('status', '=', pending)
    .where(hasLease(lease_by))
    .where((eb) => eb.or([eb('letter', 'is', null), eb('letter', '=', notice_id)]))
    .executeTakeFirst();
}

/** The hash of the address that a letter was written to; undefined when none was. */
export async function letterTo(db: Db, notice_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('letters')
    .select('address_hash')
    .where('notice_id', '=', notice_id)
    .executeTakeFirst();
  return row?.address_hash;
}

/** Whether a letter to an address was written about a publication. */
export async function hasLetterAbout(tx: Tx, address_hash: string, publication: number): Promise<boolean> {
  const row = await tx
    .selectFrom('letters as l')
    .innerJoin('notices as n', 'n.letter', 'l.notice_id')
    .select('l.notice_id')
    .where('l.address_hash', '=', address_hash)
    .where('n.publication', '=', publication)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a letter of a kind to an address was written about a subject. */
export async function hasLetterOf(
  tx: Tx,
  address_hash: string,
  { kind, subject_id }: { kind: NoticeKind; subject_id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('letters as l')
    .innerJoin('notices as n', 'n.letter', 'l.notice_id')
    .select('l.notice_id')
    .where('l.address_hash', '=', address_hash)
    .where('n.kind', '=', kind)
    .where('n.subject_id', '=', subject_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the letters to an address after a time were written, newest first, at most `limit`. */
export async function lettersSince(tx: Tx, address_hash: string, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('letters')
    .select('written_at')
    .where('address_hash', '=', address_hash)
    .where('written_at', '>', after)
    .orderBy('written_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ written_at }) => written_at);
}

/**
 * Stores that the letter of a notice goes to an address.
 *
 * @param joined the publications whose other pending notices to that address join it, first and last; undefined for none
 */
export async function writeLetter(
  tx: Tx,
  letter: LetterRow,
  joined: readonly [number, number] | undefined,
): Promise<void> {
  const { notice_id, address_hash } = letter;
  await tx
    .insertInto('letters')
    .values(letter)
    .onConflict((conflict) => conflict.column('notice_id').doUpdateSet(letter))
    .execute();
  await tx.updateTable('notices').set({ letter: notice_id }).where('notice_id', '=', notice_id).execute();
  if (joined === undefined) return;
  for (const some of batches(await noticesTo(tx, address_hash)))
    await tx
      .updateTable('notices')
      .set({ ...released, letter: notice_id })
      .where('notice_id', 'in', some)
      .where('finished_at', 'is', null)
      .where('letter', 'is', null)
      .where('publication', '>=', joined[0])
      .where('publication', '<=', joined[1])
      .execute();
}

/**
 * Gives back the pending notices that letters carry which are not sent any more: each gets a letter of its own.
 *
 * @param notice_ids those whose letters are not sent; by default all that are not pending
 */
export async function freeCarried(tx: Tx, notice_ids?: readonly string[]): Promise<void> {
  if (notice_ids?.length === 0) return;
  await tx
    .updateTable('notices')
    .set({ letter: null })
    .where('status', '=', pending)
    .$if(notice_ids !== undefined, (carried) => carried.where('letter', 'in', notice_ids ?? []))
    .$if(notice_ids === undefined, (carried) =>
      carried
        .where('letter', 'is not', null)
        .where('letter', 'not in', (eb) => eb.selectFrom('notices').select('notice_id').where('status', '=', pending)),
    )
    .execute();
}

/** Cancels what is still to be sent to an address. */
export async function cancelNoticesTo(tx: Tx, address_hash: string, at: string): Promise<void> {
  for (const some of batches(await noticesTo(tx, address_hash))) {
    const cancelled = await tx
      .updateTable('notices')
      .set({ status: 'cancelled', finished_at: at })
      .where('notice_id', 'in', some)
      .where('finished_at', 'is', null)
      .returning('notice_id')
      .execute();
    await freeCarried(
      tx,
      cancelled.map(({ notice_id }) => notice_id),
    );
  }
}

/** Deletes what is stored of letters and refusals up to these times, in ISO 8601. */
export async function purgeLetters(tx: Tx, until: { written: string; refused: string }): Promise<void> {
  await tx.deleteFrom('letters').where('written_at', '<=', until.written).execute();
  await tx.deleteFrom('refused_addresses').where('refused_at', '<=', until.refused).execute();
}

/** Other notices that one letter carries, at most; the same audit for several registrations counts once. */
const CARRIED_MAX = 500;

/** What the letter of a notice carries beside it: the content of other notices, each once; null for one that does not fit its kind. */
export async function carriedBeside(db: Db, notice_id: string): Promise<(NoticeContent | null)[]> {
  const rows = await db
    .selectFrom('notices as n')
    .innerJoin('notices as own', 'own.notice_id', 'n.letter')
    .leftJoin('audit_requests as q', 'q.request_id', 'n.subject_id')
    .select(['n.kind', 'n.subject_id', 'n.audit_id', 'n.audit_id_before', 'n.rank_before', 'n.publication'])
    .select(requestColumns.map((column) => `q.${column}` as const))
    .where('own.notice_id', '=', notice_id)
    .where('n.status', '<>', 'cancelled')
    .where(({ eb, or, ref }) =>
      or([eb('n.subject_id', '<>', ref('own.subject_id')), eb('n.kind', '<>', ref('own.kind'))]),
    )
    .distinct()
    .orderBy('n.publication')
    .orderBy('n.subject_id')
    .orderBy('n.kind')
    .limit(CARRIED_MAX)
    .execute();
  return rows.map(noticeContent);
}
