import { type Audit, type AuditIssue, dateIssue, issueText } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { rubricOfLabel } from '@readymark/rubric/rubric';
import { invalidFields } from '../../../domain/fault.ts';
import { type Context, today } from '../../context.ts';

/**
 * The audits of a publication, by date: all are valid under their rubrics and may be published here and now.
 *
 * Input records may carry a `rank`; it is ignored.
 *
 * @throws Fault invalid_request with every issue and its path, for example `audits[2].criteria[3].score`
 */
export function publishableAudits(ctx: Context, inputs: readonly unknown[]): Audit[] {
  const issues: AuditIssue[] = [];
  const audits = inputs.flatMap((input, position) => {
    const checked = checkAudit(input, ctx.rubrics);
    if ('audit' in checked) return [checked.audit];
    issues.push(...checked.issues.map((issue) => ({ ...issue, path: issue.path.replace('$', `audits[${position}]`) })));
    return [];
  });
  if (!issues.length)
    issues.push(...audits.flatMap((audit, position) => unpublishable(ctx, audit, `audits[${position}]`)));
  if (issues.length)
    throw invalidFields(
      issues.map((issue) => ({ field: issue.path, message: issueText(issue) })),
      `${issues.length} issue${issues.length > 1 ? 's' : ''} in the audits; nothing was published.`,
    );
  return audits.sort((a, b) => (a.audit_date < b.audit_date ? -1 : a.audit_date > b.audit_date ? 1 : 0));
}

/** What keeps a valid audit from being published here and now (decisions 13 and 8). */
function unpublishable(ctx: Context, audit: Audit, path: string): AuditIssue[] {
  const { rubric_version } = audit;
  const issues: AuditIssue[] = [];
  const publishable = ctx.settings.RUBRICS_PUBLISHABLE;
  const version = rubricOfLabel(ctx.rubrics, rubric_version)?.version ?? '';
  if (!publishable.includes(version))
    issues.push({
      path: `${path}.rubric_version`,
      found: version,
      expected: publishable.join(' or '),
      message: `audits under rubric ${version} are not published here; the setting RUBRICS_PUBLISHABLE lists those that are`,
    });
  const date = dateIssue(audit, today(ctx), `${path}.audit_date`);
  return date ? [...issues, date] : issues;
}
