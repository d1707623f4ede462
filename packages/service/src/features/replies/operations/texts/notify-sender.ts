import type { Context } from '../../../../operations/context.ts';
import type { Tx } from '../../../../store/engine/engine.ts';
import { hasAddress, insertNotice } from '../../../../store/notices.ts';

/**
 * Writes to whoever sent a text from the page of their company what became of it, where letters are welcome (decision 183).
 *
 * @param of.subject_id the text, or the reply that it became
 */
export async function notifySender(
  ctx: Context,
  tx: Tx,
  of: { registration_id: string; subject_id: string; at: string; publication: number },
): Promise<void> {
  const { registration_id, subject_id, at: created_at, publication } = of;
  if (!(await hasAddress(tx, { registration_id, contact_email: null }))) return;
  const notice_id = ctx.newId('ntc');
  await insertNotice(tx, { notice_id, kind: 'reply_decided', subject_id, registration_id, publication, created_at });
}
