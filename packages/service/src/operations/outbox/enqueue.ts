import { rankAmong, type ScoreCounts } from '../../domain/leaderboard.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { insertFanouts, type NewFanout } from '../../store/fanouts.ts';
import { scoreCounts } from '../../store/kept/current-companies.ts';
import { hasAddress, insertNotice } from '../../store/notices.ts';
import type { Context } from '../context.ts';

/** A listed company with a new audit, or a corrected one. */
export type Reaudit = { slug: string; audit_id: string; audit_id_before: string; score_before: number };

/** Companies per score before a publication: from the snapshot when it is the previous state, else from the database. */
export async function scoresBefore(ctx: Context, tx: Tx, publication: number): Promise<ScoreCounts> {
  const snapshot = ctx.catalogue.current();
  return snapshot.version === publication - 1 ? snapshot.scores : scoreCounts(tx);
}

/**
 * Enqueues a letter for every watcher of these companies, in the publishing transaction: one row per company, which the
 * worker turns into notices (decision 28).
 *
 * @param of.scores companies per score before the publication
 */
export async function enqueueReaudits(
  ctx: Context,
  tx: Tx,
  of: { publication: number; at: string; scores: ScoreCounts },
  reaudits: readonly Reaudit[],
): Promise<void> {
  const fanouts = reaudits.map(({ score_before, ...reaudit }): NewFanout => {
    const rank_before = rankAmong(of.scores, score_before);
    const written = { fanout_id: ctx.newId('fan'), publication: of.publication, created_at: of.at };
    return { ...reaudit, ...written, rank_before, kind: null };
  });
  await insertFanouts(tx, fanouts);
}

/** Enqueues a letter for every watcher of companies that are retracted, and the end of their watches (decision 100). */
export async function enqueueRetractions(
  ctx: Context,
  tx: Tx,
  { publication, at }: { publication: number; at: string },
  companies: readonly { slug: string; audit_id: string }[],
): Promise<void> {
  const of = { rank_before: 0, publication, kind: 'retracted' as const, created_at: at };
  await insertFanouts(
    tx,
    companies.map(({ slug, audit_id }) => {
      return { ...of, slug, audit_id, audit_id_before: audit_id, fanout_id: ctx.newId('fan') };
    }),
  );
}

/** How a request ended. */
type RequestAnswer =
  | { kind: 'completed'; audit_id: string; publication: number; at: string }
  | { kind: 'declined'; at: string };

/**
 * Enqueues the letter that ends a request: with an audit, or with the reason why there is none (decision 28).
 *
 * @returns false when there is no address, and so no letter
 */
export async function enqueueAnswer(
  ctx: Context,
  tx: Tx,
  request: { request_id: string; registration_id: string; contact_email: string | null },
  { at, ...answer }: RequestAnswer,
): Promise<boolean> {
  if (!(await hasAddress(tx, request))) return false;
  const { request_id: subject_id, registration_id } = request;
  // A letter without an audit waits for no publication.
  await insertNotice(tx, {
    notice_id: ctx.newId('ntc'),
    subject_id,
    registration_id,
    publication: 0,
    ...answer,
    created_at: at,
  });
  return true;
}
