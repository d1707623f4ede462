import { createHash } from 'node:crypto';
import { allocateBody, type Document, makeDocument } from '../../documents/document.ts';
import type { DocumentFamily } from '../document-family.ts';
import { type Leaderboard, rankedBuckets } from '../leaderboard.ts';
import type { TimeSlicer } from '../time-slicer.ts';

export const INDEX_PATH = '/api/audits/index.json';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Companies written at a time: a few dozen kilobytes, well under a millisecond. */
const BATCH_COMPANIES = 200;

/** The index as a family: one document, made with the snapshot. */
export const indexFamily = (index: Document): DocumentFamily => ({
  on_demand: false,
  match: (path) =>
    path === INDEX_PATH ? { content: index, rank: 0, modified: index.modified, make: () => index } : undefined,
  all: () => [INDEX_PATH],
});

const head = (count: number, rubric_version: string, more: string) =>
  `{"count":${count},"rubric_version":${JSON.stringify(rubric_version)},${more}"audits":[`;

/** The index of an empty leaderboard. */
export function emptyIndex(modified: Date, rubric_version: string): Document {
  return makeDocument(`${head(0, rubric_version, '')}]}`, {
    content_type: JSON_TYPE,
    modified,
    scores: true,
  });
}

/**
 * The index of a leaderboard (spec 2.1, decision 6): its serialised entries joined behind their ranks, written in time
 * slices. No entry is serialised again.
 *
 * @param rubric_version what it says of the whole board, as the snapshot does
 * @param more members before the entries, as JSON with a comma behind each
 */
export async function makeIndex(
  leaderboard: Leaderboard,
  modified: Date,
  slicer: TimeSlicer,
  rubric_version: string,
  more = '',
): Promise<Document> {
  const buckets = rankedBuckets(leaderboard).map(({ rank, bucket }) => ({ lead: `{"rank":${rank},`, bucket }));
  const begin = head(leaderboard.companies, rubric_version, more);
  const size = buckets.reduce(
    (sum, { lead, bucket }) => sum + bucket.bytes + bucket.companies.length * (lead.length + 1),
    Buffer.byteLength(begin) + 2 - (leaderboard.companies ? 1 : 0),
  );
  const bytes = allocateBody(size);
  const hash = createHash('sha256');
  let at = 0;
  const write = (text: string) => {
    const end = at + bytes.write(text, at);
    hash.update(bytes.subarray(at, end));
    at = end;
  };
  write(begin);
  let comma = '';
  for (const { lead, bucket } of buckets) {
    for (let from = 0; from < bucket.companies.length; from += BATCH_COMPANIES) {
      const batch = bucket.companies.slice(from, from + BATCH_COMPANIES);
      write(comma + lead + batch.map(({ entry }) => entry).join(`,${lead}`));
      comma = ',';
      await slicer();
    }
  }
  write(']}');
  if (at !== size) throw new Error(`the index took ${at} bytes instead of the expected ${size}`);
  const tag = hash.digest('base64url').slice(0, 22);
  return { content_type: JSON_TYPE, tag, modified, scores: true, bodies: { identity: bytes } };
}
