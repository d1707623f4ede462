import { sql } from 'kysely';
import { kindsAbout } from '../domain/notice.ts';
import type { Db, Tx } from './engine/engine.ts';
import { isFanoutOpen } from './fanouts.ts';
import { hasLease, released } from './leases.ts';
import { freeCarried } from './letters.ts';

/** How notices end: sent, given up, or cancelled (decisions 28, 40 and 100), and what is kept of them (decision 179). */

const pending = sql.lit('pending');

/** How an attempt ended. `sent` is a fact and always stored; anything else only while the lease lasts. */
export type Outcome = { notice_id: string; lease_by: string; attempts: number; at: string } & (
  | { status: 'sent' }
  | { status: 'cancelled'; last_error?: string }
  | { status: 'failed'; last_error: string }
  | { status: 'pending'; last_error: string; due_at: string; since?: string }
);

/**
 * Stores how attempts ended, all in the caller's transaction. Notices that a letter carries share its end; if it is cancelled, they
 * get letters of their own.
 */
export async function storeOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  for (const outcome of outcomes) {
    const { notice_id, lease_by, attempts, at, status } = outcome;
    const own = tx.updateTable('notices').where('notice_id', '=', notice_id);
    const leased = own.where(hasLease(lease_by)).where('status', '=', 'pending');
    const carried = tx
      .updateTable('notices')
      .where('letter', '=', notice_id)
      .where('notice_id', '<>', notice_id)
      .where('status', '=', 'pending');
    if (status === 'cancelled') {
      const { last_error } = outcome;
      await leased.set({ ...released, status, finished_at: at, ...(last_error && { last_error }) }).execute();
      await freeCarried(tx, [notice_id]);
    } else if (status === 'sent') {
      const end = { status, last_error: null, finished_at: at };
      await own.set({ ...released, ...end, attempts }).execute();
      await carried.set(end).execute();
    } else {
      const { last_error } = outcome;
      const { due_at, since } = status === 'pending' ? outcome : {};
      const next = { last_error, ...(due_at && { due_at }), ...(since && { since }) };
      const end = status === 'failed' ? { ...next, status, finished_at: at } : next;
      const { numUpdatedRows } = await leased.set({ ...released, ...end, attempts }).executeTakeFirst();
      if (numUpdatedRows) await carried.set(end).execute();
    }
  }
}

/** Cancels what is still to be sent to a registration (decision 40). */
export async function cancelNotices(tx: Tx, registration_id: string, at: string): Promise<void> {
  const cancelled = await tx
    .updateTable('notices')
    .set({ status: 'cancelled', finished_at: at })
    .where('registration_id', '=', registration_id)
    .where('status', '=', pending)
    .returning('notice_id')
    .execute();
  await freeCarried(
    tx,
    cancelled.map(({ notice_id }) => notice_id),
  );
}

/** Kinds of letters to watchers with scores in them. */
const withScores = kindsAbout('audit').filter((kind) => kind !== 'retracted');

/**
 * Cancels the letters that watchers are still to get about the audits of some companies (decision 100). The letter of a request is
 * not cancelled: it says what became of the audit.
 */
export async function cancelNoticesAbout(tx: Tx, slugs: readonly string[], at: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ status: 'cancelled', finished_at: at })
    .where('status', '=', pending)
    .where('kind', 'in', withScores)
    .where('audit_id', 'in', (audits) => audits.selectFrom('audits').select('audit_id').where('slug', 'in', slugs))
    .execute();
  await freeCarried(tx);
}

/**
 * Notices that ended until a time, in ISO 8601. One that the letter of another carried waits for that one, which may be sent again as it was.
 */
const endedUntil = (db: Db, until: string) =>
  db
    .selectFrom('notices as n')
    .select('n.notice_id')
    .where('n.finished_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as c')
            .select('c.notice_id')
            .whereRef('c.notice_id', '=', 'n.letter')
            .where((eb) => eb.or([eb('c.finished_at', 'is', null), eb('c.finished_at', '>', until)])),
        ),
      ),
    );

/** Whether there is anything to fold: asked outside of any transaction. */
export async function areNoticesOld(db: Db, until: string): Promise<boolean> {
  return (await endedUntil(db, until).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Replaces at most `limit` notices that ended until a time by how many of their kind about their subject ended in the same way on
 * the same day. None while a fan-out is unfinished, which asks what it has written.
 *
 * @returns how many notices it replaced
 */
export async function foldNotices(tx: Tx, until: string, limit: number): Promise<number> {
  if (await isFanoutOpen(tx)) return 0;
  const folded = await tx
    .deleteFrom('notices')
    .where('notice_id', 'in', endedUntil(tx, until).orderBy('n.finished_at').limit(limit))
    // An operator may have sent one again meanwhile.
    .where('finished_at', 'is not', null)
    .returning(['subject_id', 'kind', 'status', 'finished_at'])
    .execute();
  const ends = folded.map(({ finished_at, ...end }) => ({ ...end, day: finished_at?.slice(0, 10) ?? '' }));
  for (const [end, ...alike] of Map.groupBy(ends, (end) => Object.values(end).join(' ')).values()) {
    if (!end) continue;
    const count = 1 + alike.length;
    await tx
      .insertInto('notice_totals')
      .values({ ...end, count })
      .onConflict((conflict) =>
        conflict
          .columns(['subject_id', 'kind', 'day', 'status'])
          .doUpdateSet(({ ref }) => ({ count: sql`${ref('notice_totals.count')} + ${count}` })),
      )
      .execute();
  }
  return folded.length;
}
