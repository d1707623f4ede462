import { cancelAudit } from './cancel-audit.ts';
import { listAuditJobs } from './list-audit-jobs.ts';
import { showAuditJob } from './show-audit-job.ts';
import { startAudit } from './start-audit.ts';

/** What operators do with the auditing agent (decision 93). */
export const auditOperations = [startAudit, listAuditJobs, showAuditJob, cancelAudit] as const;
