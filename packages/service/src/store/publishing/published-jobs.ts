import type { Audit } from '@readymark/rubric/audit/audit';
import { parseRecord } from '@readymark/rubric/audit/format';
import type { Db } from '../engine/engine.ts';

/** An audit that was published from the draft of a job. */
type AuditOfJob = {
  audit_id: string;
  slug: string;
  publication: number;
  published_at: string;
  /** When it was replaced or retracted; null while it is public. */
  replaced_at: string | null;
  audit: Audit;
};

/** What was last published from the draft of a job; undefined when nothing was. */
export async function lastAuditOfJob(db: Db, job_id: string): Promise<AuditOfJob | undefined> {
  const row = await db
    .selectFrom('audits')
    .select(['audit_id', 'slug', 'publication', 'published_at', 'replaced_at', 'record', 'record_format'])
    .where('job_id', '=', job_id)
    .orderBy('publication', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { record: _, record_format: __, ...rest } = row;
  return { ...rest, audit: parseRecord(row) };
}
