import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import type { Audit } from '@readymark/rubric/audit/audit';
import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import type { PublishedAudit } from '../domain/audit/published.ts';
import { receiptsJson } from '../domain/auditing/receipts.ts';
import { compareEntries, detailPath } from '../domain/leaderboard.ts';
import { openSpreads } from '../domain/spreads.ts';
import { CompanyRow, fieldsOf } from './board/company-row.ts';
import { type AuditFields, type CompanyFields, CompanyRows } from './board/company-rows.ts';
import { changedSum } from './board/entry-sum.ts';
import { ShardChanges } from './board/shards.ts';
import { updatedParts } from './board/sorted-list.ts';
import { groupOf } from './groups.ts';
import { type Company, compareNames, type Leaderboard, totalsOf } from './leaderboard.ts';
import type { RecordRef, RecordStore } from './record-store/record-store.ts';
import type { TimeSlicer } from './time-slicer.ts';

/** What lists show of an audit. */
export type ListedAudit = Omit<
  PublishedAudit,
  'record' | 'criterion_scores' | 'receipts' | 'reviewed_by' | 'business' | 'publication'
>;

/** Where no record is. */
const NOWHERE: RecordRef = { at: 0, length: 0, size: 0, check: 0 };
const NO_POINTS = criterionScores('{}');

/** Adds audits to a leaderboard, removes companies, and returns a new one; the base is not changed. */
export class LeaderboardBuilder {
  readonly #base: Leaderboard;
  readonly #records: RecordStore;
  readonly #rows: CompanyRows;
  readonly #detail: (slug: string) => string;
  readonly #by_slug: ShardChanges;
  readonly #by_owner: ShardChanges;
  readonly #removed = new Map<number, Set<Company>>();
  readonly #added = new Map<number, Set<Company>>();
  readonly #spreads: ReturnType<typeof openSpreads>;
  readonly #counts: Pick<Leaderboard, 'companies' | 'fictional' | 'row_bytes' | 'record_bytes'>;

  /**
   * @param rows where companies are written
   * @param detail the path of the record that the index names for a company
   */
  constructor(
    base: Leaderboard,
    records: RecordStore,
    rows = new CompanyRows(),
    detail: (slug: string) => string = detailPath,
  ) {
    this.#base = base;
    this.#records = records;
    this.#rows = rows;
    this.#detail = detail;
    this.#by_slug = new ShardChanges(base.by_slug);
    this.#by_owner = new ShardChanges(base.by_owner);
    const { companies, fictional, row_bytes, record_bytes } = base;
    this.#counts = { companies, fictional, row_bytes, record_bytes };
    this.#spreads = openSpreads(base.spreads);
  }

  /**
   * Adds audits; an audit of a company and date that are there already replaces the earlier one (decision 10). The order
   * of audits does not matter.
   */
  async add(audits: readonly PublishedAudit[], slicer: TimeSlicer): Promise<void> {
    for (const audit of audits) {
      this.#put(audit, this.#stored(audit));
      await slicer();
    }
  }

  /** Adds audits without their records, for lists of companies alone. */
  async addListed(audits: readonly ListedAudit[], slicer: TimeSlicer): Promise<void> {
    for (const audit of audits) {
      const { audit_id, audit_date, published_at, rubric } = audit;
      const ids = { audit_id, audit_date, published_at, rubric };
      this.#put(audit, { ...ids, ...NO_POINTS, record: NOWHERE, receipts: undefined, business: undefined });
      await slicer();
    }
  }

  /** Adds a company as it is in a row that was written before; one with its slug must be removed first. */
  adopt(company: Company): void {
    this.#add(company);
  }

  #put(audit: ListedAudit, stored: AuditFields): void {
    const before = this.#by_slug.find(audit.slug, slugOf);
    const after = new CompanyRow(this.#rows.add(this.#with(before, audit, stored)));
    if (before) this.#remove(before);
    this.#add(after);
  }

  /** Removes a company with all its audits, if there is one: it was retracted, or has another slug now. */
  async remove(slug: string, slicer: TimeSlicer): Promise<void> {
    const company = this.#by_slug.find(slug, slugOf);
    if (!company) return;
    this.#remove(company);
    await slicer();
  }

