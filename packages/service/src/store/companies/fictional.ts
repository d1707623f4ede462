import { isOldExample, oldExampleSlugs } from '../../domain/companies/old-examples.ts';
import type { Db } from '../engine/engine.ts';

/**
 * The slugs of listed companies that do not exist (decision 105), those among them that no record marks. The 1 is in the statement itself: with a parameter
 * SQLite does not use the index of fictional audits alone.
 */
export async function fictionalSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audits')
    .select('slug')
    .distinct()
    .where((eb) => eb('fictional', '=', eb.lit(1)))
    .where('replaced_at', 'is', null)
    .execute();
  return [...rows.map(({ slug }) => slug), ...(await unmarkedSlugs(db))].sort();
}

/** The slugs of listed examples of older versions, which their records do not mark as fictional, sorted. */
export async function unmarkedSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('audits')
    .select(['slug', 'record'])
    .where('slug', 'in', oldExampleSlugs)
    .where('fictional', '=', 0)
    .where('replaced_at', 'is', null)
    .execute();
  return [...new Set(rows.filter(isOldExample).map(({ slug }) => slug))].sort();
}

/** Whether a company that exists is listed. */
export async function isRealListed(db: Db): Promise<boolean> {
  const examples = await unmarkedSlugs(db);
  const row = await db
    .selectFrom('audits')
    .select('audit_id')
    .where('fictional', '=', 0)
    .where('replaced_at', 'is', null)
    .$if(examples.length > 0, (of) => of.where('slug', 'not in', examples))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an audit of a company that exists was ever published. */
export async function wasRealPublished(db: Db): Promise<boolean> {
  const row = await db.selectFrom('audits').select('audit_id').where('fictional', '=', 0).limit(1).executeTakeFirst();
  return row !== undefined;
}
