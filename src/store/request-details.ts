import type { Db } from './engine/engine.ts';

/** Ids in one statement; far below what either engine binds. */
const CHUNK = 500;

const chunks = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK));

/** The status history of requests, by request, oldest first. */
export async function historiesOf(
  db: Db,
  request_ids: readonly string[],
): Promise<Map<string, { status: string; at: string }[]>> {
  const histories = new Map<string, { status: string; at: string }[]>();
  for (const chunk of chunks(request_ids)) {
    const rows = await db
      .selectFrom('request_moves')
      .select(['request_id', 'status', 'at'])
      .where('request_id', 'in', chunk)
      .orderBy('request_id')
      .orderBy('position')
      .execute();
    for (const { request_id, status, at } of rows) {
      const history = histories.get(request_id);
      if (history) history.push({ status, at });
      else histories.set(request_id, [{ status, at }]);
    }
  }
  return histories;
}

export type CompletedAudit = {
  audit_id: string;
  slug: string;
  audit_date: string;
  overall_score: number;
  tier: string;
  publication: number;
};

/** Audits by their ids; of one that was replaced (decision 10) what stands in its place. */
export async function completedAudits(db: Db, audit_ids: readonly string[]): Promise<Map<string, CompletedAudit>> {
  const audits = new Map<string, CompletedAudit>();
  for (const chunk of chunks([...new Set(audit_ids)])) {
    const rows = await db
      .selectFrom('audits as named')
      .innerJoin('audits as standing', (join) =>
        join
          .onRef('standing.slug', '=', 'named.slug')
          .onRef('standing.audit_date', '=', 'named.audit_date')
          .on('standing.replaced_at', 'is', null),
      )
      .select([
        'named.audit_id',
        'standing.slug',
        'standing.audit_date',
        'standing.overall_score',
        'standing.tier',
        'standing.publication',
      ])
      .where('named.audit_id', 'in', chunk)
      .execute();
    for (const row of rows) audits.set(row.audit_id, row);
  }
  return audits;
}
