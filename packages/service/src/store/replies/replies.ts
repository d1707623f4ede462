import type { PublicReply, ReplyChange } from '../../domain/replies/reply.ts';
import type { Db, Tx } from '../engine/engine.ts';
import type { ReplyRow } from './rows.ts';

/** Ends the replies of companies that are retracted; they are kept. */
export async function endReplies(tx: Tx, slugs: readonly string[], ended_at: string): Promise<void> {
  await tx.updateTable('replies').set({ ended_at }).where('slug', 'in', slugs).where('ended_at', 'is', null).execute();
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
