import { listPublishedAudits } from './list-published-audits.ts';
import { showPublishedAudit } from './show-published-audit.ts';

/** What operators see of audits that were published (decision 103). */
export const publishedOperations = [listPublishedAudits, showPublishedAudit] as const;
