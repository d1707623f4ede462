import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import { type Audit, sourceFile } from '@readymark/rubric/audit/audit';
import { identifyJobs, renewDraft, unpublishedDrafts } from '../../../store/auditing/company-jobs.ts';
import type { Tx } from '../../../store/engine/engine.ts';

/**
 * Gives jobs of the auditing agent, and drafts that are not published yet, the present name and slug of their company
 * (decision 101). A draft keeps its website where the company has moved to another owner's: publishing then refuses it,
 * because another site was audited. A reviewer who approved a draft before must read it again.
 */
export async function correctDrafts(tx: Tx, { slug, company, website }: Pick<Audit, 'slug' | 'company' | 'website'>) {
  await identifyJobs(tx, slug, company);
  const owner = ownerOf(siteOf(website));
  for (const { job_id, site, draft } of await unpublishedDrafts(tx, slug)) {
    const before = JSON.parse(draft) as Audit;
    const after = {
      ...before,
      ...{ slug, company, website: site === owner ? website : before.website },
      source_file: sourceFile(slug, before.audit_date),
    };
    const text = JSON.stringify(after);
    if (text !== draft) await renewDraft(tx, job_id, text);
  }
}
