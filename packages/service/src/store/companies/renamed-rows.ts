import type { Tx } from '../engine/engine.ts';
import type { AuditRow } from '../tables.ts';

/** The public audits of a company, oldest first, with their records. */
export function publicAudits(tx: Tx, slug: string): Promise<AuditRow[]> {
  return tx
    .selectFrom('audits')
    .selectAll()
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date')
    .execute();
}

/** Whether any audit, public or not, is or was that of a slug. */
export async function isKnownSlug(tx: Tx, slug: string): Promise<boolean> {
  const found = await tx.selectFrom('audits').select('audit_id').where('slug', '=', slug).limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * Gives everything of a company to another slug (decision 101): its audits of the past, replies, watches with their count,
 * fan-outs and jobs. Nothing may have that slug. The stored records stay as they were.
 */
export async function moveCompany(tx: Tx, from: string, to: string, at: string): Promise<void> {
  await tx.updateTable('audits').set({ slug: to }).where('slug', '=', from).execute();
  await tx.updateTable('replies').set({ slug: to }).where('slug', '=', from).execute();
  await tx.updateTable('fanouts').set({ slug: to }).where('slug', '=', from).execute();
  await tx.updateTable('audit_jobs').set({ slug: to }).where('slug', '=', from).execute();
  const moved = await tx.updateTable('watches').set({ slug: to }).where('slug', '=', from).executeTakeFirst();
  const watchers = Number(moved.numUpdatedRows);
  // Zero is written too: other processes read what changed.
  for (const [slug, count] of [
    [from, 0],
    [to, watchers],
  ] as const)
    await tx
      .insertInto('watch_counts')
      .values({ slug, watchers: count, changed_at: at })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ watchers: count, changed_at: at }))
      .execute();
}
