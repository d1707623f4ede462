import type { Audit } from '@readymark/rubric/audit/audit';
import { totalOf } from '@readymark/rubric/audit/criterion-scores';
import { notListed } from '../../../../catalogue/search/nearest.ts';
import type { Snapshot } from '../../../../catalogue/snapshot.ts';
import { Fault } from '../../../../domain/fault.ts';
import { type AuditView, auditView } from '../audit/view.ts';
import type { PageInput } from '../page-input.ts';

/** An audit of a company by its date, without what is not kept of it. */
export type AuditDate = { audit_date: string; overall_score: number };

/** What the page of one audit by its date shows; the current audit has such a page too. */
export type PastAuditView = AuditView & {
  /** The current audit of the company: the same one on its own page. */
  current: AuditDate;
  /** The audits before and after this one; undefined at the ends. */
  earlier: AuditDate | undefined;
  later: AuditDate | undefined;
};

/** Dates that a refusal names, the newest ones: a company may have any number. */
const DATES_NAMED_MAX = 12;

/** All audits of a company, oldest first, read without a record. */
export const auditDates = (snapshot: Snapshot, slug: string): AuditDate[] =>
  snapshot.publicAudits(slug).map((one) => ({ audit_date: one.audit_date, overall_score: totalOf(one) }));

/** The audit of a date as it was published; the Fault `not_found` for an unknown company or date. */
export function pastAuditView(input: PageInput, name: string): PastAuditView | Fault {
  const [slug = '', audit_date = ''] = name.split('/');
  const { snapshot } = input;
  const dates = auditDates(snapshot, slug);
  const current = dates.at(-1);
  if (!current) return notListed(snapshot, slug);
  const record = snapshot.audit(slug, audit_date);
  if (!record) return noSuchDate(dates);
  const at = dates.findIndex((one) => one.audit_date === audit_date);
  return { ...auditView<Audit>(input, record), current, earlier: dates[at - 1], later: dates[at + 1] };
}

/** The refusal of a date on which a company has no audit: it names those that it has. */
export function noSuchDate(dates: readonly AuditDate[]): Fault {
  const named = dates.map(({ audit_date }) => audit_date).slice(-DATES_NAMED_MAX);
  const which = named.length < dates.length ? `The newest of its ${dates.length} audits are of` : 'It has audits of';
  return new Fault('not_found', `This company has no audit of that date. ${which} ${named.join(', ')}.`);
}
