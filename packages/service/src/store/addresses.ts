import type { Tx } from './engine/engine.ts';
import { cancelNoticesTo } from './letters.ts';
import { cancelNotices } from './notice-ends.ts';

const cleared = { contact_email: null, address_hash: null };

/** Deletes every address of a registration and cancels what is still to be sent to it (decision 40). */
export async function clearAddresses(tx: Tx, registration_id: string, at: string): Promise<void> {
  await tx.updateTable('registrations').set(cleared).where('registration_id', '=', registration_id).execute();
  await tx.updateTable('audit_requests').set(cleared).where('registration_id', '=', registration_id).execute();
  await cancelNotices(tx, registration_id, at);
}

/** Deletes an address wherever it is, cancels what is still to be sent to it, and stores that its owner wants no letters. */
export async function refuseAddress(tx: Tx, address_hash: string, at: string): Promise<void> {
  await tx
    .insertInto('refused_addresses')
    .values({ address_hash, refused_at: at })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ refused_at: at }))
    .execute();
  await cancelNoticesTo(tx, address_hash, at);
  await tx.updateTable('registrations').set(cleared).where('address_hash', '=', address_hash).execute();
  await tx.updateTable('audit_requests').set(cleared).where('address_hash', '=', address_hash).execute();
}

/** Whether the owner of an address has stopped letters after a time. */
export async function isRefused(tx: Tx, address_hash: string, since: string): Promise<boolean> {
  const row = await tx
    .selectFrom('refused_addresses')
    .select('refused_at')
    .where('address_hash', '=', address_hash)
    .where('refused_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
