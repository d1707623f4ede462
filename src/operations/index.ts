import { checkAuditRequest } from './check-audit-request.ts';
import { deskOperations } from './desk/index.ts';
import { getAudit } from './get-audit.ts';
import { listAudits } from './list-audits.ts';
import { myAuditHistory } from './my-audit-history.ts';
import { myDigest } from './my-digest.ts';
import type { Operation } from './operation.ts';
import { registerAgent } from './register-agent.ts';
import { requestAudit } from './request-audit.ts';
import { watchCompany } from './watch-company.ts';
import { watchStats } from './watch-stats.ts';

/** Every operation: what agents may do in the order of the spec's tool table, then what operators may do. Laws over this list are tests. */
export const operations = [
  listAudits,
  getAudit,
  watchStats,
  registerAgent,
  requestAudit,
  checkAuditRequest,
  myAuditHistory,
  watchCompany,
  myDigest,
  ...deskOperations,
] as const satisfies readonly Operation[] as readonly Operation[];
