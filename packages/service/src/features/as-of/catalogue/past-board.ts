import { snapshotOf } from '../../../catalogue/build-snapshot.ts';
import { INDEX_PATH, makeIndex } from '../../../catalogue/families/index-document.ts';
import { type RubricSource, rubricVersion } from '../../../catalogue/families/rubric-documents.ts';
import { openDocumentCache } from '../../../catalogue/families/snapshot-documents.ts';
import { emptyLeaderboard } from '../../../catalogue/leaderboard.ts';
import { LeaderboardBuilder, type ListedAudit } from '../../../catalogue/leaderboard-builder.ts';
import { openRecordStore } from '../../../catalogue/record-store/record-store.ts';
import { noCorrections } from '../../../catalogue/replies/shown-corrections.ts';
import { noReplies } from '../../../catalogue/replies/shown-replies.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import type { Document } from '../../../documents/document.ts';
import { noFormerSlugs, type Retraction, type SlugChange } from '../../../domain/companies/former-slug.ts';
import { AS_OF_FOLDER, endOf } from '../domain/days.ts';
import { type SlugsSince, slugsSince, slugsThen } from '../domain/slugs-since.ts';

/** The board as it stood at the end of a day (decision 151), without the companies that were retracted since. */
export type PastBoard = {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** The last publication of that day or before it, and when it was made (ISO 8601). */
  publication: number;
  at: string;
  /** How many entries of the public log were published until then. */
  log_size: number;
  /** How many companies of that day were retracted since. They are in no number and no rank. */
  retracted_since: number;
  /** When what it shows last changed: at that publication, or when a slug did since. */
  modified: Date;
  /** The companies as lists show them: it has no records, and no address of a document. */
  snapshot: Snapshot;
  /** The slug that a company of that day has now. */
  present(slug: string): string;
  /** The slug that a company of now had on that day; its own where it did not move. */
  slugThen(slug: string): string;
  /** Why a slug of that day is not shown any more; undefined for any other. */
  retracted(slug: string): Retraction | undefined;
  /** `/api/audits/as-of/{day}/index.json`. */
  index: Document;
  /** About how much memory it takes. */
  bytes: number;
};

/** The path of the record of a company as it stood at the end of a day. */
export const pastRecordPath = (day: string, slug: string) => `${AS_OF_FOLDER}${day}/${slug}.json`;

export const pastProofPath = (day: string, slug: string) => `${AS_OF_FOLDER}${day}/${slug}/proof.json`;

/** Headers of the state of a document at the end of a day (RFC 7089), and where it is now. */
export const mementoHeaders = (day: string, original: string): Readonly<Record<string, string>> => ({
  'memento-datetime': new Date(Date.parse(endOf(day)) - 1_000).toUTCString(),
  link: `<${original}>; rel="original"`,
});

/** What a board of the past is made of. */
type PastRows = Pick<PastBoard, 'day' | 'publication' | 'at' | 'log_size'> & {
  /** Current audits of that day, each under the slug that its company has now. */
  audits: readonly Omit<ListedAudit, 'published_at'>[];
  /** What became of slugs since, in the order of publications. */
  changes: readonly SlugChange[];
  /** The newest publication whose changes are shown: later ones only say which slugs the rows have. */
  shown: number;
};

/** A company with its entry, its names and what searches look at. */
const COMPANY_BYTES = 1_500;

export async function pastBoard(
  rows: PastRows,
  { rubrics, now }: { rubrics: RubricSource; now(): Date },
): Promise<PastBoard> {
  const { day, publication, at, log_size, audits, changes, shown } = rows;
  const slicer = openTimeSlicer();
  const since = changes.filter((change) => change.publication <= shown);
  const { listed, retracted_since, slugs } = publicAudits(audits, changes, slugsSince(since));
  const records = openRecordStore(undefined);
  const detail = (slug: string) => pastRecordPath(day, slug);
  const builder = new LeaderboardBuilder(emptyLeaderboard, records, undefined, detail);
  await builder.addListed(
    listed.map((audit) => ({ ...audit, published_at: at })),
    slicer,
  );
  const leaderboard = await builder.finish(slicer);
  const modified = new Date(since.at(-1)?.at ?? at);
  const more = { as_of: day, publication, log_size, retracted_since };
  const rubric_version = rubricVersion(leaderboard, rubrics);
  const index = await makeIndex(leaderboard, modified, slicer, rubric_version, `${JSON.stringify(more).slice(1, -1)},`);
  const snapshot = snapshotOf({
    ...{ version: publication, modified, leaderboard, former: noFormerSlugs, index },
    replies: noReplies,
    corrections: noCorrections,
    ...{ records, cache: openDocumentCache(), rubrics, now, detail },
  });
  const bytes = 16_384 + COMPANY_BYTES * leaderboard.companies + 2 * index.bodies.identity.byteLength;
  return {
    ...{
      day,
      publication,
      at,
      log_size,
      retracted_since,
      modified,
      snapshot,
      bytes,
      ...slugs,
      slugThen: slugsThen(since),
    },
    index: { ...index, headers: mementoHeaders(day, INDEX_PATH) },
  };
}

/** The rows under the slugs of their day, without the companies that were retracted since. */
function publicAudits(audits: PastRows['audits'], changes: readonly SlugChange[], since: SlugsSince) {
  const thenOf = slugsThen(changes);
  const named = audits.map((audit) => ({ ...audit, slug: thenOf(audit.slug) }));
  const listed = named.filter(({ slug }) => since.retracted(slug) === undefined);
  const gone = new Set(named.filter(({ slug }) => since.retracted(slug) !== undefined).map(({ slug }) => slug));
  return {
    listed,
    retracted_since: gone.size,
    slugs: {
      present: since.present,
      retracted: (slug: string) => (gone.has(slug) ? since.retracted(slug) : undefined),
    },
  };
}
