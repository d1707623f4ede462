import { type Audit, type AuditRecord, daysAfter, isStale } from '@readymark/rubric/audit/audit';
import { briefOf } from '@readymark/rubric/audit/brief';
import { type AuditHistory, selectionView, withReplies } from '@readymark/rubric/audit/views';
import { compressLazily, type Document, makeDocument, readyDocument } from '../../documents/document.ts';
import { type Correction, correctionText } from '../../domain/audit/correction.ts';
import { detailPath } from '../../domain/leaderboard.ts';
import { replyStates } from '../../domain/replies/reply-states.ts';
import type { StoredAudit } from '../board/company-row.ts';
import type { DocumentFamily } from '../document-family.ts';
import { type Company, findCompany, type Leaderboard } from '../leaderboard.ts';
import type { RecordRef, RecordStore } from '../record-store/record-store.ts';
import type { ShownCorrections } from '../replies/shown-corrections.ts';
import type { ShownReplies } from '../replies/shown-replies.ts';
import { JSON_TYPE } from './index-document.ts';
import { QUOTATION_RIGHTS } from './quotations.ts';
import { repliesPath } from './replies-document.ts';

/** What the documents of companies are made from. */
type CompanySource = {
  leaderboard: Leaderboard;
  records: RecordStore;
  /** When the newest publication was made. */
  modified: Date;
  replies: ShownReplies;
  corrections: ShownCorrections;
  rank(company: Company): number;
  /** All companies in leaderboard order. */
  companies(): Iterable<Company>;
  now(): Date;
};

/**
 * The families of documents of single companies (decisions 45 and 63).
 *
 * Bytes are cut and joined, never serialised again: a record is the stored JSON with the rank added as its last member.
 */
export const companyFamilies = (from: CompanySource): DocumentFamily[] => [
  recordFamily(from),
  historyFamily(from),
  pastAuditFamily(from),
  viewFamily(from),
  receiptsFamily(from),
];

/** `/api/audits/{slug}.json`: the current record, with its rank. */
function recordFamily({
  leaderboard,
  records,
  modified,
  replies,
  rank: rankOf,
  companies,
}: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const company = companyAt(leaderboard, /^\/api\/audits\/([a-z0-9-]{1,64})\.json$/.exec(path));
      if (!company) return undefined;
      const rank = rankOf(company);
      const said = replies.companies.get(company.slug);
      return {
        content: company,
        ...(said && { beside: said }),
        rank,
        modified,
        make: () => {
          const document = recordDocument(records, company.record, rank, modified);
          const links = [
            ...(company.receipts ? [receiptsLink(company.slug)] : []),
            ...(said ? [repliesLink(company.slug)] : []),
          ];
          return links.length ? { ...document, headers: { link: links.join(', ') } } : document;
        },
      };
    },
    *all() {
      for (const { slug } of companies()) yield detailPath(slug);
    },
  };
}

/** `/api/audits/{slug}/history.json`: every current audit of a company. */
function historyFamily({ leaderboard, records, corrections, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const company = companyAt(leaderboard, /^\/api\/audits\/([a-z0-9-]{1,64})\/history\.json$/.exec(path));
      if (!company) return undefined;
      const modified = newest(company.audits);
      return {
        content: company,
        rank: 0,
        modified,
        make: () =>
          compressLazily(
            makeDocument(historyOf(company, records, corrections.get(company.slug)), {
              content_type: JSON_TYPE,
              modified,
              scores: true,
            }),
          ),
      };
    },
    *all() {
      for (const { slug } of companies()) yield historyPath(slug);
    },
  };
}

/** `/api/audits/{slug}/{audit_date}.json`: an audit as it was published, without a rank. */
function pastAuditFamily({ leaderboard, records, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const parts = /^\/api\/audits\/([a-z0-9-]{1,64})\/(\d{4}-\d\d-\d\d)\.json$/.exec(path);
      const company = companyAt(leaderboard, parts);
      const audit = company?.audits.find(({ audit_date }) => audit_date === parts?.[2]);
      if (!company || !audit) return undefined;
      const modified = new Date(audit.published_at);
      return {
        content: company,
        rank: 0,
        modified,
        make: () => recordDocument(records, audit.record, null, modified),
      };
    },
    *all() {
      for (const { slug, audits } of companies())
        for (const { audit_date } of audits) yield pastAuditPath(slug, audit_date);
    },
  };
}

/**
 * `/api/audits/{slug}/brief.json` and one document per pillar, `/api/audits/{slug}/P1.json`: parts of the current audit
 * (decision 63). They say whether the score is stale, so they may change at midnight (UTC) without a publication.
 */
