import { compareEntries, detailPath } from '../domain/leaderboard.ts';
import type { RecordRef, RecordStore } from './record-store/record-store.ts';
import type { PublishedAudit } from './snapshot.ts';
import type { TimeSlicer } from './time-slicer.ts';

/**
 * Everything published, as a value: later leaderboard share with earlier ones all that did not change, so a publication
 * costs what it changes and a snapshot that is still being read stays as it was.
 */
export type Leaderboard = {
  /** Companies by slug, spread over maps by a hash of the slug. */
  shards: readonly ReadonlyMap<string, Company>[];
  /** Companies by score: the rank depends on nothing else (decision 6). */
  buckets: ReadonlyMap<number, Bucket>;
  companies: number;
};

/** Companies of one score, by name and slug. `bytes`: what their index entries take without the ranks. */
type Bucket = { companies: readonly Company[]; bytes: number };

/**
 * A company as its current audit shows it. Made anew whenever one of its audits changes, so the object stands for its
 * content.
 */
export type Company = {
  slug: string;
  company: string;
  website: string;
  overall_score: number;
  tier: string;
  rubric: string;
  audit_id: string;
  audit_date: string;
  reaudit_due: string;
  pillar_scores: Record<string, number>;
  /** Its index entry as JSON from behind the rank to the closing brace, and how many bytes that is. */
  entry: string;
  entry_bytes: number;
  /** Standing audits, oldest first. */
  audits: readonly StoredAudit[];
};

export type StoredAudit = RecordRef & { audit_id: string; audit_date: string; published_at: string };

const SHARDS = 1024;

export const emptyLeaderboard: Leaderboard = {
  shards: Array.from({ length: SHARDS }, () => new Map()),
  buckets: new Map(),
  companies: 0,
};

export function findCompany(leaderboard: Leaderboard, slug: string): Company | undefined {
  return leaderboard.shards[shardOf(slug)]?.get(slug);
}

/** Buckets from the best score down, each with its rank: 1 + how many companies score higher (1, 2, 2, 4). */
export function rankedBuckets({ buckets }: Leaderboard): { score: number; rank: number; bucket: Bucket }[] {
  let rank = 1;
  return [...buckets]
    .sort(([a], [b]) => b - a)
    .map(([score, bucket]) => {
      const standing = { score, rank, bucket };
      rank += bucket.companies.length;
      return standing;
    });
}

function shardOf(slug: string): number {
  let hash = 0;
  for (let at = 0; at < slug.length; at++) hash = (hash * 31 + slug.charCodeAt(at)) | 0;
  return hash & (SHARDS - 1);
}

/** Takes audits up on top of leaderboard, which stay as they are. */
export class LeaderboardBuilder {
  readonly #base: Leaderboard;
  readonly #records: RecordStore;
  readonly #shards: ReadonlyMap<string, Company>[];
  readonly #own = new Map<number, Map<string, Company>>();
  readonly #gone = new Map<number, Set<Company>>();
  readonly #come = new Map<number, Set<Company>>();
  readonly #interned = new Map<string, string>();
  #companies: number;

  constructor(base: Leaderboard, records: RecordStore) {
    this.#base = base;
    this.#records = records;
    this.#shards = [...base.shards];
    this.#companies = base.companies;
  }

  /**
   * Adds audits; one of a company and date that stands already takes its place (decision 10). The order of audits does
   * not matter.
   */
  async take(audits: readonly PublishedAudit[], slicer: TimeSlicer): Promise<void> {
    for (const audit of audits) {
      const shard = this.#shard(audit.slug);
      const before = shard.get(audit.slug);
      const after = this.#with(before, audit);
      shard.set(audit.slug, after);
      if (before) this.#remove(before);
      else this.#companies += 1;
      collect(this.#come, after.overall_score).add(after);
      await slicer();
    }
  }

  /** The new leaderboard. The builder is done with then. */
  async finish(slicer: TimeSlicer): Promise<Leaderboard> {
    const buckets = new Map(this.#base.buckets);
    for (const score of new Set([...this.#gone.keys(), ...this.#come.keys()])) {
      const gone = this.#gone.get(score);
      const stay = (buckets.get(score)?.companies ?? []).filter((company) => !gone?.has(company));
      // Sorting runs into each other costs about one comparison per company.
      const come = [...(this.#come.get(score) ?? [])].sort(compareEntries);
      await slicer();
      const companies = [...stay, ...come].sort(compareEntries);
      if (companies.length)
        buckets.set(score, { companies, bytes: companies.reduce((sum, company) => sum + company.entry_bytes, 0) });
      else buckets.delete(score);
      await slicer();
    }
    return { shards: this.#shards, buckets, companies: this.#companies };
  }

  #shard(slug: string): Map<string, Company> {
    const place = shardOf(slug);
    const own = this.#own.get(place);
    if (own) return own;
    const copy = new Map(this.#base.shards[place]);
    this.#own.set(place, copy);
    this.#shards[place] = copy;
    return copy;
  }

  #remove(company: Company): void {
    if (this.#come.get(company.overall_score)?.delete(company)) return;
    collect(this.#gone, company.overall_score).add(company);
  }

  #with(before: Company | undefined, audit: PublishedAudit): Company {
    if (!audit.record.startsWith('{"') || !audit.record.endsWith('}'))
      throw new Error(`audit ${audit.audit_id} is not stored as a JSON object`);
    const { audit_id } = audit;
    const audit_date = this.#intern(audit.audit_date);
    const standing = {
      audit_id,
      audit_date,
      published_at: this.#intern(audit.published_at),
      ...this.#records.hold(audit.record),
    };
    const others = before?.audits.filter((other) => other.audit_date !== audit_date) ?? [];
    const audits = others.length
      ? [...others, standing].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1))
      : [standing];
    if (before && audits.at(-1) !== standing) return { ...before, audits };
    const { slug, company, website, overall_score } = audit;
    const tier = this.#intern(audit.tier);
    const pillar_scores = JSON.parse(audit.pillar_scores) as Record<string, number>;
    const entry = JSON.stringify({
      company,
      slug,
      overall_score,
      tier,
      pillar_scores,
      detail_json: detailPath(slug),
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
      entry,
      entry_bytes: Buffer.byteLength(entry),
      audits,
    };
  }

  /** Rows from the store bring a copy of every text; few of these differ. */
  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

function collect(sets: Map<number, Set<Company>>, score: number): Set<Company> {
  const known = sets.get(score);
  if (known) return known;
  const made = new Set<Company>();
  sets.set(score, made);
  return made;
}
