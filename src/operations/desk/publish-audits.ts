import { z } from 'zod';
import type { Audit, AuditFault } from '../../domain/audit.ts';
import { checkAudit } from '../../domain/audit-check.ts';
import { Fault } from '../../domain/fault.ts';
import { rubricOfLabel } from '../../domain/rubric.ts';
import { currentAudit, insertAudit, nextPublication, replaceAudit } from '../../store/audits.ts';
import type { Tx } from '../../store/engine.ts';
import type { Context } from '../context.ts';
import { operation } from '../operation.ts';

/**
 * Publishes audits, all or none, in one transaction (decisions 10 and 12).
 *
 * Input records may carry a `rank`; it is ignored. Every fault is named with its path, `audits[2].criteria[3].score`. Faults: invalid_request, conflict.
 */
export const publishAudits = operation({
  name: 'publish_audits',
  title: 'Publish audits',
  summary: 'Publishes one or more audit records, all or none.',
  description: 'Checks every record against its rubric and publishes all of them in one transaction, or none.',
  scope: 'operator',
  faults: ['invalid_request', 'conflict'],
  input: z.object({
    audits: z.array(z.unknown()).min(1).max(200_000).describe('Complete audit records'),
    replace: z.boolean().default(false).describe('Whether an audit of the same date as the current one replaces it'),
    dry_run: z.boolean().default(false).describe('Check everything and publish nothing'),
  }),
  output: z.object({
    publication: z.int().nullable().describe('Number of this publication; null on a dry run'),
    published: z.array(
      z.object({
        slug: z.string(),
        company: z.string(),
        audit_date: z.string(),
        overall_score: z.int(),
        tier: z.string(),
        score_before: z.int().nullable().describe('Score of the audit that stood before; null for a new company'),
      }),
    ),
  }),
  http: [{ method: 'POST', path: '/api/desk/audits', status: 201, fields: 'body' }],
  async handler(ctx, input) {
    const audits = readAudits(ctx, input.audits);
    try {
      return { body: await ctx.store.transaction((tx) => publish(ctx, tx, audits, input)) };
    } catch (error) {
      if (error instanceof DryRun) return { body: { publication: null, published: error.published } };
      throw error;
    }
  },
});

type Published = { slug: string; company: string; audit_date: string; overall_score: number; tier: string; score_before: number | null };

/** Ends the transaction of a dry run without a trace. */
class DryRun extends Error {
  readonly published: Published[];
  constructor(published: Published[]) {
    super('dry run');
    this.published = published;
  }
}

function readAudits(ctx: Context, inputs: readonly unknown[]): Audit[] {
  const faults: AuditFault[] = [];
  const audits = inputs.flatMap((input, position) => {
    const checked = checkAudit(input, ctx.rubrics);
    if ('audit' in checked) return [checked.audit];
    faults.push(...checked.faults.map((fault) => ({ ...fault, path: fault.path.replace('$', `audits[${position}]`) })));
    return [];
  });
  for (const [position, audit] of audits.entries()) {
    const version = rubricOfLabel(ctx.rubrics, audit.rubric_version)?.version ?? '';
    if (!faults.length && !ctx.settings.RUBRICS_PUBLISHABLE.includes(version))
      faults.push({
        path: `audits[${position}].rubric_version`,
        found: version,
        expected: ctx.settings.RUBRICS_PUBLISHABLE.join(' or '),
        message: `audits under rubric ${version} are not published here; RUBRICS_PUBLISHABLE says which are`,
      });
  }
  if (faults.length)
    throw new Fault('invalid_request', `${faults.length} fault${faults.length > 1 ? 's' : ''} in the audits; nothing was published.`, {
      errors: faults.map((fault) => ({ field: fault.path, message: fault.message })),
    });
  return audits.sort((a, b) => (a.audit_date < b.audit_date ? -1 : a.audit_date > b.audit_date ? 1 : 0));
}

async function publish(ctx: Context, tx: Tx, audits: readonly Audit[], input: { replace: boolean; dry_run: boolean }) {
  const publication = await nextPublication(ctx.store, tx);
  const published_at = ctx.now().toISOString();
  const published: Published[] = [];
  for (const audit of audits) {
    const current = await currentAudit(tx, audit.slug);
    if (current && current.audit_date > audit.audit_date)
      throw new Fault(
        'conflict',
        `${audit.slug}: an audit of ${current.audit_date} stands already, and the one of ${audit.audit_date} is older.`,
      );
    if (current && current.audit_date === audit.audit_date) {
      if (!input.replace)
        throw new Fault(
          'conflict',
          `${audit.slug}: an audit of ${audit.audit_date} stands already; say --replace (replace: true) to put this one in its place.`,
        );
      await replaceAudit(tx, current.audit_id, published_at);
    }
    const rubric = rubricOfLabel(ctx.rubrics, audit.rubric_version)?.version ?? '';
    await insertAudit(tx, audit, { audit_id: ctx.newId('aud'), publication, rubric, published_at });
    const { slug, company, audit_date, overall_score, tier } = audit;
    published.push({ slug, company, audit_date, overall_score, tier, score_before: current?.overall_score ?? null });
  }
  if (input.dry_run) throw new DryRun(published);
  await ctx.store.announce(tx);
  return { publication, published };
}
