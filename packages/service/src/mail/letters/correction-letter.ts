import { letter } from './body.ts';
import { companyName, type Letter } from './letter.ts';
import { type ChangedAudit, changesBody } from './score-changes.ts';

/**
 * Informs a watcher that an audit of a company was corrected, and that this is no re-audit: score, tier and
 * rank before and after, the criteria that changed, and links (decisions 10 and 28).
 */
export function correctionLetter(correction: ChangedAudit): Letter {
  const { before, after } = correction;
  const company = companyName(after);
  const body = changesBody(correction, {
    title: `The audit of ${company} was corrected`,
    paragraphs: [
      `The audit dated ${after.audit_date} was published again with corrected scores, in place of the one that you knew. The company was not audited again.`,
    ],
  });
  const { overall_score: was } = before;
  const { overall_score: is } = after;
  return letter(correction, {
    subject: `${company}, audit corrected: ${was === is ? `${is} as before` : `${was} → ${is}`} (${after.tier})`,
    body,
  });
}
