import { type Audit, isFictional } from '@readymark/rubric/audit/audit';
import { auditChanges } from '@readymark/rubric/audit/changes';
import { Fault } from '../../../domain/fault.ts';
import { auditRow, type CurrentAudit, currentAuditsOf, insertAudits, replaceAudit } from '../../../store/audits.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import { auditById } from '../../../store/desk-audits.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { renewCurrent } from '../../../store/kept/current-companies.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { countRequests } from '../../../store/queue.ts';
import type { AuditRow } from '../../../store/tables.ts';
import type { Context } from '../../context.ts';
import { enqueueReaudits, type Reaudit, scoresBefore } from '../../outbox/enqueue.ts';
import { keepApart } from '../companies/fictional.ts';
import { reinstateSlugs } from '../companies/publishable-slugs.ts';
import { type CompletedRequest, completeRequests, type NewAudit } from '../requests/completion.ts';
import { DryRun, unlessDry } from './dry-run.ts';
import { restOnDrafts } from './from-drafts.ts';

type Published = {
  slug: string;
  company: string;
  audit_date: string;
  overall_score: number;
  tier: string;
  fictional: boolean;
  score_before: number | null;
};
type Result = {
  publication: number;
  published: Published[];
  completed: CompletedRequest[];
  fictional_left: string[];
};
type PublicationOrder = {
  operator: string;
  completes: readonly string[];
  despite_mismatch: boolean;
  replace: boolean;
  correction_reason?: string | undefined;
  keep_examples: boolean;
  reinstate: boolean;
  drafts: readonly string[];
  hashes: readonly string[];
  dry_run: boolean;
};

/**
 * Publishes audits in one transaction, or says what that would do. Faults: invalid_request, conflict.
 *
 * @returns without the number of a publication on a dry run
 */
export function publish(
  ctx: Context,
  audits: readonly Audit[],
  order: PublicationOrder,
): Promise<Omit<Result, 'publication'> & { publication: number | null }> {
  return unlessDry(ctx.store.transaction((tx) => publishIn(ctx, tx, audits, order)));
}

async function publishIn(ctx: Context, tx: Tx, audits: readonly Audit[], order: PublicationOrder): Promise<Result> {
  const now = ctx.now();
  const at = now.toISOString();
  const { operator, keep_examples } = order;
  const fictional_left = await keepApart(ctx, tx, audits, { operator, keep_examples, action: 'publish_audits' });
  const opened = await openPublication(ctx.store, tx, 'audits', now);
  const { publication, at: published_at } = opened;
  const scores = await scoresBefore(ctx, tx, publication);
  const slugs = new Set(audits.map(({ slug }) => slug));
  const reinstated = await reinstateSlugs(tx, slugs, { publication, reinstate: order.reinstate });
  const rested = await restOnDrafts(ctx, tx, audits, order);
  const { published, stored, reaudits, wrote } = await storeAudits(ctx, tx, audits, {
    publication,
    published_at,
    replace: order.replace,
    correction_reason: order.correction_reason,
    rested,
  });
  await renewCurrent(tx, stored.keys());
  const { completed, changes } = await completeRequests(ctx, tx, [...stored.values()], order, { publication, at });
  await enqueueReaudits(ctx, tx, { publication, at, scores }, reaudits);
  const result = { publication, published, completed, fictional_left };
  if (order.dry_run) throw new DryRun({ ...result, publication: null });
  const { completes, replace } = order;
  await insertAction(tx, {
    action_id: ctx.newId('act'),
    operator,
    action: 'publish_audits',
    subject_id: String(publication),
    detail: {
      ...{ audits: published.length, slugs: [...stored.keys()].slice(0, 100), completes, replace },
      ...(reinstated.length && { reinstated }),
      ...(fictional_left.length && { fictional_left }),
      ...(rested.size && { drafts: [...rested.values()].map(({ job_id, hash }) => ({ job_id, hash })) }),
    },
    at,
  });
  await closePublication(ctx, tx, opened, wrote);
  await countRequests(tx, changes);
  return result;
}

/** Audits looked up and stored together. */
const BATCH_ROWS = 200;

/**
 * What was published, the current audits by slug, and the re-audits and corrections that watchers hear of. `wrote`: all rows,
 * where they are few and none of them ended another.
 */
type Stored = {
  published: Published[];
  stored: Map<string, NewAudit>;
  reaudits: Reaudit[];
  wrote: readonly AuditRow[] | undefined;
};

