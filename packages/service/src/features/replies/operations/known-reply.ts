import { Fault } from '../../../domain/fault.ts';
import type { Db } from '../../../store/engine/engine.ts';
import { findReply, type StoredReply } from '../store/replies.ts';

/** A reply by its id. Faults: not_found. */
export async function knownReply(db: Db, reply_id: string): Promise<StoredReply> {
  const reply = await findReply(db, reply_id);
  if (!reply) throw new Fault('not_found', 'There is no reply with this id; list_replies names those that there are.');
  return reply;
}
