import type { Db } from '../../../store/engine/engine.ts';

/** The entries of the public log that are about a reply, in their order. */
export async function replyEntries(db: Db, reply_id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('reply_changes as c')
    .innerJoin('log_entries as e', 'e.publication', 'c.publication')
    .select(['e.entry_index', 'e.entry'])
    .where('c.reply_id', '=', reply_id)
    .orderBy('e.entry_index')
    .execute();
  return rows.filter(({ entry }) => entry.includes(`"${reply_id}"`)).map(({ entry_index }) => entry_index);
}
