import type { Db } from './engine/engine.ts';

/** Ids in one statement; far fewer than either engine binds. */
const CHUNK_IDS = 500;

const chunks = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK_IDS) }, (_, at) => ids.slice(at * CHUNK_IDS, (at + 1) * CHUNK_IDS));

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
  fictional: number;
  tier: string;
  publication: number;
};

/** Audits by their ids; in place of a replaced one (decision 10), its replacement. */
export async function completedAudits(db: Db, audit_ids: readonly string[]): Promise<Map<string, CompletedAudit>> {
  const audits = new Map<string, CompletedAudit>();
  for (const chunk of chunks([...new Set(audit_ids)])) {
    const rows = await db
      .selectFrom('audits as named')
      .innerJoin('audits as current', (join) =>
        join
          .onRef('current.slug', '=', 'named.slug')
          .onRef('current.audit_date', '=', 'named.audit_date')
          .on('current.replaced_at', 'is', null),
      )
      .select([
        'named.audit_id',
        'current.slug',
        'current.audit_date',
        'current.overall_score',
        'current.tier',
        'current.fictional',
        'current.publication',
      ])
      .where('named.audit_id', 'in', chunk)
      .execute();
    for (const row of rows) audits.set(row.audit_id, row);
  }
  return audits;
}
