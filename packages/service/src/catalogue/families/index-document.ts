import { createHash } from 'node:crypto';
import { allocateBody, type Document, documentInPieces, makeDocument } from '../../documents/document.ts';
import type { DocumentFamily } from '../document-family.ts';
import { type Group, type Leaderboard, rankedBuckets } from '../leaderboard.ts';
import type { TimeSlicer } from '../time-slicer.ts';

export const INDEX_PATH = '/api/audits/index.json';
export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * An index up to this size is made and compressed with the snapshot, about 1,200 companies; a larger one when it is read,
 * piece by piece.
 */
const WHOLE_BYTES_MAX = 256 * 1024;

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

/** The parts of an index, in order: groups of companies with what precedes each entry. */
type IndexParts = { begin: string; groups: readonly { lead: string; group: Group }[]; byteLength: number };

function partsOf(leaderboard: Leaderboard, rubric_version: string, more: string): IndexParts {
  const buckets = rankedBuckets(leaderboard).map(({ rank, bucket }) => ({ lead: `{"rank":${rank},`, bucket }));
  const begin = head(leaderboard.companies, rubric_version, more);
  const byteLength = buckets.reduce(
    (sum, { lead, bucket }) => sum + bucket.bytes + bucket.count * (lead.length + 1),
    Buffer.byteLength(begin) + END.length - (leaderboard.companies ? 1 : 0),
  );
  const groups = buckets.flatMap(({ lead, bucket }) => bucket.groups.map((group) => ({ lead, group })));
  return { begin, groups, byteLength };
}

const END = ']}';
const COMMA = 0x2c;

/** Writes the entries of a group. @returns where they end */
function writeGroup(
  bytes: Buffer,
  from: number,
  { lead, group }: IndexParts['groups'][number],
  is_first: boolean,
): number {
  let at = from;
  for (const company of group.companies) {
    if (!is_first || at > from) bytes[at++] = COMMA;
    at += bytes.write(lead, at, 'latin1');
    at = company.writeEntry(bytes, at);
  }
  return at;
}

/** The bytes of an index, a group of companies at a time: each piece is made when it is asked for, and kept by nobody. */
function* piecesOf({ begin, groups }: IndexParts): Generator<Uint8Array> {
  yield Buffer.from(begin);
  for (const [place, part] of groups.entries()) {
    const room = part.group.bytes + part.group.count * (part.lead.length + 1);
    const piece = Buffer.allocUnsafeSlow(room);
    yield piece.subarray(0, writeGroup(piece, 0, part, place === 0));
  }
  yield Buffer.from(END);
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
  const parts = partsOf(leaderboard, rubric_version, more);
  const bytes = allocateBody(parts.byteLength);
  let at = bytes.write(parts.begin);
  for (const [place, part] of parts.groups.entries()) {
    at = writeGroup(bytes, at, part, place === 0);
    await slicer();
  }
  at += bytes.write(END, at);
  if (at !== bytes.byteLength) throw new Error(`the index took ${at} bytes instead of ${bytes.byteLength}`);
  const tag = tagOf(bytes);
  return { content_type: JSON_TYPE, tag, modified, scores: true, bodies: { identity: bytes } };
}

/**
 * The index of a leaderboard, for its snapshot. A large one costs nothing before it is read: its tag follows from its head
 * and the sum of the hashes of its entries, from which follow their order and ranks too (decision 204).
 */
export async function indexOf(
  leaderboard: Leaderboard,
  modified: Date,
  slicer: TimeSlicer,
  rubric_version: string,
): Promise<Document> {
  const parts = partsOf(leaderboard, rubric_version, '');
  if (parts.byteLength <= WHOLE_BYTES_MAX) return makeIndex(leaderboard, modified, slicer, rubric_version);
  const tag = tagOf(Buffer.from(parts.begin), leaderboard.sum);
  const pieces = () => piecesOf(parts);
  return documentInPieces(
    { byteLength: parts.byteLength, pieces },
    { content_type: JSON_TYPE, tag, modified, scores: true },
  );
}

function tagOf(...of: readonly NodeJS.ArrayBufferView[]): string {
  const hash = createHash('sha256');
  for (const bytes of of) hash.update(bytes);
  return hash.digest('base64url').slice(0, 22);
}
