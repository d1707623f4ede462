import { createHash } from 'node:crypto';
import { type Document, makeDocument } from '../documents/document.ts';
import { roomFor } from '../documents/large-bytes.ts';
import { type Leaderboard, rankedBuckets } from './leaderboard.ts';
import type { TimeSlicer } from './time-slicer.ts';

export const INDEX_PATH = '/api/audits/index.json';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Companies written in one go: a few dozen kilobytes, well under a millisecond. */
const RUN = 200;

/** The index of an empty leaderboard. */
export function emptyIndex(modified: Date): Document {
  return makeDocument('{"count":0,"rubric_version":"v1","audits":[]}', {
    content_type: JSON_TYPE,
    modified,
    scores: true,
  });
}

/**
 * The index (spec 2.1, decision 7) of leaderboard: kept entries joined behind their ranks, written in slices. No entry
 * is serialised again.
 */
export async function makeIndex(leaderboard: Leaderboard, modified: Date, slicer: TimeSlicer): Promise<Document> {
  const standings = rankedBuckets(leaderboard).map(({ rank, bucket }) => ({ lead: `{"rank":${rank},`, bucket }));
  const head = `{"count":${leaderboard.companies},"rubric_version":"v1","audits":[`;
  const size = standings.reduce(
    (sum, { lead, bucket }) => sum + bucket.bytes + bucket.companies.length * (lead.length + 1),
    head.length + 2 - (leaderboard.companies ? 1 : 0),
  );
  const bytes = roomFor(size);
  const hash = createHash('sha256');
  let at = 0;
  const write = (text: string) => {
    const end = at + bytes.write(text, at);
    hash.update(bytes.subarray(at, end));
    at = end;
  };
  write(head);
  let comma = '';
  for (const { lead, bucket } of standings) {
    for (let from = 0; from < bucket.companies.length; from += RUN) {
      const run = bucket.companies.slice(from, from + RUN);
      write(comma + lead + run.map(({ entry }) => entry).join(`,${lead}`));
      comma = ',';
      await slicer();
    }
  }
  write(']}');
  if (at !== size) throw new Error(`the index took ${at} bytes where ${size} were reckoned`);
  const tag = hash.digest('base64url').slice(0, 22);
  return { content_type: JSON_TYPE, tag, modified, scores: true, bodies: { identity: bytes } };
}
