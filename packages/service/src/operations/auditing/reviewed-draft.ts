import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import type { Audit } from '@readymark/rubric/audit/audit';
import { openCriteria, type Revision } from '../../domain/auditing/review.ts';
import { canonicalHash } from '../../domain/canonical-json.ts';
import { Fault } from '../../domain/fault.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';

type StoredDraft = Pick<
  AuditJobRow,
  'job_id' | 'status' | 'draft' | 'proposals' | 'revisions' | 'error' | 'remedy' | 'aged_out_at'
>;

/** A draft as far as it was reviewed (decision 93). */
export type ReviewedDraft = {
  record: Audit;
  /** SHA-256 of the record as canonical JSON: what a person approves. */
  hash: string;
  proposals: CriterionProposal[];
  revisions: Revision[];
  /** Criteria that a person must touch before it is published. */
  open: string[];
};

/** The draft of a job. Faults: conflict, when it has none. */
export function reviewedDraft(job: StoredDraft): ReviewedDraft {
  const { job_id, status, draft, proposals: proposed, error, remedy } = job;
  if (job.aged_out_at !== null)
    throw new Fault(
      'conflict',
      `${job_id} ended so long ago that its evidence and draft were removed; start the audit again.`,
    );
  if (draft === null || proposed === null)
    throw new Fault('conflict', [`${job_id} has no draft: it is ${status}.`, error, remedy].filter(Boolean).join(' '));
  const record = JSON.parse(draft) as Audit;
  const proposals = JSON.parse(proposed) as CriterionProposal[];
  const revisions = JSON.parse(job.revisions) as Revision[];
  return {
    record,
    hash: canonicalHash(record),
    proposals,
    revisions,
    open: openCriteria(record, proposals, revisions),
  };
}
