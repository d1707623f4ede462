import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../operations/context.ts';
import { changedSites } from '../store/previews.ts';

/** Documents of a site that are others than its audit cites, as the newest preview of the site saw them at a time (ISO 8601). */
type ChangedSite = { host: string; urls: readonly string[]; at: string };

declare module '../../../operations/memory.ts' {
  interface Noted {
    /** By the id of the audit. */
    changed_sites?: ReadonlyMap<string, ChangedSite>;
  }
}

/** Notes in memory what pages of companies say of previews of their sites (decision 180). Replaced only when that changes. */
export async function noteChanged({ store, memory, now }: Pick<Context, 'store' | 'memory' | 'now'>): Promise<void> {
  const rows = await changedSites(store.db);
  const changed_sites = new Map(rows.map(({ audit_id, ...site }) => [audit_id, site]));
  const before = memory.noted;
  if (isDeepStrictEqual(changed_sites, before.changed_sites ?? new Map())) return;
  // What is gone leaves no time of its own.
  const gone = [...(before.changed_sites?.keys() ?? [])].some((audit_id) => !changed_sites.has(audit_id));
  const times = [before.changed_at ?? '', gone ? now().toISOString() : '', ...rows.map(({ at }) => at)].sort();
  memory.noted = { ...before, changed_sites, changed_at: times.at(-1) || undefined };
}
