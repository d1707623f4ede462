import { scoreCounts } from '../../store/desk-audits.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { insertFanouts, type NewFanout } from '../../store/fanouts.ts';
import { hasAddress, insertNotice } from '../../store/notices.ts';
import type { Context } from '../context.ts';

/** A company whose audit has a new one after it. */
export type Reaudit = { slug: string; audit_id: string; audit_id_before: string; score_before: number };

/**
 * Companies per score before a publication: from the snapshot when that is the state just before it, else from the
 * database.
 */
export async function scoresBefore(ctx: Context, tx: Tx, publication: number): Promise<ReadonlyMap<number, number>> {
  const snapshot = ctx.catalogue.current();
  return snapshot.version === publication - 1 ? snapshot.scores : scoreCounts(tx);
}

/**
 * Owes every watcher of these companies a letter, in the publishing transaction: one row for each company, which the
 * worker turns into notices (decision 28).
 *
 * @param scores companies per score before the publication
 */
export async function enqueueReaudits(
  ctx: Context,
  tx: Tx,
  of: { publication: number; at: string; scores: ReadonlyMap<number, number> },
  reaudits: readonly Reaudit[],
): Promise<void> {
  const fanouts = reaudits.map(({ score_before, ...reaudit }): NewFanout => {
    let rank_before = 1;
    for (const [score, companies] of of.scores) if (score > score_before) rank_before += companies;
    return { ...reaudit, fanout_id: ctx.newId('fan'), rank_before, publication: of.publication, created_at: of.at };
  });
  await insertFanouts(tx, fanouts);
}

/**
 * Owes whoever asked the letter that their request ended: with an audit, or without (decision 29). Without an address
 * nothing is owed.
 */
export async function enqueueAnswer(
  ctx: Context,
  tx: Tx,
  request: { request_id: string; registration_id: string; contact_email: string | null },
  answer: { kind: 'completed'; audit_id: string; publication: number; at: string } | { kind: 'declined'; at: string },
): Promise<boolean> {
  if (!(await hasAddress(tx, request))) return false;
  await insertNotice(tx, {
    notice_id: ctx.newId('ntc'),
    kind: answer.kind,
    subject_id: request.request_id,
    registration_id: request.registration_id,
    audit_id: answer.kind === 'completed' ? answer.audit_id : null,
    audit_id_before: null,
    rank_before: null,
    publication: answer.kind === 'completed' ? answer.publication : 0,
    created_at: answer.at,
  });
  return true;
}
