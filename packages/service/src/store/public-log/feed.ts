import type { Db } from '../engine/engine.ts';

/** An entry with what an event says of it besides: the slug of the entry whose place it takes, and whether its company is fictional. */
type FeedEntry = { entry_index: number; entry: string; before: string | undefined; fictional: boolean };

/** The entries after one index and before another, in order. */
export async function feedEntries(db: Db, after: number, before: number): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('log_entries as e')
    .leftJoin('audits as a', 'a.audit_id', 'e.audit_id')
    .select(['e.entry_index', 'e.entry', 'a.fictional'])
    .where('e.entry_index', '>', after)
    .where('e.entry_index', '<', before)
    .orderBy('e.entry_index')
    .execute();
  const replaced_by = new Map(
    rows.map(({ entry_index, entry }) => [entry_index, (JSON.parse(entry) as { replaces?: number | null }).replaces]),
  );
  const indexes = [...replaced_by.values()].filter((one) => typeof one === 'number');
  const replaced = indexes.length
    ? await db
        .selectFrom('log_entries as e')
        .leftJoin('audits as a', 'a.audit_id', 'e.audit_id')
        .select(['e.entry_index', 'e.slug', 'a.fictional'])
        .where('e.entry_index', 'in', indexes)
        .execute()
    : [];
  const known = new Map(replaced.map((one) => [one.entry_index, one]));
  return rows.map(({ entry_index, entry, fictional }) => {
    const place = known.get(replaced_by.get(entry_index) ?? -1);
    return { entry_index, entry, before: place?.slug, fictional: (fictional ?? place?.fictional) === 1 };
  });
}
