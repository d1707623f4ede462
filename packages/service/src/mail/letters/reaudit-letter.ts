import { letter } from './body.ts';
import { companyName, type Letter } from './letter.ts';
import { type ChangedAudit, changesBody } from './score-changes.ts';

/**
 * Informs a watcher that a company was audited again: score, tier and rank before and after, the criteria that changed,
 * and links (spec 6, decision 28).
 */
export function reauditLetter(reaudit: ChangedAudit): Letter {
  const { before, after, changes } = reaudit;
  const company = companyName(after);
  const body = changesBody(reaudit, {
    title: `${company} was audited again`,
    paragraphs: [
      `The new audit is dated ${after.audit_date}, the previous one ${before.audit_date}.`,
      ...(changes.criteria.length === 0 ? ['No criterion changed.'] : []),
    ],
  });
  return letter(reaudit, {
    subject: `${company} re-audited: ${before.overall_score} → ${after.overall_score} (${after.tier})`,
    body,
  });
}
