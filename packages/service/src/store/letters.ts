import { sql } from 'kysely';
import { type NoticeContent, type NoticeKind, noticeContent } from '../domain/notice.ts';
import type { Db, Tx } from './engine/engine.ts';
import { hasLease, released } from './leases.ts';
import { requestColumns } from './notices.ts';
import type { LetterRow } from './tables.ts';

/** Which letters go to an address, known by its hash, and which notices each of them carries (decision 165). */

const pending = sql.lit('pending');

/** A notice that waits for a letter to an address. */
type Waiting = { notice_id: string; address_hash: string; letter: string | null; publication: number };

/**
 * The pending notices whose letter would go to one of these addresses. Not the letter that asks to confirm one: nothing joins that.
 *
 * `cross join`: SQLite keeps this order of the tables, from the address to what waits for it; there is far more that waits.
 */
async function noticesTo(tx: Tx, hashes: readonly string[]): Promise<Waiting[]> {
  const known = await tx
    .selectFrom('registrations')
    .select('registration_id')
    .where('address_hash', 'in', hashes)
    .union(tx.selectFrom('audit_requests').select('registration_id').where('address_hash', 'in', hashes))
    .execute();
  const found: Waiting[] = [];
  for (const some of batches(known.map(({ registration_id }) => registration_id))) {
    const rows = await tx
      .selectFrom('registrations as r')
      .crossJoin('notices as n')
      .leftJoin('audit_requests as q', 'q.request_id', 'n.subject_id')
      .select(({ fn }) => [
        'n.notice_id',
        'n.letter',
        'n.publication',
        fn.coalesce('q.address_hash', 'r.address_hash').as('address_hash'),
      ])
      .where('r.registration_id', 'in', some)
      .whereRef('n.registration_id', '=', 'r.registration_id')
      .where('n.status', '=', pending)
      .where('n.kind', '<>', 'confirmation')
      .where(({ fn }) => fn.coalesce('q.address_hash', 'r.address_hash'), 'in', hashes)
      .execute();
    for (const { address_hash, ...row } of rows) if (address_hash !== null) found.push({ ...row, address_hash });
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

/** Of a notice: the letter that it goes with, its own id when that was tried before; the publication that it is about. */
export type HeldNotice = { letter: string | null; publication: number };

/** Those notices that a claim still holds and that no letter of another carries, by their ids. */
export async function heldNotices(
  tx: Tx,
  notice_ids: readonly string[],
  lease_by: string,
): Promise<Map<string, HeldNotice>> {
  const rows = await tx
    .selectFrom('notices')
    .select(['notice_id', 'letter', 'publication'])
    .where('notice_id', 'in', notice_ids)
    .where('finished_at', 'is', null)
    .where(hasLease(lease_by))
    .where((eb) => eb.or([eb('letter', 'is', null), eb('letter', '=', eb.ref('notice_id'))]))
    .execute();
  return new Map(rows.map(({ notice_id, ...held }) => [notice_id, held]));
}

/** The hashes of the addresses that letters were written to, by the ids of their notices. */
export async function lettersTo(tx: Tx, notice_ids: readonly string[]): Promise<Map<string, string>> {
  if (!notice_ids.length) return new Map();
  const rows = await tx
    .selectFrom('letters')
    .select(['notice_id', 'address_hash'])
    .where('notice_id', 'in', notice_ids)
    .execute();
  return new Map(rows.map(({ notice_id, address_hash }) => [notice_id, address_hash]));
}

/** Of these publications, those that letters to each of these addresses were written about. */
export async function publicationsMailed(
  tx: Tx,
  hashes: readonly string[],
  publications: readonly number[],
): Promise<{ address_hash: string; publication: number }[]> {
  if (!publications.length) return [];
  return tx
    .selectFrom('letters as l')
    .innerJoin('notices as n', 'n.letter', 'l.notice_id')
    .select(['l.address_hash', 'n.publication'])
    .where('l.address_hash', 'in', hashes)
    .where('n.publication', 'in', publications)
    .distinct()
    .execute();
}

/** Of these subjects, those that letters of a kind to each of these addresses were written about. */
export async function subjectsMailed(
  tx: Tx,
  hashes: readonly string[],
  { kind, subject_ids }: { kind: NoticeKind; subject_ids: readonly string[] },
): Promise<{ address_hash: string; subject_id: string }[]> {
  if (!subject_ids.length) return [];
  return tx
    .selectFrom('letters as l')
    .innerJoin('notices as n', 'n.letter', 'l.notice_id')
    .select(['l.address_hash', 'n.subject_id'])
    .where('l.address_hash', 'in', hashes)
    .where('n.kind', '=', kind)
    .where('n.subject_id', 'in', subject_ids)
    .distinct()
    .execute();
}

/** When letters to each of these addresses were written after a time, newest first. */
export async function lettersSince(tx: Tx, hashes: readonly string[], after: string): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('letters')
    .select(['address_hash', 'written_at'])
    .where('address_hash', 'in', hashes)
    .where('written_at', '>', after)
    .orderBy('written_at', 'desc')
    .execute();
  const since = new Map<string, string[]>();
  for (const { address_hash, written_at } of rows) {
    const known = since.get(address_hash);
    if (known) known.push(written_at);
    else since.set(address_hash, [written_at]);
  }
  return since;
}

/** `joined`: the publications whose other pending notices to its address join a letter, first and last; undefined for none. */
export type NewLetter = LetterRow & { joined: readonly [number, number] | undefined };

/** Stores that the letters of notices go to addresses, at most one to each. */
export async function writeLetters(tx: Tx, letters: readonly NewLetter[]): Promise<void> {
  if (!letters.length) return;
  await tx
    .insertInto('letters')
    .values(letters.map(({ joined: _, ...letter }) => letter))
    .onConflict((conflict) =>
      conflict.column('notice_id').doUpdateSet(({ ref }) => ({
        address_hash: ref('excluded.address_hash'),
        written_at: ref('excluded.written_at'),
      })),
    )
    .execute();
  await tx
    .updateTable('notices')
    .set(({ ref }) => ({ letter: ref('notice_id') }))
    .where(
      'notice_id',
      'in',
      letters.map(({ notice_id }) => notice_id),
    )
    .execute();
  const joining = new Map(letters.filter(({ joined }) => joined).map((letter) => [letter.address_hash, letter]));
  if (!joining.size) return;
  const join = Map.groupBy(await noticesTo(tx, [...joining.keys()]), ({ address_hash }) => joining.get(address_hash));
  for (const [letter, waiting] of join) {
    const [first, last] = letter?.joined ?? [0, -1];
    const joined = waiting.filter((one) => one.letter === null && first <= one.publication && one.publication <= last);
    for (const some of batches(joined.map(({ notice_id }) => notice_id)))
      await tx
        .updateTable('notices')
        .set({ ...released, letter: letter?.notice_id ?? null })
        .where('notice_id', 'in', some)
        .where('finished_at', 'is', null)
        .where('letter', 'is', null)
        .execute();
  }
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
  const waiting = await noticesTo(tx, [address_hash]);
  for (const some of batches(waiting.map(({ notice_id }) => notice_id))) {
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

/** Of these letters, the ones that carry more than their own notice. */
async function carryingMore(db: Db, notice_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('letter')
    .where('letter', 'in', notice_ids)
    .whereRef('notice_id', '<>', 'letter')
    .distinct()
    .execute();
  return rows.flatMap(({ letter }) => letter ?? []);
}

/** What the letters of notices carry beside them, by their ids: the content of other notices, each once; null for one that does not fit its kind. */
export async function carriedBeside(
  db: Db,
  notice_ids: readonly string[],
): Promise<Map<string, (NoticeContent | null)[]>> {
  const carried = new Map<string, (NoticeContent | null)[]>();
  if (notice_ids.length)
    for (const notice_id of await carryingMore(db, notice_ids)) carried.set(notice_id, await carriedBy(db, notice_id));
  return carried;
}

async function carriedBy(db: Db, notice_id: string): Promise<(NoticeContent | null)[]> {
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
