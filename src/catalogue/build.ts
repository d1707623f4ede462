import type { Audit, AuditRecord } from '../domain/audit.ts';
import { compareEntries } from '../domain/leaderboard.ts';
import { compress, type Document, makeDocument } from './document.ts';
import type { Entry, PublishedAudit, Snapshot } from './snapshot.ts';

/** Everything published, by company: standing audits, oldest first. */
export type Holdings = ReadonlyMap<string, readonly PublishedAudit[]>;

/** Adds audits to holdings and gives new ones; an audit of a date that stands already replaces it (decision 10). */
export function withAudits(holdings: Holdings, audits: readonly PublishedAudit[]): Holdings {
  const next = new Map(holdings);
  for (const audit of audits) {
    const others = (next.get(audit.slug) ?? []).filter((other) => other.audit_date !== audit.audit_date);
    next.set(
      audit.slug,
      [...others, audit].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1)),
    );
  }
  return next;
}

/** Builds the snapshot of all holdings. */
export function buildSnapshot(holdings: Holdings, version: number): Snapshot {
  const current = [...holdings.values()].map((audits) => audits.at(-1) as PublishedAudit).sort(compareEntries);
  const modified = new Date(current.reduce((latest, audit) => Math.max(latest, Date.parse(audit.published_at)), 0));
  let rank = 0;
  const entries = current.map((audit, position): Entry => {
    if (current[position - 1]?.overall_score !== audit.overall_score) rank = position + 1;
    const { company, slug, overall_score, tier, audit_id, website, audit_date, reaudit_due, rubric } = audit;
    const pillar_scores = JSON.parse(audit.pillar_scores) as Record<string, number>;
    return {
      rank,
      company,
      slug,
      overall_score,
      tier,
      pillar_scores,
      detail_json: `/api/audits/${slug}.json`,
      audit_id,
      website,
      audit_date,
      reaudit_due,
      rubric,
    } as Entry;
  });
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]));
  const documents = new Map<string, Document>();
  const audits = (slug: string) => (holdings.get(slug) ?? []).map((audit) => JSON.parse(audit.record) as Audit);

  const index = {
    count: entries.length,
    rubric_version: 'v1',
    audits: entries.map(({ rank, company, slug, overall_score, tier, pillar_scores, detail_json }) => ({
      rank,
      company,
      slug,
      overall_score,
      tier,
      pillar_scores,
      detail_json,
    })),
  };
  documents.set(
    '/api/audits/index.json',
    compress(makeDocument(JSON.stringify(index), { content_type: JSON_TYPE, modified, scores: true })),
  );

  const record = (slug: string): AuditRecord | undefined => {
    const entry = bySlug.get(slug);
    const audit = holdings.get(slug)?.at(-1);
    return entry && audit ? { ...(JSON.parse(audit.record) as Audit), rank: entry.rank } : undefined;
  };
  return {
    version,
    modified,
    count: entries.length,
    entries,
    entry: (slug) => bySlug.get(slug),
    record,
    audits,
    document(path) {
      const known = documents.get(path);
      if (known) return known;
      const slug = /^\/api\/audits\/([a-z0-9-]{1,64})\.json$/.exec(path)?.[1];
      const found = slug === undefined ? undefined : record(slug);
      if (!found) return undefined;
      const made = compress(makeDocument(JSON.stringify(found), { content_type: JSON_TYPE, modified, scores: true }));
      documents.set(path, made);
      return made;
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