  /** What was removed from the base and what was added to it. */
  changes(): { removed: Company[]; added: Company[] } {
    return { removed: [...membersOf(this.#removed)], added: [...membersOf(this.#added)] };
  }

  /** The new leaderboard. Call it once, after the last change. */
  async finish(slicer: TimeSlicer): Promise<Leaderboard> {
    const buckets = new Map(this.#base.buckets);
    for (const score of new Set([...this.#removed.keys(), ...this.#added.keys()])) {
      const change = { removed: this.#removed.get(score) ?? [], added: this.#added.get(score) ?? [] };
      const groups = await updatedParts(buckets.get(score)?.groups ?? [], change, compareEntries, groupOf, slicer);
      if (groups.length) buckets.set(score, { groups, ...totalsOf(groups) });
      else buckets.delete(score);
      await slicer();
    }
    const change = this.changes();
    const by_name = await this.#base.by_name.with(change, compareNames, slicer);
    const sum = await changedSum(this.#base.sum, change, slicer);
    const { companies, fictional, row_bytes, record_bytes } = this.#counts;
    return {
      by_slug: this.#by_slug.finish(),
      by_owner: this.#by_owner.finish(),
      ...{ buckets, by_name, companies, fictional, spreads: this.#spreads.finish(), sum, row_bytes, record_bytes },
    };
  }

  #add(company: Company): void {
    this.#by_slug.add(company, company.slug_hash);
    this.#by_owner.add(company, company.owner_hash);
    this.#count(company, 1);
    collect(this.#added, company.overall_score).add(company);
  }

  #remove(company: Company): void {
    this.#by_slug.remove(company, company.slug_hash);
    this.#by_owner.remove(company, company.owner_hash);
    this.#count(company, -1);
    if (this.#added.get(company.overall_score)?.delete(company)) return;
    collect(this.#removed, company.overall_score).add(company);
  }

  /** Counts a company in, or out. */
  #count(company: Company, by: 1 | -1): void {
    this.#counts.companies += by;
    this.#counts.fictional += by * Number(company.fictional);
    this.#counts.row_bytes += by * company.row_bytes;
    this.#counts.record_bytes += by * company.record_bytes;
    this.#spreads.count(company, by);
  }

  /** Stores the record of an audit. */
  #stored(audit: PublishedAudit): AuditFields {
    if (!audit.record.startsWith('{"') || !audit.record.endsWith('}'))
      throw new Error(`audit ${audit.audit_id} is not stored as a JSON object`);
    return {
      audit_id: audit.audit_id,
      audit_date: audit.audit_date,
      published_at: audit.published_at,
      rubric: audit.rubric,
      ...criterionScores(audit.criterion_scores),
      record: this.#records.add(audit.record),
      business: audit.business ?? undefined,
      receipts: audit.receipts === null ? undefined : this.#records.add(receiptsOf(audit, audit.receipts)),
    };
  }

  /** The company after an audit was added to it. */
  #with(before: Company | undefined, audit: ListedAudit, stored: AuditFields): CompanyFields {
    const others = before?.audits.filter((other) => other.audit_date !== stored.audit_date) ?? [];
    const audits = others.length
      ? [...others, stored].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1))
      : [stored];
    if (before && audits.at(-1) !== stored) return fieldsOf(before, audits);
    const { slug, company, website, overall_score, tier, audit_date, reaudit_due } = audit;
    const fictional = audit.fictional === 1;
    const pillar_scores = JSON.parse(audit.pillar_scores) as Record<string, number>;
    const shown = { company, slug, overall_score, tier, pillar_scores, detail_json: this.#detail(slug) };
    const entry = JSON.stringify({ ...shown, ...(fictional && { fictional }) }).slice(1);
    const owner = ownerOf(siteOf(website));
    return {
      ...{ slug, company, website, owner, overall_score, tier, audit_date, reaudit_due, pillar_scores, fictional },
      ...{ entry, audits },
    };
  }
}

const slugOf = (company: Company) => company.slug;

/** The receipts of an audit as they are published (decision 90). */
function receiptsOf({ company, slug, audit_date, record, reviewed_by }: PublishedAudit, stored: string): string {
  const { rubric_version } = JSON.parse(record) as Audit;
  return receiptsJson({ company, slug, audit_date, rubric_version, reviewed_by }, stored);
}

function* membersOf(sets: ReadonlyMap<number, ReadonlySet<Company>>): Generator<Company> {
  for (const set of sets.values()) yield* set;
}

function collect(sets: Map<number, Set<Company>>, score: number): Set<Company> {
  const known = sets.get(score);
  if (known) return known;
  const made = new Set<Company>();
  sets.set(score, made);
  return made;
}
