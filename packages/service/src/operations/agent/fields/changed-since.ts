import { slugNow } from '../../../catalogue/search/nearest.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import { type EndedCompany, retractedAs } from '../../../domain/companies/former-slug.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { type FeedEventKind, feedEventKind, feedEvents } from '../../../domain/public-log/feed.ts';
import type { Statement } from '../../../domain/public-log/statement.ts';
import { checkpointAt } from '../../../store/public-log/checkpoints.ts';
import { logSizeAt } from '../../../store/public-log/mark.ts';
import { statementsFrom } from '../../../store/public-log/proofs.ts';
import { publicationBefore } from '../../../store/publications.ts';
import type { Context } from '../../context.ts';

/** What changed on the board after a time (decision 207): what the feed of changes says, by company. */
export type Changed = {
  /** The events of listed companies by the slugs that they have now, each once, in the order of `feedEvents`. */
  companies: ReadonlyMap<string, readonly FeedEventKind[]>;
  /** Companies that were retracted since and are not listed again, newest first. */
  retracted: readonly EndedCompany[];
};

/** Entries of the log that one call reads at most; who was away for longer reads the list. */
const ENTRIES_MAX = 20_000;
/** A few milliseconds of SQLite, which reads in the serving thread. */
const BATCH_ENTRIES = 500;
/** Answers that are kept of one snapshot: agents that poll ask for a few times. */
const KEPT_MAX = 8;

const kept_of = new WeakMap<Snapshot, Map<number, Promise<Changed>>>();

/**
 * @param since a time, ISO 8601
 * @throws Fault invalid_request where more was published since than one call reads
 */
export async function changedSince(ctx: Context, snapshot: Snapshot, since: string): Promise<Changed> {
  const { db } = ctx.store;
  const after = new Date(Date.parse(since) + 1).toISOString();
  const first = await logSizeAt(db, await publicationBefore(db, after));
  const kept = kept_of.get(snapshot) ?? new Map<number, Promise<Changed>>();
  kept_of.set(snapshot, kept);
  const made = kept.get(first) ?? read(ctx, snapshot, first);
  kept.delete(first);
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? -1);
  kept.set(first, made);
  made.catch(() => kept.delete(first));
  return made;
}

async function read({ store: { db } }: Context, snapshot: Snapshot, first: number): Promise<Changed> {
  const size = (await checkpointAt(db, snapshot.version))?.size ?? 0;
  if (size - first > ENTRIES_MAX)
    throw invalidFields([
      {
        field: 'changed_since',
        message: `must be later, or left out: since then the public log got more than ${ENTRIES_MAX.toLocaleString('en')} entries`,
      },
    ]);
  const events = new Map<string, Set<FeedEventKind>>();
  const slicer = openTimeSlicer();
  for (let from = first; from < size; ) {
    const rows = await statementsFrom(db, from, size, BATCH_ENTRIES);
    for (const { entry } of rows) {
      const { kind, slug } = JSON.parse(entry) as Statement;
      const now = slugNow(snapshot, slug);
      const own = events.get(now) ?? new Set();
      events.set(now, own.add(feedEventKind(kind)));
      await slicer();
    }
    from = (rows.at(-1)?.entry_index ?? size) + 1;
  }
  const companies = new Map<string, readonly FeedEventKind[]>();
  const retracted: EndedCompany[] = [];
  for (const [slug, own] of events) {
    const former = snapshot.former(slug);
    if (former && 'retracted' in former) retracted.push(retractedAs({ slug, ...former.retracted }));
    else
      companies.set(
        slug,
        feedEvents.filter((event) => own.has(event)),
      );
  }
  return { companies, retracted: retracted.sort((a, b) => (a.at < b.at ? 1 : -1)) };
}
