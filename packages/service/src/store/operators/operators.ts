import type { Db, Tx } from '../engine/engine.ts';
import type { OperatorRow } from './rows.ts';

/** The operator whose token has this SHA-256. The index finds it, so no time depends on how near a guess is. */
export function findOperator(db: Db, token_hash: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('token_hash', '=', token_hash).executeTakeFirst();
}

/** All operators by name. */
export function listOperators(db: Db): Promise<OperatorRow[]> {
  return db.selectFrom('operators').selectAll().orderBy('name').execute();
}

/** Adds an operator; false when there is one of this name. */
export async function insertOperator(tx: Tx, operator: OperatorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators')
    .values(operator)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Removes an operator. @returns the hash of the token; undefined for an unknown name */
export async function deleteOperator(tx: Tx, name: string): Promise<string | undefined> {
  const removed = await tx.deleteFrom('operators').where('name', '=', name).returning('token_hash').executeTakeFirst();
  return removed?.token_hash;
}

/** Notes when an operator called last. */
export async function noteOperatorUse(tx: Tx, name: string, last_used_at: string): Promise<void> {
  await tx.updateTable('operators').set({ last_used_at }).where('name', '=', name).execute();
}
