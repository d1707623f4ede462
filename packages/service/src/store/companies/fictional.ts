import type { Db } from '../engine/engine.ts';

/**
 * The slugs of listed companies that do not exist (decision 105). The 1 is in the statement itself: with a parameter
 * SQLite does not use the index of fictional audits alone.
 */
export async function fictionalSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audits')
    .select('slug')
    .distinct()
    .where((eb) => eb('fictional', '=', eb.lit(1)))
    .where('replaced_at', 'is', null)
    .orderBy('slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Whether a company that exists is listed. */
export async function isRealListed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('audits')
    .select('audit_id')
    .where('fictional', '=', 0)
    .where('replaced_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an audit of a company that exists was ever published. */
export async function wasRealPublished(db: Db): Promise<boolean> {
  const row = await db.selectFrom('audits').select('audit_id').where('fictional', '=', 0).limit(1).executeTakeFirst();
  return row !== undefined;
}
