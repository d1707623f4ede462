import { z } from 'zod';
import { type Audit, type AuditIssue, latestAuditDate } from '../../domain/audit/audit.ts';
import { auditChanges } from '../../domain/audit/changes.ts';
import { checkAudit } from '../../domain/audit/check.ts';
import { requestId } from '../../domain/desk.ts';
import { Fault } from '../../domain/fault.ts';
import { answers } from '../../domain/request/match.ts';
import { rubricOfLabel } from '../../domain/rubric.ts';
import { auditRow, type CurrentAudit, currentAuditsOf, insertAudits, replaceAudit } from '../../store/audits.ts';
import { insertAction } from '../../store/desk-actions.ts';
import { auditById } from '../../store/desk-audits.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { openPublication } from '../../store/publications.ts';
import { findRequest, moveRequest } from '../../store/requests.ts';
import type { AuditRow } from '../../store/tables.ts';
import { type Context, today } from '../context.ts';
import { operation, operatorOf } from '../operation.ts';
import { enqueueAnswer, enqueueReaudits, type Reaudit, scoresBefore } from '../outbox/enqueue.ts';

/**
 * Publishes audits, all or none, in one transaction (decisions 10 and 12): the audits, the requests that they complete
 * (decision 19), and what is owed to requesters and watchers (decisions 28 and 29).
 *
 * Input records may carry a `rank`; it is ignored. Every fault is named with its path, `audits[2].criteria[3].score`.
 * Faults: invalid_request, conflict.
 */
export const publishAudits = operation({
  name: 'publish_audits',
  title: 'Publish audits',
  summary: 'Publishes one or more audit records, all or none.',
  description:
    'Checks every record against its rubric and publishes all of them in one transaction, or none. Requests named in completes must be scheduled, and be for the company of one of the audits; they become completed.',
  scope: 'operator',
  faults: ['invalid_request', 'conflict'],
  input: z.object({
    audits: z.array(z.unknown()).min(1).max(200_000).describe('Complete audit records'),
    completes: z.array(requestId).max(10_000).default([]).describe('Requests that these audits complete'),
    despite_mismatch: z
      .boolean()
      .default(false)
      .describe('Whether a request of another site and company name may be completed; only with a single audit'),
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
    completed: z.array(
      z.object({
        request_id: z.string(),
        slug: z.string(),
        letter: z.boolean().describe('Whether an address is known that the audit is sent to'),
      }),
    ),
  }),
  // An audit is some tens of kilobytes; a folder of them is published on the machine itself.
  http: [{ method: 'POST', path: '/api/desk/audits', status: 201, fields: 'body', body_limit: 32 * 1024 * 1024 }],
  async handler(ctx, input, caller) {
    const audits = readAudits(ctx, input.audits);
    const operator = operatorOf(caller);
    try {
      return { body: await ctx.store.transaction((tx) => publish(ctx, tx, audits, { ...input, operator })) };
    } catch (error) {
      if (error instanceof DryRun) return { body: { ...error.result, publication: null } };
      throw error;
    }
  },
});

type Published = {
  slug: string;
  company: string;
  audit_date: string;
  overall_score: number;
  tier: string;
  score_before: number | null;
};
type CompletedRequest = { request_id: string; slug: string; letter: boolean };
type Result = { publication: number; published: Published[]; completed: CompletedRequest[] };
/** An audit as it stands in the database now. */
type Stored = { audit: Audit; audit_id: string };
type Order = {
  operator: string;
  completes: readonly string[];
  despite_mismatch: boolean;
  replace: boolean;
  dry_run: boolean;
};

/** Ends the transaction of a dry run without a trace. */
class DryRun extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('dry run');
    this.result = result;
  }
}

function readAudits(ctx: Context, inputs: readonly unknown[]): Audit[] {
  const faults: AuditIssue[] = [];
  const audits = inputs.flatMap((input, position) => {
    const checked = checkAudit(input, ctx.rubrics);
    if ('audit' in checked) return [checked.audit];
    faults.push(...checked.issues.map((fault) => ({ ...fault, path: fault.path.replace('$', `audits[${position}]`) })));
    return [];
  });
  if (!faults.length)
    faults.push(...audits.flatMap((audit, position) => unpublishable(ctx, audit, `audits[${position}]`)));
  if (faults.length)
    throw new Fault(
      'invalid_request',
      `${faults.length} fault${faults.length > 1 ? 's' : ''} in the audits; nothing was published.`,
      {
        errors: faults.map((fault) => ({ field: fault.path, message: fault.message })),
      },
    );
  return audits.sort((a, b) => (a.audit_date < b.audit_date ? -1 : a.audit_date > b.audit_date ? 1 : 0));
}

/** What keeps an audit that holds under its rubric from being published here and now (decisions 13 and 33). */
function unpublishable(ctx: Context, { rubric_version, audit_date }: Audit, path: string): AuditIssue[] {
  const faults: AuditIssue[] = [];
  const version = rubricOfLabel(ctx.rubrics, rubric_version)?.version ?? '';
  if (!ctx.settings.RUBRICS_PUBLISHABLE.includes(version))
    faults.push({
      path: `${path}.rubric_version`,
      found: version,
      expected: ctx.settings.RUBRICS_PUBLISHABLE.join(' or '),
      message: `audits under rubric ${version} are not published here; RUBRICS_PUBLISHABLE says which are`,
    });
  const latest = latestAuditDate(today(ctx));
  if (audit_date > latest)
    faults.push({
      path: `${path}.audit_date`,
      found: audit_date,
      expected: `${latest} or before`,
      message: `audit_date must be ${latest}, which is tomorrow (UTC), or before: nobody has made an audit of a later day yet`,
    });
  return faults;
}

