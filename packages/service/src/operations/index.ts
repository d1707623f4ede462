import { checkAuditRequest } from './agent/check-audit-request.ts';
import { getAudit } from './agent/get-audit.ts';
import { listAudits } from './agent/list-audits.ts';
import { listChanges } from './agent/list-changes.ts';
import { myAuditHistory } from './agent/my-audit-history.ts';
import { myDigest } from './agent/my-digest.ts';
import { registerAgent } from './agent/register-agent.ts';
import { requestAudit } from './agent/request-audit.ts';
import { watchCompany } from './agent/watch-company.ts';
import { watchStats } from './agent/watch-stats.ts';
import type { Feature } from './context.ts';
import { deskOperations } from './desk/index.ts';
import type { Operation } from './operation.ts';

/**
 * Every operation of the core: the agents' in the order of the spec's tool table, then the operators'. Routes, tools, OpenAPI and
 * documents follow from this list and those of features.
 */
export const coreOperations: readonly Operation[] = [
  listAudits,
  getAudit,
  watchStats,
  registerAgent,
  requestAudit,
  checkAuditRequest,
  myAuditHistory,
  watchCompany,
  myDigest,
  listChanges,
  ...deskOperations,
];

/** Every operation, those of features last. */
export async function operationsOf(features: readonly Feature[]): Promise<readonly Operation[]> {
  const added = await Promise.all(features.map(async ({ operations }) => (await operations?.()) ?? []));
  return [...coreOperations, ...added.flat()];
}
