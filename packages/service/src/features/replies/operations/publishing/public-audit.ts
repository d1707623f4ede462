import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import { Fault } from '../../../../domain/fault.ts';
import { publicAudits } from '../../../../store/companies/renamed-rows.ts';
import type { Tx } from '../../../../store/engine/engine.ts';

/** A public audit: of one date, or the current one. Faults: not_found. */
export async function publicAudit(
  tx: Tx,
  slug: string,
  audit_date: string | undefined,
): Promise<{ audit_id: string; audit_date: string; criteria: readonly string[] }> {
  const audits = await publicAudits(tx, slug);
  const found = audit_date === undefined ? audits.at(-1) : audits.find((one) => one.audit_date === audit_date);
  if (!found) throw new Fault('not_found', `${slug}: there is no audit of this date.`);
  return {
    audit_id: found.audit_id,
    audit_date: found.audit_date,
    criteria: criterionScores(found.criterion_scores).criterion_ids,
  };
}