function viewFamily({
  leaderboard,
  records,
  modified,
  replies,
  rank: rankOf,
  companies,
  now,
}: CompanySource): DocumentFamily {
  /** The audit that was read last: an export asks for all documents of a company in a row. */
  let last: { of: Company; audit: Audit } | undefined;
  const recordOf = (of: Company, rank: number): AuditRecord => {
    if (last?.of !== of) last = { of, audit: JSON.parse(records.read(of.record).toString()) as Audit };
    return { ...last.audit, rank };
  };
  return {
    on_demand: true,
    match(path) {
      const parts = /^\/api\/audits\/([a-z0-9-]{1,64})\/(brief|P\d{1,2})\.json$/.exec(path);
      const company = companyAt(leaderboard, parts);
      const view = parts?.[2];
      if (!company || view === undefined) return undefined;
      if (view !== 'brief' && !Object.hasOwn(company.pillar_scores, view)) return undefined;
      const { reaudit_due } = company;
      const rank = rankOf(company);
      const stale = isStale(reaudit_due, now().toISOString().slice(0, 10));
      const since = stale ? later(modified, new Date(daysAfter(reaudit_due, 1))) : modified;
      const beside = replies.companies.get(company.slug);
      return {
        content: company,
        ...(beside && { beside }),
        rank,
        stale,
        modified: since,
        make() {
          const record = recordOf(company, rank);
          const part = view === 'brief' ? briefOf(record, stale) : selectionView(record, stale, { pillar: view });
          const { slug, audit_date } = record;
          const shown = withReplies(
            part,
            beside && { replies_json: repliesPath(slug), states: replyStates(beside.replies, audit_date) },
          );
          const of = { content_type: JSON_TYPE, modified: since, scores: true };
          return compressLazily(makeDocument(JSON.stringify(shown), of));
        },
      };
    },
    *all() {
      for (const { slug, pillar_scores } of companies())
        for (const view of ['brief', ...Object.keys(pillar_scores)]) yield viewPath(slug, view);
    },
  };
}

/**
 * `/api/audits/{slug}/evidence.json`: what the current audit rests on (decision 90); none for an audit that was written by
 * hand. It quotes pages of others, so it does not carry the licence of scores (decision 172).
 */
function receiptsFamily({ leaderboard, records, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const company = companyAt(leaderboard, /^\/api\/audits\/([a-z0-9-]{1,64})\/evidence\.json$/.exec(path));
      const receipts = company?.receipts;
      if (!company || !receipts) return undefined;
      const modified = new Date(company.audits.at(-1)?.published_at ?? 0);
      const of = { content_type: JSON_TYPE, modified, scores: false, headers: { link: QUOTATION_RIGHTS } };
      return {
        content: company,
        rank: 0,
        modified,
        make: () => compressLazily(makeDocument(records.read(receipts), of)),
      };
    },
    *all() {
      for (const { slug, receipts } of companies()) if (receipts) yield receiptsPath(slug);
    },
  };
}

export const receiptsPath = (slug: string) => `/api/audits/${slug}/evidence.json`;

/** Links of a record that has receipts, and of one whose company has replied. */
const receiptsLink = (slug: string) => `<${receiptsPath(slug)}>; rel="describedby"; type="application/json"`;
const repliesLink = (slug: string) => `<${repliesPath(slug)}>; rel="replies"; type="application/json"`;

const later = (a: Date, b: Date) => (a > b ? a : b);

const companyAt = (leaderboard: Leaderboard, parts: RegExpExecArray | null) =>
  parts?.[1] === undefined ? undefined : findCompany(leaderboard, parts[1]);

/** The path of a part of a company's current audit. @param view `brief`, or the id of a pillar */
export const viewPath = (slug: string, view: string) => `/api/audits/${slug}/${view}.json`;

export const historyPath = (slug: string) => `/api/audits/${slug}/history.json`;

/** The path of one audit by its date. */
export const pastAuditPath = (slug: string, audit_date: string) => `/api/audits/${slug}/${audit_date}.json`;

/** The document of a record: as it is stored, with the rank added (spec 2.2, decision 5). */
function recordDocument(records: RecordStore, ref: RecordRef, rank: number | null, modified: Date): Document {
  const { tag, record } = records.withRank(ref, rank);
  return readyDocument(record, { content_type: JSON_TYPE, tag, modified, scores: true });
}

const newest = (audits: readonly StoredAudit[]) =>
  new Date(Math.max(...audits.map(({ published_at }) => Date.parse(published_at))));

/** Every current audit of a company, oldest first, without evidence and texts (decision 45). */
function historyOf(
  { company, slug, audits, fictional }: Company,
  records: RecordStore,
  corrections: readonly Correction[] = [],
): Buffer {
  const rows = audits.map((stored) => {
    const audit = JSON.parse(records.read(stored.record).toString()) as Audit;
    const { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars } = audit;
    const criteria = audit.criteria.map(({ id, pillar, name, score, max }) => ({ id, pillar, name, score, max }));
    const detail_json = pastAuditPath(slug, audit_date);
    const corrected = corrections.filter((one) => one.audit_date === audit_date).map(correctionText);
    const row = { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars, criteria, detail_json };
    return { ...row, ...(corrected.length > 0 && { corrections: corrected }) };
  });
  const history: AuditHistory = { company, slug, count: rows.length, audits: rows, ...(fictional && { fictional }) };
  return Buffer.from(JSON.stringify(history));
}
