import type { Db } from '../../../store/engine/engine.ts';
import type { AuditRow } from '../../../store/tables.ts';

/** What was public when a publication of the past was the newest one (decision 151). */

/** When the first publication was made, ISO 8601; undefined before it. */
export async function firstPublicationAt(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('publications').select('at').orderBy('at').limit(1).executeTakeFirst();
  return row?.at;
}

/** The newest publication before a time, among those up to a number; undefined when there is none. */
export function lastPublicationBefore(
  db: Db,
  time: string,
  until: number,
): Promise<{ publication: number; at: string } | undefined> {
  return db
    .selectFrom('publications')
    .select(['publication', 'at'])
    .where('at', '<', time)
    .where('publication', '<=', until)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest publication in which a slug changed; 0 when none did. */
export async function lastSlugChange(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('slug_changes')
    .select(({ fn }) => fn.max('publication').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** An audit as a list shows it. `slug` is the one that its company has now, whatever it was then. */
export type ListedThen = Pick<
  AuditRow,
  | 'audit_id'
  | 'slug'
  | 'company'
  | 'website'
  | 'audit_date'
  | 'reaudit_due'
  | 'overall_score'
  | 'tier'
  | 'rubric'
  | 'pillar_scores'
  | 'fictional'
>;

/**
 * The audit of each company that was current when a publication was the newest one, in the order of the slugs that they have
 * now, at most `limit` behind one. Which they are follows from an index; of each nothing behind its record is read.
 */
export async function listedThen(
  db: Db,
  then: { publication: number; at: string },
  after: string,
  limit: number,
): Promise<ListedThen[]> {
  const current = db
    .selectFrom('audits as a')
    .select(['a.audit_id', 'a.fictional', 'a.slug'])
    .where('a.slug', '>', after)
    .where('a.publication', '<=', then.publication)
    .where((eb) => eb.or([eb('a.replaced_at', 'is', null), eb('a.replaced_at', '>', then.at)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audits as later')
            .select('later.slug')
            .whereRef('later.slug', '=', 'a.slug')
            .whereRef('later.audit_date', '>', 'a.audit_date')
            .where('later.publication', '<=', then.publication)
            .where((of) => of.or([of('later.replaced_at', 'is', null), of('later.replaced_at', '>', then.at)])),
        ),
      ),
    )
    .orderBy('a.slug')
    .limit(limit);
  return db
    .selectFrom(current.as('s'))
    .innerJoin('audits as l', 'l.audit_id', 's.audit_id')
    .select([
      ...(['s.audit_id', 's.slug', 's.fictional'] as const),
      ...(['l.company', 'l.website', 'l.audit_date', 'l.reaudit_due', 'l.overall_score', 'l.tier'] as const),
      ...(['l.rubric', 'l.pillar_scores'] as const),
    ])
    .orderBy('s.slug')
    .execute();
}

/** The record of an audit as it was published, byte for byte, and its format; undefined for an unknown id. */
export function recordOf(db: Db, audit_id: string): Promise<Pick<AuditRow, 'record' | 'record_format'> | undefined> {
  return db
    .selectFrom('audits')
    .select(['record', 'record_format'])
    .where('audit_id', '=', audit_id)
    .executeTakeFirst();
}

/** The points of the criteria of some audits by their ids, as they are stored beside their records; at most a few hundred. */
export async function criterionColumns(db: Db, audit_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audits')
    .select(['audit_id', 'criterion_scores'])
    .where('audit_id', 'in', audit_ids)
    .execute();
  return new Map(rows.map(({ audit_id, criterion_scores }) => [audit_id, criterion_scores]));
}
