import { isReadable, type SitePreview } from '@readymark/auditor/evidence/site-preview';
import { listedAt } from '../../../operations/agent/fields/listed.ts';
import type { Context } from '../../../operations/context.ts';
import { againAt, type PreviewProgress, type PreviewStatus, type ShownPreview } from '../domain/preview.ts';
import type { PreviewRow } from '../store/rows.ts';
import { changedSince } from './changed-since.ts';

/** A preview as everybody may read it. */
export function shown(ctx: Context, row: PreviewRow): ShownPreview {
  const { host, website, rubric, asked_at, finished_at, reason } = row;
  const { criteria, documents, requests }: SitePreview = row.result
    ? JSON.parse(row.result)
    : { criteria: [], documents: [], requests: [] };
  const maximum = new Map(ctx.rubrics.get(rubric)?.criteria.map(({ id, max }) => [id, max]));
  const readable = criteria.filter(isReadable);
  const sum = (points: (one: (typeof criteria)[number]) => number) =>
    readable.reduce((all, one) => all + points(one), 0);
  const audit = listedAt(ctx, website);
  return {
    ...{ host, website, status: row.status as PreviewStatus, reviewed: false, rubric_version: rubric },
    ...{ asked_at, finished_at, again_at: againAt(row)?.toISOString() ?? null },
    progress: row.progress === null ? null : (JSON.parse(row.progress) as PreviewProgress),
    reason,
    P1: readable.length
      ? {
          low: sum(({ low }) => low),
          high: sum(({ high }) => high),
          max: sum(({ id, high }) => maximum.get(id) ?? high),
        }
      : null,
    ...{ criteria, documents, requests },
    audit,
    changed_since_audit: audit ? changedSince(ctx, audit.slug, requests) : [],
  };
}
