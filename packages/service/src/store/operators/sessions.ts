import type { Db, Tx } from '../engine/engine.ts';
import type { OperatorSessionRow } from './rows.ts';

/** Sessions of operators at the desk (decision 119). */

export async function insertSession(tx: Tx, session: OperatorSessionRow): Promise<void> {
  await tx.insertInto('operator_sessions').values(session).execute();
}

/** A session by the hash of its id, if it was used since a time and began after another. */
export function findSession(
  db: Db,
  session_hash: string,
  { used_since, started_after }: { used_since: string; started_after: string },
): Promise<OperatorSessionRow | undefined> {
  return db
    .selectFrom('operator_sessions')
    .selectAll()
    .where('session_hash', '=', session_hash)
    .where('used_at', '>=', used_since)
    .where('started_at', '>', started_after)
    .executeTakeFirst();
}

/** Notes when a session was used last. */
export async function noteSessionUse(tx: Tx, session_hash: string, used_at: string): Promise<void> {
  await tx.updateTable('operator_sessions').set({ used_at }).where('session_hash', '=', session_hash).execute();
}

/** Ends a session; false when there is none. */
export async function deleteSession(tx: Tx, session_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_sessions')
    .where('session_hash', '=', session_hash)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

/** Ends every session that was opened with a token. */
export async function deleteSessionsOf(tx: Tx, token_hash: string): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('token_hash', '=', token_hash).execute();
}

/** Ends every session that was opened under a name. */
export async function deleteSessionsUnder(tx: Tx, operator: string): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('operator', '=', operator).execute();
}

/** Deletes sessions that nobody has used since a time. */
export async function deleteIdleSessions(tx: Tx, used_before: string): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('used_at', '<', used_before).execute();
}
