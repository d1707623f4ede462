import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import type { Audit } from '@readymark/rubric/audit/audit';
import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import { businessKinds } from '@readymark/rubric/ladder';
import type { PublishedAudit } from '../domain/audit/published.ts';
import { receiptsJson } from '../domain/auditing/receipts.ts';
import { compareEntries, detailPath } from '../domain/leaderboard.ts';
import { openSpreads } from '../domain/spreads.ts';
import { type Company, compareNames, type Leaderboard, type StoredAudit, shardOf } from './leaderboard.ts';
import type { RecordRef, RecordStore } from './record-store/record-store.ts';
import { searchGroup } from './search/search.ts';
import { updatedList } from './sorted-list.ts';
import type { TimeSlicer } from './time-slicer.ts';

/** What lists show of an audit. */
export type ListedAudit = Omit<
  PublishedAudit,
  'record' | 'criterion_scores' | 'receipts' | 'reviewed_by' | 'business' | 'publication'
>;

/** Where no record is. */
const NOWHERE: RecordRef = { chunk: { bytes: undefined, offset: 0 }, at: 0, length: 0, size: 0 };
const NO_POINTS = criterionScores('{}');

/** Adds audits to a leaderboard, removes companies, and returns a new one; the base is not changed. */
export class LeaderboardBuilder {
  readonly #base: Leaderboard;
  readonly #records: RecordStore;
  readonly #detail: (slug: string) => string;
  readonly #shards: ReadonlyMap<string, Company>[];
  readonly #copies = new Map<number, Map<string, Company>>();
  readonly #removed = new Map<number, Set<Company>>();
  readonly #added = new Map<number, Set<Company>>();
  readonly #interned = new Map<string, string>();
  readonly #spreads: ReturnType<typeof openSpreads>;
  #companies: number;
  #fictional: number;

  /** @param detail the path of the record that the index names for a company */
  constructor(base: Leaderboard, records: RecordStore, detail: (slug: string) => string = detailPath) {
    this.#base = base;
    this.#records = records;
    this.#detail = detail;
    this.#shards = [...base.shards];
    this.#companies = base.companies;
    this.#fictional = base.fictional;
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
      const { audit_id, audit_date, published_at } = audit;
      const ids = { audit_id, audit_date, published_at, rubric: this.#intern(audit.rubric) };
      this.#put(audit, { ...ids, ...NO_POINTS, ...NOWHERE, receipts: undefined, business: undefined });
      await slicer();
    }
  }

  #put(audit: ListedAudit, stored: StoredAudit): void {
    const shard = this.#shard(audit.slug);
    const before = shard.get(audit.slug);
    const after = this.#with(before, audit, stored);
    shard.set(audit.slug, after);
    if (before) this.#remove(before);
    this.#count(after, 1);
    collect(this.#added, after.overall_score).add(after);
  }

  /** Removes a company with all its audits, if there is one: it was retracted, or has another slug now. */
  async remove(slug: string, slicer: TimeSlicer): Promise<void> {
    const shard = this.#shard(slug);
    const company = shard.get(slug);
    if (!company) return;
    shard.delete(slug);
    this.#remove(company);
    await slicer();
  }

