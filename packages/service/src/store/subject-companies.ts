import type { Db } from './engine/engine.ts';

/** The companies of audits and requests by their ids, at most a few hundred; other ids are left out. */
export async function companiesOfSubjects(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const audits = await db
    .selectFrom('audits')
    .select(['audit_id as id', 'company'])
    .where('audit_id', 'in', ids)
    .execute();
  const requests = await db
    .selectFrom('audit_requests')
    .select(['request_id as id', 'company'])
    .where('request_id', 'in', ids)
    .execute();
  return new Map([...audits, ...requests].map(({ id, company }) => [id, company]));
}
