import type { Tx } from './engine/engine.ts';
import { cancelNotices } from './notices.ts';

/** Deletes every address of a registration and cancels what is still to be sent to it (decision 40). */
export async function clearAddresses(tx: Tx, registration_id: string, at: string): Promise<void> {
  const cleared = { contact_email: null };
  await tx.updateTable('registrations').set(cleared).where('registration_id', '=', registration_id).execute();
  await tx.updateTable('audit_requests').set(cleared).where('registration_id', '=', registration_id).execute();
  await cancelNotices(tx, registration_id, at);
}