/** Audits looked up and stored in one go. */
const BATCH = 200;

async function publish(ctx: Context, tx: Tx, audits: readonly Audit[], order: Order): Promise<Result> {
  const at = ctx.now().toISOString();
  const publication = await openPublication(ctx.store, tx, 'audits', at);
  const scores = await scoresBefore(ctx, tx, publication);
  const stored = new Map<string, Stored>();
  const reaudits = new Map<string, Reaudit>();
  const published: Published[] = [];
  for (let from = 0; from < audits.length; from += BATCH) {
    const batch = audits.slice(from, from + BATCH);
    const standing = await currentAuditsOf(tx, [...new Set(batch.map(({ slug }) => slug))]);
    const rows = new Map<string, AuditRow>();
    for (const audit of batch) {
      const { slug, company, audit_date, overall_score, tier } = audit;
      const current = standing.get(slug);
      if (current && takesItsPlace(current, audit, order.replace)) {
        const row = rows.get(current.audit_id);
        if (row) row.replaced_at = at;
        else await replaceAudit(tx, current.audit_id, at);
      }
      const audit_id = ctx.newId('aud');
      const row = auditRow(audit, ctx.rubrics, { audit_id, publication, published_at: at });
      rows.set(audit_id, row);
      standing.set(slug, row);
      published.push({ slug, company, audit_date, overall_score, tier, score_before: current?.overall_score ?? null });
      // Several audits of one company in one publication make one letter: from what stood before to what stands now
      // (decision 44).
      const known = reaudits.get(slug);
      if (known) known.audit_id = audit_id;
      else if (current && !stored.has(slug) && (await isNews(tx, current, audit)))
        reaudits.set(slug, { slug, audit_id, audit_id_before: current.audit_id, score_before: current.overall_score });
      stored.set(slug, { audit, audit_id });
    }
    await insertAudits(tx, [...rows.values()]);
  }
  const completed = await complete(ctx, tx, [...stored.values()], order, { publication, at });
  await enqueueReaudits(ctx, tx, { publication, at, scores }, [...reaudits.values()]);
  const result = { publication, published, completed };
  if (order.dry_run) throw new DryRun(result);
  const detail = {
    audits: published.length,
    slugs: [...stored.keys()].slice(0, 100),
    completes: order.completes,
    replace: order.replace,
  };
  await insertAction(tx, {
    action_id: ctx.newId('act'),
    operator: order.operator,
    action: 'publish_audits',
    subject_id: String(publication),
    detail,
    at,
  });
  await ctx.store.announce(tx);
  return result;
}

/** Whether an audit replaces the one that stands (decision 10). Faults: conflict. */
function takesItsPlace(current: CurrentAudit, { slug, audit_date }: Audit, replace: boolean): boolean {
  if (current.audit_date > audit_date)
    throw new Fault(
      'conflict',
      `${slug}: an audit of ${current.audit_date} stands already, and the one of ${audit_date} is older.`,
    );
  if (current.audit_date < audit_date) return false;
  if (!replace)
    throw new Fault(
      'conflict',
      `${slug}: an audit of ${audit_date} stands already; say --replace (replace: true) to put this one in its place.`,
    );
  return true;
}

/** Whether watchers are told: of every new audit, and of a correction that moved a score (decision 44). */
async function isNews(tx: Tx, current: CurrentAudit, audit: Audit): Promise<boolean> {
  if (current.audit_date !== audit.audit_date) return true;
  const replaced = await auditById(tx, current.audit_id);
  return !replaced || auditChanges(replaced, audit).criteria.length > 0;
}

/** Moves the named requests to completed, each by the audit that answers it, and owes their letters. */
async function complete(
  ctx: Context,
  tx: Tx,
  stored: readonly Stored[],
  order: Order,
  { publication, at }: { publication: number; at: string },
): Promise<CompletedRequest[]> {
  const completed: CompletedRequest[] = [];
  for (const [position, request_id] of [...new Set(order.completes)].entries()) {
    const field = `completes[${position}]`;
    const request = await findRequest(tx, request_id);
    if (!request)
      throw new Fault('invalid_request', `${field}: there is no such request.`, {
        errors: [{ field, message: 'is no request' }],
      });
    const fitting =
      order.despite_mismatch && stored.length === 1 ? stored : stored.filter(({ audit }) => answers(audit, request));
    const [found] = fitting;
    if (!found || fitting.length > 1)
      throw new Fault(
        'conflict',
        found
          ? `${request_id} could be completed by several of these audits; publish the one that it is for alone.`
          : `${request_id} asks for another company: neither its site nor its name is that of an audit here. If it is the same one, publish its audit alone with --despite-mismatch (despite_mismatch: true).`,
      );
    const { audit, audit_id } = found;
    const move = await moveRequest(tx, request_id, { to: 'completed', at, operator: order.operator, audit_id });
    if (move && 'refused' in move) throw new Fault('conflict', `${request_id}: ${move.refused}`);
    const letter = await enqueueAnswer(ctx, tx, request, { kind: 'completed', audit_id, publication, at });
    completed.push({ request_id, slug: audit.slug, letter });
  }
  return completed;
}
