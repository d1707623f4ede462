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

/** When letters to an address were written, and whether its owner has stopped them since a time. */
export async function lettersTo(
  tx: Tx,
  email_hash: string,
  refused_since: string,
): Promise<{ sent: Date[]; refused: boolean }> {
  const rows = await tx
    .selectFrom('form_submissions')
    .select(['created_at', 'refused_at'])
    .where('email_hash', '=', email_hash)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  return {
    sent: rows.map(({ created_at }) => new Date(created_at)),
    refused: rows.some(({ refused_at }) => refused_at !== null && refused_at > refused_since),
  };
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
  const { submission_id, registration_id, email } = form;
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
    .set({ contact_email: email })
    .where('registration_id', '=', registration_id)
    .execute();
  return true;
}

/**
 * Deletes the unconfirmed addresses of a registration, whose owner wants no letters (decision 40), from every form that has
 * them. That it was refused is stored also when the address was deleted before, as long as nobody confirmed it.
 */
export async function refuseForms(tx: Tx, registration_id: string, at: string): Promise<void> {
  await tx
    .updateTable('form_submissions')
    .set({ email: null, refused_at: at })
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('email_hash', 'in', (own) =>
      own
        .selectFrom('form_submissions as own')
        .select('own.email_hash')
        .where('own.registration_id', '=', registration_id)
        .where('own.confirmed_at', 'is', null)
        .where('own.email_hash', 'is not', null),
    )
    .execute();
}

/** Times in ISO 8601 until which rows were written. */
type Until = { unconfirmed: string; kept: string; refused: string };

/** Deletes addresses that were not confirmed in time, and forms that nothing depends on any more. */
export async function purgeForms(tx: Tx, until: Until): Promise<void> {
  await tx
    .updateTable('form_submissions')
    .set({ email: null })
    .where('created_at', '<=', until.unconfirmed)
    .where('email', 'is not', null)
    .execute();
  await tx
    .deleteFrom('form_submissions')
    .where('created_at', '<=', until.kept)
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<=', until.refused)]))
    .execute();
}