/** Stores audits by date; several of one company follow one another. Faults: conflict. */
async function storeAudits(
  ctx: Context,
  tx: Tx,
  audits: readonly Audit[],
  of: Pick<PublicationOrder, 'replace' | 'correction_reason'> & {
    publication: number;
    published_at: string;
    rested: Awaited<ReturnType<typeof restOnDrafts>>;
  },
): Promise<Stored> {
  const { publication, published_at, replace, rested } = of;
  const published: Published[] = [];
  const stored = new Map<string, NewAudit>();
  const before = new Map<string, CurrentAudit>();
  let wrote: readonly AuditRow[] | undefined;
  let ended = false;
  for (let from = 0; from < audits.length; from += BATCH_ROWS) {
    const batch = audits.slice(from, from + BATCH_ROWS);
    const currents = await currentAuditsOf(tx, [...new Set(batch.map(({ slug }) => slug))]);
    const rows = new Map<string, AuditRow>();
    for (const audit of batch) {
      const { slug, company, audit_date, overall_score, tier } = audit;
      const current = currents.get(slug);
      if (current && (current.fictional === 1) !== isFictional(audit)) throw otherKind(slug);
      const replaces = current !== undefined && isReplacement(current, audit, replace);
      if (current && replaces) {
        ended = true;
        const row = rows.get(current.audit_id);
        if (row) row.replaced_at = published_at;
        else await replaceAudit(tx, current.audit_id, published_at);
      }
      const audit_id = ctx.newId('aud');
      const { job_id = null, receipts = null, reviewed_by = null, business = null } = rested.get(slug) ?? {};
      const ids = { audit_id, publication, published_at };
      const row = auditRow(audit, ctx.rubrics, ids, {
        ...{ job_id, receipts, reviewed_by, business },
        correction_reason: (replaces && of.correction_reason) || null,
      });
      rows.set(audit_id, row);
      currents.set(slug, row);
      const score_before = current?.overall_score ?? null;
      published.push({ slug, company, audit_date, overall_score, tier, fictional: isFictional(audit), score_before });
      if (current && !stored.has(slug)) before.set(slug, current);
      stored.set(slug, { audit, audit_id });
    }
    wrote = [...rows.values()];
    await insertAudits(tx, wrote);
  }
  const all = !ended && audits.length <= BATCH_ROWS;
  return { published, stored, reaudits: await newsOf(tx, before, stored), wrote: all ? wrote : undefined };
}

/** Beside one another they have slugs of their own (decision 105). */
const otherKind = (slug: string) =>
  new Fault(
    'conflict',
    `${slug}: one of the two companies of this slug is fictional and one is not; rename or remove one.`,
  );

/** Whether an audit replaces the current one, which has the same date (decision 10). Faults: conflict. */
function isReplacement(current: CurrentAudit, { slug, audit_date }: Audit, replace: boolean): boolean {
  if (current.audit_date > audit_date)
    throw new Fault(
      'conflict',
      `${slug}: there is already an audit dated ${current.audit_date}, and the one dated ${audit_date} is older.`,
    );
  if (current.audit_date < audit_date) return false;
  if (!replace)
    throw new Fault(
      'conflict',
      `${slug}: there is already an audit dated ${audit_date}; use --replace (replace: true) to replace it.`,
    );
  return true;
}

/**
 * What watchers hear of: several audits of one company in one publication make one letter, about the audit before them
 * and the last (decision 28).
 *
 * @param before the audits that were current before the publication; new companies have none
 */
async function newsOf(
  tx: Tx,
  before: ReadonlyMap<string, CurrentAudit>,
  stored: ReadonlyMap<string, NewAudit>,
): Promise<Reaudit[]> {
  const news: Reaudit[] = [];
  for (const [slug, { audit, audit_id }] of stored) {
    const current = before.get(slug);
    if (current && (await isNews(tx, current, audit)))
      news.push({ slug, audit_id, audit_id_before: current.audit_id, score_before: current.overall_score });
  }
  return news;
}

/** Whether watchers get a letter: for every new audit, and for a correction that changed a score (decision 28). */
async function isNews(tx: Tx, current: CurrentAudit, audit: Audit): Promise<boolean> {
  if (current.audit_date !== audit.audit_date) return true;
  const replaced = await auditById(tx, current.audit_id);
  return !replaced || auditChanges(replaced, audit).criteria.length > 0;
}
