import { z } from 'zod';
import { day } from '../field.ts';
import { audit, auditRecord } from './audit.ts';

/** The further documents of one company (decision 45), as they are read. */

/** `/api/audits/{slug}/{audit_date}.json`: an audit as it was published. */
export const pastAudit = audit
  .extend({ rank: z.null().meta({ description: 'A rank is a place at one moment; past ones are not kept.' }) })
  .meta({ description: 'An audit as it was published.' });

const { overall_score, tier, tier_as_published, rubric_version, pillars } = auditRecord.shape;

/** One audit in the history: the fields of the record, with criteria without evidence. */
const historyEntry = z.object({
  audit_date: day,
  overall_score,
  tier,
  tier_as_published,
  rubric_version,
  pillars,
  criteria: z
    .array(auditRecord.shape.criteria.element.omit({ evidence: true }))
    .meta({ description: 'Scores per criterion, in rubric order.' }),
  detail_json: z.string().meta({ description: 'Root-relative path of the record as it was published.' }),
});

/** `/api/audits/{slug}/history.json`: every current audit of a company, oldest first. */
export const auditHistory = z
  .object({
    company: z.string(),
    slug: auditRecord.shape.slug,
    count: z.int().min(0).meta({ description: 'Number of audits.' }),
    audits: z.array(historyEntry).meta({ description: 'Oldest first.' }),
  })
  .meta({ description: 'The published audits of one company.' });

export type AuditHistory = z.infer<typeof auditHistory>;
