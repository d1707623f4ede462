import { sql } from 'kysely';
import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { NoticeAddress } from '../../../store/notices.ts';
import type { FormSubmissionRow } from './rows.ts';

/** Forms that people sent, and the addresses in them that are not confirmed yet (decision 116). */

/** The address in the form that a notice `n` is about. */
export const formAddress: NoticeAddress = sql`(select f.email from form_submissions as f where f.submission_id = n.subject_id)`;

/** Stores that a form is being processed. @returns false when one with the same token is stored already */
export async function claimForm(
  tx: Tx,
  form: Pick<FormSubmissionRow, 'submission_id' | 'token_hash' | 'purpose' | 'slug' | 'created_at'>,
): Promise<boolean> {
  const written = await tx
    .insertInto('form_submissions')
    .values(form)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Forgets a form that was refused, so that it can be sent again. */
export async function releaseForm(tx: Tx, submission_id: string): Promise<void> {
  await tx.deleteFrom('form_submissions').where('submission_id', '=', submission_id).execute();
}

/** When letters that ask to confirm an address were written, the newest 100. */
export async function lettersTo(tx: Tx, email_hash: string): Promise<Date[]> {
  const rows = await tx
    .selectFrom('form_submissions')
    .select('created_at')
    .where('email_hash', '=', email_hash)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ created_at }) => new Date(created_at));
}

/** Stores the registration of a form, and the address that is to be confirmed; without one no letter is written. */
export async function completeForm(
  tx: Tx,
  submission_id: string,
  form: Pick<FormSubmissionRow, 'registration_id' | 'email' | 'email_hash'>,
): Promise<void> {
  await tx.updateTable('form_submissions').set(form).where('submission_id', '=', submission_id).execute();
}

/** A form by its id; undefined for an unknown one. */
export function findForm(db: Db, submission_id: string): Promise<FormSubmissionRow | undefined> {
  return db.selectFrom('form_submissions').selectAll().where('submission_id', '=', submission_id).executeTakeFirst();
}

/**
 * Gives the registration of a form the address that its owner confirmed; from then on it is stored there alone.
 *
 * @returns false when there is no address to confirm any more
 */
export async function confirmForm(tx: Tx, form: FormSubmissionRow, at: string): Promise<boolean> {
  const { submission_id, registration_id, email, email_hash } = form;
  // The row of the form first, as unsubscribing does: of the two that come at once one waits, and sees what the other did.
  const taken = await tx
    .updateTable('form_submissions')
    .set({ email: null, confirmed_at: at })
    .where('submission_id', '=', submission_id)
    .where('email', 'is not', null)
    .executeTakeFirst();
  if (!Number(taken.numUpdatedRows)) return false;
  await tx
    .updateTable('registrations')
    .set({ contact_email: email, address_hash: email_hash })
    .where('registration_id', '=', registration_id)
    .execute();
  return true;
}

/** Whether a registration with an address watches a company. @param email_hash null for none */
export async function isWatchedBy(db: Db, slug: string, email_hash: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('watches as w')
    .innerJoin('registrations as r', 'r.registration_id', 'w.registration_id')
    .select('w.slug')
    .where('r.address_hash', '=', email_hash)
    .where('w.slug', '=', slug)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the unconfirmed addresses of a registration, and those with a hash, from the forms that have them. */
export async function forgetAddress(
  tx: Tx,
  { registration_id, address_hash }: { registration_id: string; address_hash?: string | undefined },
): Promise<void> {
  const forget = tx.updateTable('form_submissions').set({ email: null }).where('email', 'is not', null);
  await forget.where('registration_id', '=', registration_id).execute();
  if (address_hash !== undefined) await forget.where('email_hash', '=', address_hash).execute();
}

/** Times in ISO 8601 until which rows were written. */
type Until = { unconfirmed: string; kept: string };

/** Deletes addresses that were not confirmed in time, and forms that nothing depends on any more. */
export async function purgeForms(tx: Tx, until: Until): Promise<void> {
  await tx
    .updateTable('form_submissions')
    .set({ email: null })
    .where('created_at', '<=', until.unconfirmed)
    .where('email', 'is not', null)
    .execute();
  await tx.deleteFrom('form_submissions').where('created_at', '<=', until.kept).execute();
}
