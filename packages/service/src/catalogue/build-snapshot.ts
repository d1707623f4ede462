import { ownerOf, sameSite, siteOf } from '@readymark/auditor/site-owner';
import type { Audit, AuditRecord } from '@readymark/rubric/audit/audit';
import type { Document } from '../documents/document.ts';
import type { Receipts } from '../domain/auditing/receipts.ts';
import { type FormerSlugs, formerSlug } from '../domain/companies/former-slug.ts';
import { compareEntries, detailPath } from '../domain/leaderboard.ts';
import { findIn } from './board/shards.ts';
import { companyFamilies } from './families/company-documents.ts';
import { indexFamily } from './families/index-document.ts';
import { repliesFamily } from './families/replies-document.ts';
import { type RubricSource, rubricFamily, rubricVersion } from './families/rubric-documents.ts';
import { type DocumentCache, snapshotDocuments } from './families/snapshot-documents.ts';
import {
  type Company,
  findCompany,
  type Leaderboard,
  rankedBuckets,
  rankedScores,
  rankedSpread,
} from './leaderboard.ts';
import type { RecordRef, RecordStore } from './record-store/record-store.ts';
import type { ShownCorrections } from './replies/shown-corrections.ts';
import type { ShownReplies } from './replies/shown-replies.ts';
import type { Entry, Listed, Snapshot } from './snapshot.ts';

type SnapshotParts = {
  version: number;
  modified: Date;
  leaderboard: Leaderboard;
  /** What ranks and counts go by, where that is more than this leaderboard. */
  place?: Pick<Snapshot, 'ranked' | 'scores' | 'spread'>;
  former: FormerSlugs;
  replies: ShownReplies;
  corrections: ShownCorrections;
  index: Document;
  records: RecordStore;
  cache: DocumentCache;
  rubrics: RubricSource;
  now(): Date;
  /** The path of the record that an entry names. */
  detail?: (slug: string) => string;
};

/**
 * The snapshot of a leaderboard. Cheap: everything large is made on demand, except the index, which `makeIndex` made
 * from the same leaderboard.
 */
export function snapshotOf({
  version,
  modified,
  leaderboard,
  place,
  former,
  replies,
  corrections,
  index,
  records,
  cache,
  rubrics,
  now,
  detail = detailPath,
}: SnapshotParts): Snapshot {
  const scores = place?.scores ?? rankedScores(leaderboard);
  const buckets = rankedBuckets(leaderboard, scores);
  const groups = buckets.flatMap(({ bucket }) => bucket.groups);
  const ranks = new Map(buckets.map(({ score, rank }) => [score, rank]));
  const rank = (company: Company) => ranks.get(company.overall_score) ?? 0;
  const documents = snapshotDocuments(
    [
      indexFamily(index),
      rubricFamily(rubrics, modified),
      ...companyFamilies({ leaderboard, records, modified, replies, corrections, rank, companies, now }),
      repliesFamily(leaderboard, replies, companies),
    ],
    cache,
    now,
  );
  function* companies() {
    for (const { companies } of groups) yield* companies;
  }
  let in_order: readonly Company[] | undefined;
  const ofListed = <T>(slug: string, found: readonly T[] | undefined): readonly T[] =>
    (found && findCompany(leaderboard, slug) && found) ?? [];
  /** Every company that a snapshot gives out is one of these. */
  const own = (listed: Listed) => listed as Company;
  const entryOfListed = (listed: Listed) => entryOf(own(listed), rank(own(listed)), detail(listed.slug));

  return {
    version,
    modified,
    count: leaderboard.companies,
    rubric_version: rubricVersion(leaderboard, rubrics),
    ranked:
      place?.ranked ??
      leaderboard.companies - (leaderboard.fictional < leaderboard.companies ? leaderboard.fictional : 0),
    get companies() {
      in_order ??= groups.flatMap(({ companies }) => companies);
      return in_order;
    },
    groups,
    by_name: leaderboard.by_name,
    entryOf: entryOfListed,
    slice(from, to) {
      return this.companies.slice(from, to).map(entryOfListed);
    },
    json: (listed) => `{"rank":${rank(own(listed))},${own(listed).entry}`,
    tiers: tiersOf(buckets),
    scores,
    spread: place?.spread ?? ((rubric, business) => rankedSpread(leaderboard, rubric, business)),
    business: (slug) => findCompany(leaderboard, slug)?.business,
    entry(slug) {
      const company = findCompany(leaderboard, slug);
      return company && entryOfListed(company);
    },
    listed: (slug) => findCompany(leaderboard, slug),
    rankOf: (listed) => rank(own(listed)),
    former_slugs: former,
    former: (slug) => formerSlug(former, slug),
    atSite: (website) => findBySite(leaderboard, website),
    stored(listed) {
      const { audit_id, record } = own(listed);
      return { key: `${audit_id}/${record.check}`, size: record.size, packed: () => records.packed(record) };
    },
    ...readersOfAudits(leaderboard, records, rank),
    // Few companies have any: the others are not looked for.
    replies: (slug) => ofListed(slug, replies.companies.get(slug)?.replies),
    corrections: (slug) => ofListed(slug, corrections.get(slug)),
    outcome_days: replies.outcome_days,
    disputes_decided: replies.decided,
    publicAuditsOf: (listed) => own(listed).audits,
    document: documents.at,
    documents: documents.all,
  };
}

