import { type Audit, sourceFile } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { parseRecord } from '@readymark/rubric/audit/format';
import { type FormerSlugs, formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { auditRow, insertAudits, replaceAudit } from '../../../store/audits.ts';
import { isKnownSlug, moveCompany, publicAudits } from '../../../store/companies/renamed-rows.ts';
import { formerSlugsNow, insertSlugChanges } from '../../../store/companies/slug-changes.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { renewCurrent } from '../../../store/kept/current-companies.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import type { AuditRow } from '../../../store/tables.ts';
import type { Context } from '../../context.ts';
import type { Change } from '../../desk-operation.ts';
import { correctDrafts } from './drafts.ts';
import { notListed, whatBecameOf } from './not-listed.ts';

/** What says who a company is. */
type Identity = Pick<Audit, 'slug' | 'company' | 'website'>;

type CorrectionOrder = {
  slug: string;
  company?: string | undefined;
  website?: string | undefined;
  new_slug?: string | undefined;
};

type Corrected = { publication: number; before: Identity; after: Identity; audits: number };

/**
 * Corrects who a listed company is, in one publication of the caller's transaction (decision 101): the current audit is
 * replaced by one with the new name and website; with a new slug every public audit is. Recorded as an action of the
 * operator on the former slug, with before and after. Faults: not_found, conflict.
 */
export async function correctIdentity(
  ctx: Context,
  tx: Tx,
  order: CorrectionOrder,
  { now, at: changed_at, record }: Change,
): Promise<Corrected> {
  const opened = await openPublication(ctx.store, tx, 'corrections', now);
  const { publication, at } = opened;
  const former = await formerSlugsNow(tx);
  const audits = await publicAudits(tx, order.slug);
  const current = audits.at(-1);
  if (!current) throw notListed(order.slug, formerSlug(former, order.slug));
  const before = { slug: current.slug, company: current.company, website: current.website };
  const after = {
    slug: order.new_slug ?? before.slug,
    company: order.company ?? before.company,
    website: order.website ?? before.website,
  };
  const moves = after.slug !== before.slug;
  if (!moves && after.company === before.company && after.website === before.website)
    throw new Fault('conflict', `${before.slug}: it has this name, website and slug already.`);
  if (moves) await refuseTaken(tx, former, before.slug, after.slug);
  const replaced = moves ? audits : [current];
  const rows = replaced.map((row) => {
    const { slug, company, website } = row === current ? after : { ...row, slug: after.slug };
    return corrected(ctx, row, { slug, company, website }, { publication, published_at: at });
  });
  for (const { audit_id } of replaced) await replaceAudit(tx, audit_id, at);
  await insertAudits(tx, rows);
  if (moves) {
    await moveCompany(tx, before.slug, after.slug, changed_at);
    const change = { publication, slug: before.slug, change: 'moved', moved_to: after.slug, reason: null };
    await insertSlugChanges(tx, [change]);
  }
  await renewCurrent(tx, [before.slug, after.slug]);
  await correctDrafts(tx, after);
  await record(before.slug, { publication, before, after });
  await closePublication(ctx, tx, opened);
  return { publication, before, after, audits: rows.length };
}

/** Faults: conflict, for a slug that is or was that of another company. */
async function refuseTaken(tx: Tx, former: FormerSlugs, slug: string, wanted: string): Promise<void> {
  const was = formerSlug(former, wanted);
  // Its own former one.
  if (was && 'moved_to' in was && was.moved_to === slug) return;
  if (was) throw new Fault('conflict', `${wanted} is taken: ${whatBecameOf(was)}. Choose another slug.`);
  if (await isKnownSlug(tx, wanted))
    throw new Fault('conflict', `${wanted} is taken: it is the slug of another company. Choose another slug.`);
}

/** An audit with other words for who the company is, as a row of its own. */
function corrected(
  ctx: Context,
  row: AuditRow,
  identity: Identity,
  of: { publication: number; published_at: string },
): AuditRow {
  const audit = { ...parseRecord(row), ...identity, source_file: sourceFile(identity.slug, row.audit_date) };
  const checked = checkAudit(audit, ctx.rubrics);
  if (!('audit' in checked))
    throw new Fault('conflict', `${row.slug}: the audit of ${row.audit_date} is not valid; run \`readymark doctor\`.`);
  const { receipts, reviewed_by, job_id, business, correction_reason } = row;
  return auditRow(
    checked.audit,
    ctx.rubrics,
    { ...of, audit_id: ctx.newId('aud') },
    {
      ...{ receipts, reviewed_by, job_id, business, correction_reason },
    },
  );
}
