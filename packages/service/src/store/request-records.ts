import { detailPath } from '../domain/leaderboard.ts';
import type { AuditLink, RequestStatus, StoredRequestRecord } from '../domain/request/request.ts';
import { turnaroundDays, turnaroundSample } from '../domain/request/turnaround.ts';
import type { Db } from './engine/engine.ts';
import { queuePositions } from './queue.ts';
import { type CompletedAudit, completedAudits, historiesOf } from './request-details.ts';
import { recentTurnarounds } from './requests.ts';
import type { AuditRequestRow } from './tables.ts';

/** Request records (decision 18), and the newest publication among their audits (0 without audits). */
type RequestRecords = { records: StoredRequestRecord[]; publication: number };

/**
 * The records of requests, in the order of the rows. History, place in the queue and published audit are read for all of
 * them together.
 */
export async function requestRecords(db: Db, rows: readonly AuditRequestRow[]): Promise<RequestRecords> {
  if (rows.length === 0) return { records: [], publication: 0 };
  const histories = await historiesOf(
    db,
    rows.map(({ request_id }) => request_id),
  );
  const audits = await completedAudits(
    db,
    rows.flatMap(({ audit_id }) => audit_id ?? []),
  );
  const positions = await queuePositions(db, rows);
  const turnaround = positions.size > 0 ? turnaroundDays(await recentTurnarounds(db, turnaroundSample)) : undefined;
  const records = rows.map((row): StoredRequestRecord => {
    const position = positions.get(row.request_id);
    const audit = row.audit_id === null ? undefined : audits.get(row.audit_id);
    return {
      request_id: row.request_id,
      status: row.status as RequestStatus,
      company: row.company,
      website: row.website,
      contact_email: row.contact_email,
      notes: row.notes,
      submitted_at: row.submitted_at,
      status_changed_at: row.status_changed_at,
      status_history: (histories.get(row.request_id) ?? []).map(({ status, at }) => ({
        status: status as RequestStatus,
        at,
      })),
      declined_reason: row.declined_reason,
      queue: position !== undefined && turnaround ? { position, ...turnaround } : null,
      audit: audit ? auditLinkOf(audit) : null,
      scheduled_for: row.scheduled_on,
    };
  });
  return { records, publication: Math.max(0, ...[...audits.values()].map(({ publication }) => publication)) };
}

/** How a request names the audit that completed it. */
export function auditLinkOf({ slug, audit_date, overall_score, tier, fictional }: CompletedAudit): AuditLink {
  const mark = fictional === 1 && { fictional: true as const };
  return { slug, audit_date, overall_score, tier, detail_json: detailPath(slug), ...mark };
}
