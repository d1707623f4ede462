import { sql } from 'kysely';
import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { LimitedRows } from '../../../store/limited-rows.ts';
import type { TextStatus } from '../domain/company-text.ts';
import type { CompanyTextRow } from './rows.ts';

/** Everything that was sent about a company. */
export const textsAbout = (slug: string): LimitedRows => ({
  name: `texts about ${slug}`,
  rows: sql`company_texts where slug = ${slug}`,
  id: sql`text_id`,
  time: sql`sent_at`,
});

export async function insertText(tx: Tx, row: CompanyTextRow): Promise<void> {
  await tx.insertInto('company_texts').values(row).execute();
}

export function findText(db: Db, text_id: string): Promise<CompanyTextRow | undefined> {
  return db.selectFrom('company_texts').selectAll().where('text_id', '=', text_id).executeTakeFirst();
}

/** What a holder sent, newest first. */
export function textsOf(db: Db, holder_id: string, limit: number): Promise<CompanyTextRow[]> {
  return db
    .selectFrom('company_texts')
    .selectAll()
    .where('holder_id', '=', holder_id)
    .orderBy('text_id', 'desc')
    .limit(limit)
    .execute();
}

/** What waits about the audits of a company. */
export function waitingFor(db: Db, slug: string): Promise<CompanyTextRow[]> {
  return db
    .selectFrom('company_texts')
    .selectAll()
    .where('slug', '=', slug)
    .where('status', '=', 'waiting')
    .orderBy('text_id')
    .execute();
}

/** Texts, newest first. @param of.waiting only those without a decision */
export function listTexts(
  db: Db,
  of: { slug: string | undefined; waiting: boolean; limit: number },
): Promise<CompanyTextRow[]> {
  let query = db.selectFrom('company_texts').selectAll();
  if (of.slug !== undefined) query = query.where('slug', '=', of.slug);
  if (of.waiting) query = query.where('status', '=', 'waiting');
  return query.orderBy('text_id', 'desc').limit(of.limit).execute();
}

/** The text that a reply came from; undefined of one that an operator typed. */
export function textOfReply(db: Db, reply_id: string): Promise<CompanyTextRow | undefined> {
  return db
    .selectFrom('company_texts')
    .selectAll()
    .where('reply_id', '=', reply_id)
    .where('kind', '<>', 'withdrawal')
    .executeTakeFirst();
}

type Decision = { status: TextStatus; decided_at: string; answer: string | null; reply_id: string | null };

/** Stores what became of a text that waits, once. @param keeps_text false: it is public, or taken back. @returns false when it does not wait */
export async function endText(tx: Tx, text_id: string, decision: Decision, keeps_text: boolean): Promise<boolean> {
  const ended = await tx
    .updateTable('company_texts')
    .set({ ...decision, ...(!keeps_text && { text: null }) })
    .where('text_id', '=', text_id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Deletes texts that were decided before a time: those that became public later than the others. */
export async function deleteTexts(tx: Tx, before: { decided: string; accepted: string }): Promise<void> {
  const ended = (status: TextStatus) => tx.deleteFrom('company_texts').where('status', '=', status);
  await ended('refused').where('decided_at', '<', before.decided).execute();
  await ended('taken_back').where('decided_at', '<', before.decided).execute();
  await ended('accepted').where('decided_at', '<', before.decided).where('reply_id', 'is', null).execute();
  await ended('accepted').where('decided_at', '<', before.accepted).execute();
}
