import { sql } from 'kysely';
import { kindsAbout } from '../domain/notice.ts';
import type { Tx } from './engine/engine.ts';
import { hasLease, released } from './leases.ts';
import { freeCarried } from './letters.ts';

/** How notices end: sent, given up, or cancelled (decisions 28, 40 and 100). */

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
