import { isAboutAudits } from '@readymark/verify';
import type { Statement } from './statement.ts';

/** An audit that is published by the log: what its entry says, and the index of that. */
export type LoggedAudit = Pick<
  Statement,
  'slug' | 'publication' | 'at' | 'record_sha256' | 'rubric' | 'rubric_sha256' | 'receipts_sha256'
> & { audit_date: string; index: number };

/** By slug and date. */
export type LoggedAudits = ReadonlyMap<string, ReadonlyMap<string, LoggedAudit>>;

/**
 * Reads the entries of a log one after another, and keeps which audits are published after them (decision 140). Entries about
 * something else, also of kinds that this version does not know, change nothing, as in `verify.js`.
 */
export function openLoggedAudits(): { add(statement: Statement): void; companies: LoggedAudits } {
  const companies = new Map<string, Map<string, LoggedAudit>>();
  const by_index = new Map<number, LoggedAudit>();
  let index = 0;

  function drop(one: LoggedAudit | undefined): void {
    if (!one) return;
    by_index.delete(one.index);
    const audits = companies.get(one.slug);
    if (audits?.get(one.audit_date) === one) audits.delete(one.audit_date);
    if (audits?.size === 0) companies.delete(one.slug);
  }

  function put({ slug, audit_date, replaces, publication, at, ...said }: Statement): void {
    if (audit_date === null) return;
    const { record_sha256, rubric, rubric_sha256, receipts_sha256 } = said;
    if (replaces !== null) drop(by_index.get(replaces));
    drop(companies.get(slug)?.get(audit_date));
    const hashes = { record_sha256, rubric, rubric_sha256, receipts_sha256 };
    const one = { slug, audit_date, publication, at, ...hashes, index };
    companies.set(slug, (companies.get(slug) ?? new Map<string, LoggedAudit>()).set(audit_date, one));
    by_index.set(index, one);
  }

  return {
    add(statement) {
      const { kind, slug } = statement;
      if (kind === 'retraction') for (const one of [...(companies.get(slug)?.values() ?? [])]) drop(one);
      else if (isAboutAudits(kind)) put(statement);
      index += 1;
    },
    companies,
  };
}

/** The audits of a company, oldest first: the last one is current. */
export const inOrder = (audits: ReadonlyMap<string, LoggedAudit>): LoggedAudit[] =>
  [...audits.values()].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1));
