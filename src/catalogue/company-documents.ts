import { compressLazily, type Document, makeDocument } from '../documents/document.ts';
import type { Audit } from '../domain/audit/audit.ts';
import type { DocumentCache } from './document-cache.ts';
import { JSON_TYPE } from './index-document.ts';
import { type Company, findCompany, type Leaderboard, type StoredAudit } from './leaderboard.ts';
import type { RecordStore } from './record-store/record-store.ts';

/**
 * The documents of single companies, made when they are asked for: the record, every audit at its date, the history
 * (decision 45).
 *
 * Bytes are cut and joined, never serialised again: a record is the stored JSON with the rank put in as its last
 * member.
 */
type CompanyDocuments = {
  /** The document at a path; undefined when there is none. */
  at(path: string): Document | undefined;
  /** Like `at`, but nothing is kept: for whoever walks through all of them. */
  passing(path: string): Document | undefined;
};

const PREFIX = '/api/audits/';
const PATH = /^\/api\/audits\/([a-z0-9-]{1,64})(?:\.json|\/(?:(history)|(\d{4}-\d\d-\d\d))\.json)$/;

/** What a document shows. `content` is a new object whenever that changed. */
type DocumentSource = { content: object; rank: number; modified: Date; make(): Buffer };

export function companyDocuments(of: {
  leaderboard: Leaderboard;
  records: RecordStore;
  cache: DocumentCache;
  modified: Date;
  rank(company: Company): number;
}): CompanyDocuments {
  const { leaderboard, records, cache } = of;
  const seen = Symbol('snapshot');

  function shown(path: string): DocumentSource | undefined {
    const [, slug = '', history, date] = PATH.exec(path) ?? [];
    const company = findCompany(leaderboard, slug);
    if (!company) return undefined;
    if (history)
      return {
        content: company.audits,
        rank: 0,
        modified: newest(company.audits),
        make: () => historyOf(company, records),
      };
    if (!date) {
      const rank = of.rank(company);
      const current = company.audits.at(-1) as StoredAudit;
      return { content: current, rank, modified: of.modified, make: () => withRank(records.read(current), rank) };
    }
    const audit = company.audits.find(({ audit_date }) => audit_date === date);
    if (!audit) return undefined;
    const modified = new Date(audit.published_at);
    return { content: audit, rank: 0, modified, make: () => withRank(records.read(audit), null) };
  }

  const finish = ({ make, modified }: DocumentSource) =>
    compressLazily(makeDocument(make(), { content_type: JSON_TYPE, modified, scores: true }));

  return {
    at(path) {
      if (!path.startsWith(PREFIX)) return undefined;
      const kept = cache.get(path);
      if (kept?.seen === seen) return kept.document;
      const now = shown(path);
      if (!now) return undefined;
      if (kept?.content === now.content && kept.rank === now.rank) {
        // Bytes, tag and encodings are as they were; only the time may be another.
        if (kept.document.modified.getTime() !== now.modified.getTime())
          kept.document = { ...kept.document, modified: now.modified };
        kept.seen = seen;
        return kept.document;
      }
      const document = finish(now);
      cache.set(path, { content: now.content, rank: now.rank, document, seen });
      return document;
    },
    passing(path) {
      const now = shown(path);
      return now && finish(now);
    },
  };
}

/** The stored JSON with `rank` as its last member (spec 2.2). */
function withRank(record: Buffer, rank: number | null): Buffer {
  return Buffer.concat([record.subarray(0, -1), Buffer.from(`,"rank":${rank}}`)]);
}

const newest = (audits: readonly StoredAudit[]) =>
  new Date(Math.max(...audits.map(({ published_at }) => Date.parse(published_at))));

/** Every standing audit of a company, oldest first, without evidence and texts (decision 45). */
function historyOf({ company, slug, audits }: Company, records: RecordStore): Buffer {
  const rows = audits.map((standing) => {
    const audit = JSON.parse(records.read(standing).toString()) as Audit;
    const { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars } = audit;
    const criteria = audit.criteria.map(({ id, pillar, name, score, max }) => ({ id, pillar, name, score, max }));
    const detail_json = `${PREFIX}${slug}/${audit_date}.json`;
    return { audit_date, overall_score, tier, tier_as_published, rubric_version, pillars, criteria, detail_json };
  });
  return Buffer.from(JSON.stringify({ company, slug, count: rows.length, audits: rows }));
}
