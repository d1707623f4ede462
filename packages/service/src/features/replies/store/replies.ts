import { type PublicReply, type ReplyKind, type ReplyOutcome, replyOutcomes } from '../../../domain/replies/reply.ts';
import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { ReplyChangeRow, ReplyRow } from '../../../store/replies/rows.ts';

/** Stores replies and that they were published. */
export async function insertReplies(
  tx: Tx,
  rows: readonly ReplyRow[],
  of: { publication: number; audit_id: string },
): Promise<void> {
  await tx.insertInto('replies').values(rows).execute();
  const changes = rows.map(({ reply_id, slug }) => ({ ...of, reply_id, slug, change: 'published' }));
  await tx.insertInto('reply_changes').values(changes).execute();
}

export async function insertReplyChange(tx: Tx, row: ReplyChangeRow): Promise<void> {
  await tx.insertInto('reply_changes').values(row).execute();
}

/** Takes the text of a reply away, with what it could be found out by. */
export async function removeText(tx: Tx, reply_id: string): Promise<void> {
  await tx.updateTable('replies').set({ text: null, text_salt: null }).where('reply_id', '=', reply_id).execute();
}

/** A reply with what happened to it. Publications and times of what did not happen are null. */
export type StoredReply = Omit<ReplyRow, 'kind' | 'proof'> & {
  kind: ReplyKind;
  proof: PublicReply['proof'];
  publication: number;
  published_at: string;
  outcome: ReplyOutcome | null;
  outcome_at: string | null;
  /** Of `corrected`. */
  corrected_by: string | null;
  removed_at: string | null;
};

function storedReplies(db: Db) {
  return db
    .selectFrom('replies as r')
    .innerJoin('reply_changes as c', (on) => on.onRef('c.reply_id', '=', 'r.reply_id').on('c.change', '=', 'published'))
    .innerJoin('publications as p', 'p.publication', 'c.publication')
    .leftJoin('reply_changes as o', (on) =>
      on.onRef('o.reply_id', '=', 'r.reply_id').on('o.change', 'in', [...replyOutcomes]),
    )
    .leftJoin('publications as op', 'op.publication', 'o.publication')
    .leftJoin('audits as oa', 'oa.audit_id', 'o.audit_id')
    .leftJoin('reply_changes as d', (on) => on.onRef('d.reply_id', '=', 'r.reply_id').on('d.change', '=', 'removed'))
    .leftJoin('publications as dp', 'dp.publication', 'd.publication')
    .selectAll('r')
    .select(['c.publication', 'p.at as published_at', 'o.change as outcome', 'op.at as outcome_at'])
    .select(['oa.audit_date as corrected_by', 'dp.at as removed_at'])
    .$castTo<StoredReply>();
}

export function findReply(db: Db, reply_id: string): Promise<StoredReply | undefined> {
  return storedReplies(db).where('r.reply_id', '=', reply_id).executeTakeFirst();
}

/** Public replies, newest first. @param of.open only disputes without an outcome */
export function listReplies(
  db: Db,
  of: { slug: string | undefined; open: boolean; after: string | undefined; limit: number },
): Promise<StoredReply[]> {
  const { slug, open, after, limit } = of;
  let query = storedReplies(db);
  if (slug !== undefined) query = query.where('r.slug', '=', slug);
  if (after !== undefined) query = query.where('r.reply_id', '<', after);
  if (open)
    query = query
      .where('r.kind', '=', 'dispute')
      .where('r.ended_at', 'is', null)
      .where('o.change', 'is', null)
      .where('d.change', 'is', null);
  return query.orderBy('r.reply_id', 'desc').limit(limit).execute();
}

/** All replies to an audit of a company that is listed. */
export function repliesTo(db: Db, slug: string, audit_date: string): Promise<StoredReply[]> {
  return storedReplies(db)
    .where('r.slug', '=', slug)
    .where('r.audit_date', '=', audit_date)
    .where('r.ended_at', 'is', null)
    .execute();
}