  /** The new leaderboard. Call it once, after the last change. */
  async finish(slicer: TimeSlicer): Promise<Leaderboard> {
    const buckets = new Map(this.#base.buckets);
    for (const score of new Set([...this.#removed.keys(), ...this.#added.keys()])) {
      const removed = this.#removed.get(score);
      const remaining = (buckets.get(score)?.companies ?? []).filter((company) => !removed?.has(company));
      // Sorting two sorted runs costs about one comparison per company.
      const added = [...(this.#added.get(score) ?? [])].sort(compareEntries);
      await slicer();
      const companies = [...remaining, ...added].sort(compareEntries);
      const tiers = new Map<string, number>();
      for (const { tier } of companies) tiers.set(tier, (tiers.get(tier) ?? 0) + 1);
      if (companies.length)
        buckets.set(score, {
          ...searchGroup(companies),
          tiers,
          fictional: companies.filter(({ fictional }) => fictional).length,
          bytes: companies.reduce((sum, company) => sum + company.entry_bytes, 0),
        });
      else buckets.delete(score);
      await slicer();
    }
    const change = { removed: membersOf(this.#removed), added: membersOf(this.#added) };
    const by_name = await updatedList(this.#base.by_name, change, compareNames, slicer);
    const counts = { companies: this.#companies, fictional: this.#fictional, spreads: this.#spreads.finish() };
    return { shards: this.#shards, buckets, by_name, ...counts };
  }

  /** The shard of a slug, copied before its first change. */
  #shard(slug: string): Map<string, Company> {
    const number = shardOf(slug);
    const copied = this.#copies.get(number);
    if (copied) return copied;
    const copy = new Map(this.#base.shards[number]);
    this.#copies.set(number, copy);
    this.#shards[number] = copy;
    return copy;
  }

  #remove(company: Company): void {
    this.#count(company, -1);
    if (this.#added.get(company.overall_score)?.delete(company)) return;
    collect(this.#removed, company.overall_score).add(company);
  }

  /** Counts a company in, or out. */
  #count(company: Company, by: 1 | -1): void {
    this.#companies += by;
    this.#fictional += by * Number(company.fictional);
    this.#spreads.count(company, by);
  }

  /** Stores the record of an audit. */
  #stored(audit: PublishedAudit): StoredAudit {
    if (!audit.record.startsWith('{"') || !audit.record.endsWith('}'))
      throw new Error(`audit ${audit.audit_id} is not stored as a JSON object`);
    return {
      audit_id: audit.audit_id,
      audit_date: this.#intern(audit.audit_date),
      published_at: this.#intern(audit.published_at),
      rubric: this.#intern(audit.rubric),
      ...criterionScores(audit.criterion_scores),
      ...this.#records.add(audit.record),
      business: kindOf(audit.business),
      receipts: audit.receipts === null ? undefined : this.#records.add(receiptsOf(audit, audit.receipts)),
    };
  }

  /** The company after an audit was added to it. */
  #with(before: Company | undefined, audit: ListedAudit, stored: StoredAudit): Company {
    const { audit_id, audit_date } = stored;
    const others = before?.audits.filter((other) => other.audit_date !== audit_date) ?? [];
    const audits = others.length
      ? [...others, stored].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1))
      : [stored];
    if (before && audits.at(-1) !== stored) return { ...before, audits };
    const { slug, company, website, overall_score } = audit;
    const fictional = audit.fictional === 1;
    const tier = this.#intern(audit.tier);
    const pillar_scores = JSON.parse(audit.pillar_scores) as Record<string, number>;
    const entry = JSON.stringify({
      company,
      slug,
      overall_score,
      tier,
      pillar_scores,
      detail_json: this.#detail(slug),
      ...(fictional && { fictional }),
    }).slice(1);
    return {
      slug,
      company,
      website,
      overall_score,
      tier,
      rubric: this.#intern(audit.rubric),
      audit_id,
      audit_date,
      reaudit_due: this.#intern(audit.reaudit_due),
      pillar_scores,
      fictional,
      business: stored.business,
      criterion_ids: stored.criterion_ids,
      criterion_scores: stored.criterion_scores,
      owner: ownerOf(siteOf(website)),
      entry,
      entry_bytes: Buffer.byteLength(entry),
      audits,
    };
  }

  /** Each row from the store has its own copy of every text, though few of them differ: keeps one copy of each. */
  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

/** The receipts of an audit as they are published (decision 90). */
function receiptsOf({ company, slug, audit_date, record, reviewed_by }: PublishedAudit, stored: string): string {
  const { rubric_version } = JSON.parse(record) as Audit;
  return receiptsJson({ company, slug, audit_date, rubric_version, reviewed_by }, stored);
}

/** Undefined where nobody said one, or a name that is known no more. */
const kindOf = (business: string | null) => businessKinds.find((kind) => kind === business);

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