/** Number of companies by tier. */
function tiersOf(buckets: ReturnType<typeof rankedBuckets>): ReadonlyMap<string, number> {
  const tiers = new Map<string, number>();
  for (const { bucket } of buckets)
    for (const [tier, companies] of bucket.tiers) tiers.set(tier, (tiers.get(tier) ?? 0) + companies);
  return tiers;
}

/** Finds the company of a website: the one of its very host, else the best of those that belong to its site. */
function findBySite(leaderboard: Leaderboard, website: string): Company | undefined {
  const site = siteOf(website);
  const same = findIn(leaderboard.by_owner, ownerOf(site), ({ owner }) => owner)
    .filter((company) => sameSite(siteOf(company.website), site))
    .sort(compareEntries);
  return same.find((company) => siteOf(company.website).host === site.host) ?? same[0];
}

type AuditReaders = Pick<Snapshot, 'record' | 'receipts' | 'hasReceipts' | 'audits' | 'audit' | 'publicAudits'>;

/** What is read of the audits of one company, from the packed records. */
function readersOfAudits(
  leaderboard: Leaderboard,
  records: RecordStore,
  rank: (company: Company) => number,
): AuditReaders {
  const audit = (of: { record: RecordRef }) => JSON.parse(records.read(of.record).toString()) as Audit;
  return {
    record(slug): AuditRecord | undefined {
      const company = findCompany(leaderboard, slug);
      return company && { ...audit(company), rank: rank(company) };
    },
    receipts(slug) {
      const receipts = findCompany(leaderboard, slug)?.receipts;
      return receipts && (JSON.parse(records.read(receipts).toString()) as Receipts);
    },
    hasReceipts: (slug) => findCompany(leaderboard, slug)?.receipts !== undefined,
    audits: (slug) => (findCompany(leaderboard, slug)?.audits ?? []).map(audit),
    audit(slug, audit_date) {
      const found = findCompany(leaderboard, slug)?.audits.find((one) => one.audit_date === audit_date);
      return found && audit(found);
    },
    publicAudits: (slug) => findCompany(leaderboard, slug)?.audits ?? [],
  };
}

function entryOf(of: Company, rank: number, detail_json: string): Entry {
  const {
    company,
    slug,
    overall_score,
    tier,
    pillar_scores,
    audit_id,
    website,
    audit_date,
    reaudit_due,
    rubric,
    fictional,
  } = of;
  return {
    rank,
    company,
    slug,
    overall_score,
    tier,
    pillar_scores,
    detail_json,
    audit_id,
    website,
    audit_date,
    reaudit_due,
    rubric,
    fictional,
  };
}
