import { forgetEvidence } from '../evidence/forget-evidence.ts';
import { readEvidence } from '../evidence/read-evidence.ts';
import { cancelAudit } from './cancel-audit.ts';
import { draftState } from './draft-state.ts';
import { importDraft } from './import-draft.ts';
import { keepTyped } from './keep-typed.ts';
import { listAuditJobs } from './list-audit-jobs.ts';
import { readDraft } from './read-draft.ts';
import { reviseDraft } from './revise-draft.ts';
import { showAuditJob } from './show-audit-job.ts';
import { startAudit } from './start-audit.ts';

/** What operators do with the auditing agent (decision 93). */
export const auditOperations = [
  startAudit,
  listAuditJobs,
  showAuditJob,
  cancelAudit,
  readDraft,
  readEvidence,
  forgetEvidence,
  reviseDraft,
  importDraft,
  keepTyped,
  draftState,
] as const;
