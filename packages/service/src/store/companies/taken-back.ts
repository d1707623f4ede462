import type { Retraction } from '../../domain/companies/former-slug.ts';
import type { Db } from '../engine/engine.ts';

/** What a retraction took back: the dates of the audits that were public until then, and its entry in the public log. */
export type TakenBack = { audit_dates: string[]; entry: { index: number; text: string } | undefined };

/** @param slug of the company when it was retracted */
export async function takenBack(db: Db, slug: string, { at, publication }: Retraction): Promise<TakenBack> {
  const audits = await db
    .selectFrom('audits')
    .select('audit_date')
    .where('slug', '=', slug)
    .where('replaced_at', '=', at)
    .orderBy('audit_date')
    .execute();
  const entry = await db
    .selectFrom('log_entries')
    .select(['entry_index', 'entry'])
    .where('publication', '=', publication)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return {
    audit_dates: audits.map(({ audit_date }) => audit_date),
    entry: entry && { index: entry.entry_index, text: entry.entry },
  };
}
