import { auditOperations } from './audits/index.ts';
import { companyOperations } from './companies/index.ts';
import { compareAudits } from './compare-audits.ts';
import { declineRequest } from './decline-request.ts';
import { draftAudit } from './draft-audit.ts';
import { findIds } from './find-ids.ts';
import { listActions } from './list-actions.ts';
import { listDue } from './list-due.ts';
import { listNotices } from './list-notices.ts';
import { listRequests } from './list-requests.ts';
import { operatorOperations } from './operators/index.ts';
import { publicationOperations } from './publications/index.ts';
import { publishAudits } from './publish-audits.ts';
import { publishedOperations } from './published/index.ts';
import { completeRequests } from './requests/complete-requests.ts';
import { resendNotice } from './resend-notice.ts';
import { reviewRequest } from './review-request.ts';
import { scheduleRequest } from './schedule-request.ts';
import { showRequest } from './show-request.ts';

/** What operators may do: never as a tool, never with an agent's key. */
export const deskOperations = [
  listRequests,
  showRequest,
  reviewRequest,
  scheduleRequest,
  declineRequest,
  completeRequests,
  draftAudit,
  publishAudits,
  compareAudits,
  listDue,
  listNotices,
  resendNotice,
  listActions,
  findIds,
  ...companyOperations,
  ...operatorOperations,
  ...auditOperations,
  ...publishedOperations,
  ...publicationOperations,
] as const;
