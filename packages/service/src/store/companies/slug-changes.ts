import {
  type FormerSlugs,
  formerSlugs,
  noFormerSlugs,
  type RetractedSubject,
  type SlugChange,
} from '../../domain/companies/former-slug.ts';
import type { Db, Tx } from '../engine/engine.ts';
import type { SlugChangeRow } from '../tables.ts';

/** What became of slugs (decisions 100 and 101). */

/** Rows of one statement. */
const INSERT_ROWS = 500;

export async function insertSlugChanges(tx: Tx, rows: readonly SlugChangeRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += INSERT_ROWS)
    await tx
      .insertInto('slug_changes')
      .values(rows.slice(at, at + INSERT_ROWS))
      .execute();
}

/** The changes after one publication and up to another, in their order. */
export async function slugChangesBetween(db: Db, after: number, until: number): Promise<SlugChange[]> {
  const rows = await db
    .selectFrom('slug_changes as c')
    .innerJoin('publications as p', 'p.publication', 'c.publication')
    .select(['c.publication', 'c.slug', 'c.change', 'c.moved_to', 'c.reason', 'p.at'])
    .where('c.publication', '>', after)
    .where('c.publication', '<=', until)
    .orderBy('c.publication')
    .orderBy('c.slug')
    .execute();
  return rows.map((row) => ({ ...row, change: row.change as SlugChange['change'] }));
}

/** The same changes; those that retracted a company say whose slug it was. */
export async function namedSlugChangesBetween(db: Db, after: number, until: number): Promise<SlugChange[]> {
  const changes = await slugChangesBetween(db, after, until);
  const retracted = changes.filter(({ change }) => change === 'retracted');
  const subjects = new Map<string, RetractedSubject>();
  for (let from = 0; from < retracted.length; from += INSERT_ROWS) {
    const batch = retracted.slice(from, from + INSERT_ROWS);
    const rows = await db
      .selectFrom('audits')
      .select(['slug', 'company', 'website', 'fictional', 'replaced_at'])
      .where(
        'slug',
        'in',
        batch.map(({ slug }) => slug),
      )
      .where('replaced_at', 'in', [...new Set(batch.map(({ at }) => at))])
      .orderBy('audit_date')
      .execute();
    // The last one counts.
    for (const { slug, company, website, fictional, replaced_at } of rows)
      subjects.set(`${slug} ${replaced_at}`, { company, website, fictional: fictional === 1 });
  }
  return changes.map((change) => ({ ...change, of: subjects.get(`${change.slug} ${change.at}`) }));
}

/** Greater than the number of any publication, for both engines. */
const EVERY = 2 ** 31 - 1;

/** All former slugs. Inside of a publishing transaction they stay what they are until it ends. */
export const formerSlugsNow = async (db: Db): Promise<FormerSlugs> =>
  formerSlugs(noFormerSlugs, await slugChangesBetween(db, 0, EVERY));
