import { compressLazily, type Document, makeDocument, readyDocument } from '../documents/document.ts';
import type { Audit } from '../domain/audit/audit.ts';
import type { AuditHistory } from '../domain/audit/views.ts';
import { detailPath } from '../domain/leaderboard.ts';
import type { DocumentFamily } from './document-family.ts';
import { JSON_TYPE } from './index-document.ts';
import { type Company, findCompany, type Leaderboard, type StoredAudit } from './leaderboard.ts';
import type { RecordStore } from './record-store/record-store.ts';

/** What the documents of companies are made from. */
type CompanySource = {
  leaderboard: Leaderboard;
  records: RecordStore;
  /** When the newest publication was made. */
  modified: Date;
  rank(company: Company): number;
  /** All companies in leaderboard order. */
  companies(): Iterable<Company>;
};

/**
 * The families of documents of single companies (decision 45).
 *
 * Bytes are cut and joined, never serialised again: a record is the stored JSON with the rank added as its last member.
 */
export const companyFamilies = (from: CompanySource): DocumentFamily[] => [
  recordFamily(from),
  historyFamily(from),
  pastAuditFamily(from),
];

/** `/api/audits/{slug}.json`: the current record, with its rank. */
function recordFamily({ leaderboard, records, modified, rank: rankOf, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const company = companyAt(leaderboard, /^\/api\/audits\/([a-z0-9-]{1,64})\.json$/.exec(path));
      const current = company?.audits.at(-1);
      if (!company || !current) return undefined;
      const rank = rankOf(company);
      return {
        content: current,
        rank,
        modified,
        make: () => recordDocument(records, current, rank, modified),
      };
    },
    *all() {
      for (const { slug } of companies()) yield detailPath(slug);
    },
  };
}

/** `/api/audits/{slug}/history.json`: every current audit of a company. */
function historyFamily({ leaderboard, records, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const company = companyAt(leaderboard, /^\/api\/audits\/([a-z0-9-]{1,64})\/history\.json$/.exec(path));
      if (!company) return undefined;
      const modified = newest(company.audits);
      return {
        content: company.audits,
        rank: 0,
        modified,
        make: () =>
          compressLazily(
            makeDocument(historyOf(company, records), { content_type: JSON_TYPE, modified, scores: true }),
          ),
      };
    },
    *all() {
      for (const { slug } of companies()) yield `/api/audits/${slug}/history.json`;
    },
  };
}

/** `/api/audits/{slug}/{audit_date}.json`: an audit as it was published, without a rank. */
function pastAuditFamily({ leaderboard, records, companies }: CompanySource): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const parts = /^\/api\/audits\/([a-z0-9-]{1,64})\/(\d{4}-\d\d-\d\d)\.json$/.exec(path);
      const audit = companyAt(leaderboard, parts)?.audits.find(({ audit_date }) => audit_date === parts?.[2]);
      if (!audit) return undefined;
      const modified = new Date(audit.published_at);
      return {
        content: audit,
        rank: 0,
        modified,
        make: () => recordDocument(records, audit, null, modified),
      };
    },
    *all() {
      for (const { slug, audits } of companies())
        for (const { audit_date } of audits) yield pastAuditPath(slug, audit_date);
    },
  };
}

const companyAt = (leaderboard: Leaderboard, parts: RegExpExecArray | null) =>
  parts?.[1] === undefined ? undefined : findCompany(leaderboard, parts[1]);

const pastAuditPath = (slug: string, audit_date: string) => `/api/audits/${slug}/${audit_date}.json`;

/** The document of a record: as it is stored, with the rank added (spec 2.2, decision 47). */
function recordDocument(records: RecordStore, ref: StoredAudit, rank: number | null, modified: Date): Document {
  const { tag, record } = records.withRank(ref, rank);
  return readyDocument(record, { content_type: JSON_TYPE, tag, modified, scores: true });
}

const newest = (audits: readonly StoredAudit[]) =>
  new Date(Math.max(...audits.map(({ published_at }) => Date.parse(published_at))));

/** Every current audit of a company, oldest first, without evidence and texts (decision 45). */
function historyOf({ company, slug, audits }: Company, records: RecordStore): Buffer {
  const rows = audits.map((stored) => {
    const audit = JSON.parse(records.read(stored).toString()) as Audit;
    const { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars } = audit;
    const criteria = audit.criteria.map(({ id, pillar, name, score, max }) => ({ id, pillar, name, score, max }));
    const detail_json = pastAuditPath(slug, audit_date);
    return { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars, criteria, detail_json };
  });
  const history: AuditHistory = { company, slug, count: rows.length, audits: rows };
  return Buffer.from(JSON.stringify(history));
}
