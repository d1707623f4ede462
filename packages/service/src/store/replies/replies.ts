import type { PublicReply, ReplyChange, ReplyKind, ReplyOutcome } from '../../domain/replies/reply.ts';
import { replyOutcomes } from '../../domain/replies/reply.ts';
import type { Db, Tx } from '../engine/engine.ts';
import type { ReplyChangeRow, ReplyRow } from './rows.ts';

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

/** Ends the replies of companies that are retracted; they are kept. */
export async function endReplies(tx: Tx, slugs: readonly string[], ended_at: string): Promise<void> {
  await tx.updateTable('replies').set({ ended_at }).where('slug', 'in', slugs).where('ended_at', 'is', null).execute();
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

/** Replies that stand, newest first. @param of.open only disputes without an outcome */
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

/** What happened to replies after one publication and up to another, in its order; texts are those that are there now. */
export async function replyChangesBetween(db: Db, after: number, until: number): Promise<ReplyChange[]> {
  const rows = await db
    .selectFrom('reply_changes as c')
    .innerJoin('publications as p', 'p.publication', 'c.publication')
    .innerJoin('replies as r', 'r.reply_id', 'c.reply_id')
    .leftJoin('audits as a', 'a.audit_id', 'c.audit_id')
    .selectAll('r')
    .select(['c.publication', 'c.change', 'c.slug as slug_then', 'p.at', 'a.audit_date as date_of_audit'])
    .where('c.publication', '>', after)
    .where('c.publication', '<=', until)
    .orderBy('c.publication')
    .orderBy('c.reply_id')
    .execute();
  return rows.map((row): ReplyChange => {
    const { publication, at, slug_then: slug, reply_id, date_of_audit } = row;
    const of = { publication, at, slug };
    const change = row.change as ReplyChange['change'];
    if (change === 'published') return { ...of, change, reply: publicReply(row, at) };
    if (change === 'removed') return { ...of, change, reply_id };
    return { ...of, change, reply_id, audit_date: date_of_audit };
  });
}

function publicReply(row: ReplyRow, published_at: string): PublicReply {
  const { reply_id, audit_date, kind, criterion, text, text_salt, proof, proven_at } = row;
  return {
    ...{ reply_id, audit_date, kind: kind as PublicReply['kind'], criterion, text, text_salt, published_at },
    ...{ proof: proof as PublicReply['proof'], proven_at, outcome: null, removed_at: null },
  };
}
