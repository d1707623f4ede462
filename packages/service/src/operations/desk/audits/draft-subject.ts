import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import type { Audit } from '@readymark/rubric/audit/audit';
import { type DraftSubject, slugOf } from '@readymark/rubric/audit/draft';
import { slugIssue } from '@readymark/rubric/field';
import { publishableRubrics, type Rubric } from '@readymark/rubric/rubric';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import { companyAtSite, lastWebsite, latestAudits } from '../../../store/desk-audits.ts';
import { findRequest } from '../../../store/requests.ts';
import type { AuditRequestRow } from '../../../store/tables.ts';
import type { Context } from '../../context.ts';
import { auditsOfCompany } from '../companies/not-listed.ts';

type Named = Pick<DraftSubject, 'company' | 'website'>;

/** Whom an audit is about: a company with its last audit, and the request that asks for it. */
export type AuditSubject = { company: DraftSubject; last: Audit | undefined; request: AuditRequestRow | undefined };

/**
 * A listed company by its slug or a former one, or whom a request is about: a request for the site of a listed company is
 * about that company. Faults: not_found; conflict for a retracted company.
 */
export const auditSubject = (ctx: Context, subject: string): Promise<AuditSubject> =>
  subject.startsWith('req_') ? ofRequest(ctx, subject) : ofSlug(ctx, subject);

/**
 * A company that nobody requested and that was never audited, under the slug of its name. Faults: conflict, when a company
 * is listed at its site already.
 */
export async function newSubject(ctx: Context, { company, website }: Named): Promise<AuditSubject> {
  const site = new URL(website).hostname;
  const known = await companyAtSite(ctx.store.db, site);
  if (known !== undefined)
    throw new Fault('conflict', `A company is listed at this site already: draft the next audit of ${known}.`);
  const slug = await newSlug(ctx, company, website);
  return { company: { company, website, slug }, last: undefined, request: undefined };
}

/** A slug that nobody has, for a company with this name. */
export const newSlug = (ctx: Context, company: string, website: string): Promise<string> =>
  freeSlug(ctx, slugOf(company) || slugOf(new URL(website).hostname), website);

async function ofSlug(ctx: Context, slug: string): Promise<AuditSubject> {
  const [last] = await auditsOfCompany(ctx.store.db, slug, 1);
  if (!last)
    throw new Fault(
      'not_found',
      'There is no company with this slug and no request with this id; a new company needs a request, or its name and website.',
    );
  return { company: last, last, request: undefined };
}

async function ofRequest(ctx: Context, request_id: string): Promise<AuditSubject> {
  const { db } = ctx.store;
  const request = await findRequest(db, request_id);
  if (!request) throw new Fault('not_found', 'There is no request with this id.');
  const known = await companyAtSite(db, request.site);
  const [last] = known === undefined ? [] : await latestAudits(db, known, 1);
  if (last) return { company: last, last, request };
  const { company, website, site } = request;
  const slug = await freeSlug(ctx, slugOf(company) || slugOf(site), website);
  return { company: { company, website, slug }, last: undefined, request };
}

/**
 * The slug, with a number appended when another company has or had it (decision 101). A retracted company of the same
 * site keeps its own.
 */
async function freeSlug({ store: { db } }: Context, slug: string, website: string): Promise<string> {
  const wanted = slugIssue(slug) === undefined ? slug : 'company';
  const former = await formerSlugsNow(db);
  const owner = ownerOf(siteOf(website));
  for (let number = 1; ; number++) {
    const tried = number === 1 ? wanted : `${wanted.slice(0, 58)}-${number}`;
    const was = former.get(tried);
    if (was === undefined && !(await latestAudits(db, tried, 1)).length) return tried;
    const last = was && 'retracted' in was ? await lastWebsite(db, tried) : undefined;
    if (last !== undefined && ownerOf(siteOf(last)) === owner) return tried;
  }
}

/**
 * The rubric of an audit: the named one, else that of the last audit, else the newest publishable one; where the auditing
 * agent drafts it, one that has ladders. Faults: invalid_request.
 */
export function rubricFor(
  { rubrics, ladders, settings }: Context,
  version: string | undefined,
  last: Audit | undefined,
  by_hand = true,
): Rubric {
  const publishable = publishableRubrics(rubrics, settings.RUBRICS_PUBLISHABLE).filter(
    (rubric) => by_hand || ladders.has(rubric.version),
  );
  const found =
    version === undefined
      ? (publishable.find((rubric) => rubric.record_label === last?.rubric_version) ?? publishable.at(-1))
      : rubrics.get(version);
  if (found) return found;
  throw invalidFields([{ field: 'rubric', message: `must be one of ${[...rubrics.keys()].join(', ')}` }]);
}
