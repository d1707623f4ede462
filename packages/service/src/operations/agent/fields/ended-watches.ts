import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { EndedCompany, FormerSlugs } from '../../../domain/companies/former-slug.ts';
import { noteReported, type WatchEnd, watchEndsOf } from '../../../store/companies/watch-ends.ts';
import type { WatchEndRow, WatchRow } from '../../../store/tables.ts';
import type { Context } from '../../context.ts';

/** Something that became of a watched company: its row, and what is reported. */
type EndToReport = { row: WatchEndRow; reported: EndedCompany };

/**
 * The watched companies of a registration that were retracted or got another slug, oldest first (decision 186): after `since`,
 * or else those that no digest has reported yet. What is reported is noted, so that of two calls on any node one has it.
 *
 * @param watches as they were read just before: a watch that ended in between is then seen twice rather than never
 * @param how.report whether the reply reaches a reader for whom this is news
 */
export async function endedWatches(
  ctx: Context,
  registration_id: string,
  watches: readonly WatchRow[],
  { since, report }: { since: string | undefined; report: boolean },
): Promise<EndedCompany[]> {
  const snapshot = ctx.catalogue.current();
  const read = async (db: Parameters<typeof watchEndsOf>[0]) => {
    const rows = await watchEndsOf(db, registration_id);
    const unreported = new Map(rows.map((row) => [keyOf(row), row.reported_at === null]));
    const all = foundIn(snapshot, registration_id, watches, rows);
    const news = all.filter(({ row }) => unreported.get(keyOf(row)) ?? true);
    return { shown: since === undefined ? news : all.filter(({ reported }) => reported.at > since), news };
  };
  const before = await read(ctx.store.db);
  const first = before.shown.filter((one) => before.news.includes(one));
  if (!report || first.length === 0) return before.shown.map(({ reported }) => reported);
  try {
    return await ctx.store.transaction(async (tx) => {
      await ctx.store.lock(tx, `watch ends ${registration_id}`);
      const { shown, news } = await read(tx);
      await noteReported(
        tx,
        shown.filter((one) => news.includes(one)).map(({ row }) => row),
        ctx.now().toISOString(),
      );
      return shown.map(({ reported }) => reported);
    });
  } catch (error) {
    // What cannot be noted can still be reported, twice rather than never.
    ctx.log.warn({ err: error }, 'it could not be noted that a digest reported ended watches');
    return before.shown.map(({ reported }) => reported);
  }
}

const keyOf = ({ slug, publication }: Pick<WatchEndRow, 'slug' | 'publication'>) => `${slug} ${publication}`;

/** Everything that became of companies of the registration, and is public. */
function foundIn(
  snapshot: Snapshot,
  registration_id: string,
  watches: readonly WatchRow[],
  rows: readonly WatchEnd[],
): EndToReport[] {
  const found = new Map<string, EndToReport>();
  const add = (row: Omit<WatchEndRow, 'registration_id' | 'reported_at'>, reported: Omit<EndedCompany, 'slug'>) => {
    if (row.publication > snapshot.version) return;
    const { slug } = row;
    found.set(keyOf(row), { row: { registration_id, ...row, reported_at: null }, reported: { slug, ...reported } });
  };
  const renamed = (slug: string, watching_since: string) => {
    for (const { from, at, publication } of movesTo(snapshot.former_slugs).get(slug) ?? []) {
      const fictional = isFictional(snapshot, slug) && { fictional: true as const };
      if (at > watching_since)
        add(
          { slug: from, publication, watching_since },
          { reason: `The company has the slug ${slug} now.`, at, moved_to: slug, ...fictional },
        );
    }
  };
  for (const { slug, watching_since } of watches) {
    renamed(slug, watching_since);
    // Its watch ends as soon as the letters about it are written.
    const former = snapshot.former_slugs.get(slug);
    if (former && 'retracted' in former) {
      const { publication, reason, at } = former.retracted;
      const fictional = former.retracted.fictional && { fictional: true as const };
      add({ slug, publication, watching_since }, { reason, at, ...fictional });
    }
  }
  for (const { slug, publication, watching_since, reason, at } of rows) {
    if (reason === null) continue;
    renamed(slug, watching_since);
    const fictional = isFictional(snapshot, slug) && { fictional: true as const };
    add({ slug, publication, watching_since }, { reason, at, ...fictional });
  }
  return [...found.values()].sort((a, b) => a.row.publication - b.row.publication);
}

function isFictional(snapshot: Snapshot, slug: string): boolean {
  const former = snapshot.former_slugs.get(slug);
  return (former && 'retracted' in former ? former.retracted.fictional : snapshot.entry(slug)?.fictional) ?? false;
}

/** Slugs that a company had before, with when it got another one. */
type Moves = ReadonlyMap<string, readonly { from: string; at: string; publication: number }[]>;

const moves_of = new WeakMap<FormerSlugs, Moves>();

/** The former slugs of companies, by the slug that each has now. */
function movesTo(former: FormerSlugs): Moves {
  const known = moves_of.get(former);
  if (known) return known;
  const all = [...former].flatMap(([from, one]) => ('moved_to' in one ? [{ from, ...one }] : []));
  const made = Map.groupBy(all, ({ moved_to }) => moved_to);
  moves_of.set(former, made);
  return made;
}
