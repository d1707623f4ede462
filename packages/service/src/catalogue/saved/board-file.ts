import type { Spread } from '../../domain/spreads.ts';
import { CompanyRow } from '../board/company-row.ts';
import { CompanyRows } from '../board/company-rows.ts';
import { Names } from '../board/names.ts';
import { shardsOf } from '../board/shards.ts';
import { SortedList } from '../board/sorted-list.ts';
import { type Bucket, type Group, type Leaderboard, totalsOf } from '../leaderboard.ts';
import { LeaderboardBuilder } from '../leaderboard-builder.ts';
import { openRecordStore } from '../record-store/record-store.ts';
import { openTimeSlicer, type TimeSlicer } from '../time-slicer.ts';
import { frameOf, headOf, withHead } from './frames.ts';

/** Up to where something was read of what is published. */
export type SavedPosition = {
  /** The newest publication in it. */
  version: number;
  /** When that was made, in milliseconds since 1970. */
  modified: number;
  /** The last audit that was read. */
  position: { publication: number; audit_id: string };
  /** What only databases have in common in which all that was published up to then is the same. */
  mark: string;
  /** Where the records end that it names. */
  record_end: number;
};

/** A leaderboard with where its rows are, and up to where it is. */
export type SavedBoard = SavedPosition & { leaderboard: Leaderboard; rows: CompanyRows };

/** The first frame of a file with a whole leaderboard. */
type BoardHead = SavedPosition & {
  key: string;
  names: readonly string[];
  companies: number;
  fictional: number;
  row_bytes: number;
  record_bytes: number;
  sum: readonly number[];
  spreads: readonly SavedSpread[];
  groups: number;
};

type SavedSpread = Omit<Spread, 'scores' | 'pillars'> & {
  key: string;
  scores: readonly (readonly [number, number])[];
  pillars: readonly (readonly [string, readonly (readonly [number, number])[]])[];
};

/** Begins the frame of a group. Its rows follow, where its lines start (4 bytes each), and its lines in UTF-8. */
type GroupHead = {
  score: number;
  count: number;
  bytes: number;
  fictional: number;
  tiers: readonly (readonly [string, number])[];
  row_bytes: number;
};

/**
 * The frames of a whole leaderboard. On the way its rows move together, so that the memory of rows which nobody needs any
 * more is free.
 */
export async function* boardFrames(
  { leaderboard, rows, ...position }: SavedBoard,
  key: string,
  slicer: TimeSlicer,
): AsyncGenerator<Buffer> {
  const buckets = [...leaderboard.buckets].sort(([a], [b]) => b - a);
  const { companies, fictional, row_bytes, record_bytes, sum, spreads } = leaderboard;
  const head: BoardHead = {
    ...{ ...position, key, names: rows.names.from(0), companies, fictional, row_bytes, record_bytes, sum: [...sum] },
    spreads: [...spreads].map(([name, { scores, pillars, ...spread }]) => ({
      ...{ ...spread, key: name, scores: [...scores] },
      pillars: [...pillars].map(([id, counts]) => [id, [...counts]] as const),
    })),
    groups: buckets.reduce((count, [, { groups }]) => count + groups.length, 0),
  };
  yield frameOf(...withHead(head));
  rows.restart();
  const places = new Map<CompanyRow, number>();
  for (const [score, { groups }] of buckets)
    for (const group of groups) {
      const bytes: Uint8Array[] = [];
      let size = 0;
      for (const company of group.companies) {
        places.set(company, places.size);
        company.moveTo(rows.copy(company.place));
        const row = company.row;
        bytes.push(row);
        size += row.byteLength;
      }
      const { count, tiers, fictional: examples, starts, text } = group;
      const of: GroupHead = {
        ...{ score, count, bytes: group.bytes, fictional: examples, tiers: [...tiers], row_bytes: size },
      };
      const lines = [new Uint8Array(starts.buffer, starts.byteOffset, starts.byteLength), Buffer.from(text)];
      yield frameOf(...withHead(of, ...bytes, ...lines));
      await slicer();
    }
  const by_name = new Uint32Array(companies);
  let at = 0;
  for (const company of leaderboard.by_name) {
    by_name[at++] = places.get(company) ?? 0;
    const turn = slicer();
    if (turn) await turn;
  }
  yield frameOf(new Uint8Array(by_name.buffer));
}

/**
 * A leaderboard from its frames; undefined where they are not whole, or were written by another version.
 *
 * @param key what it must have been written with
 */
export function boardFrom(frames: Iterator<Buffer>, key: string): SavedBoard | undefined {
  const first = frames.next().value as Buffer | undefined;
  if (!first) return undefined;
  const { head } = headOf<BoardHead>(first);
  if (head.key !== key) return undefined;
  const rows = new CompanyRows(new Names(head.names));
  const buckets = new Map<number, Group[]>();
  const companies: CompanyRow[] = [];
  for (let left = head.groups; left > 0; left--) {
    const frame = frames.next().value as Buffer | undefined;
    if (!frame) return undefined;
    const { head: of, rest } = headOf<GroupHead>(frame);
    const group = groupFrom(of, rest, rows);
    const groups = buckets.get(of.score) ?? [];
    buckets.set(of.score, groups);
    groups.push(group);
    for (const company of group.companies) companies.push(company);
  }
  const last = frames.next().value as Buffer | undefined;
  if (last?.byteLength !== 4 * head.companies || companies.length !== head.companies) return undefined;
  const by_name = Array.from({ length: head.companies }, (_, at) => companies[last.readUInt32LE(4 * at)] as CompanyRow);
  const { version, modified, position, mark, record_end, fictional, row_bytes, record_bytes } = head;
  const leaderboard: Leaderboard = {
    by_slug: shardsOf(companies, ({ slug_hash }) => slug_hash),
    by_owner: shardsOf(companies, ({ owner_hash }) => owner_hash),
    buckets: new Map([...buckets].map(([score, groups]): [number, Bucket] => [score, { groups, ...totalsOf(groups) }])),
    by_name: SortedList.of(by_name),
    ...{ companies: companies.length, fictional, row_bytes, record_bytes, sum: Uint32Array.from(head.sum) },
    spreads: new Map(
      head.spreads.map(({ key: name, scores, pillars, ...spread }) => [
        name,
        { ...spread, scores: new Map(scores), pillars: new Map(pillars.map(([id, counts]) => [id, new Map(counts)])) },
      ]),
    ),
  };
  return { ...{ version, modified, position, mark, record_end }, leaderboard, rows };
}

function groupFrom({ score, row_bytes, tiers, count, ...totals }: GroupHead, rest: Buffer, rows: CompanyRows): Group {
  const own = Buffer.from(new SharedArrayBuffer(row_bytes));
  own.set(rest.subarray(0, row_bytes));
  const companies = rowsIn(own, rows);
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at <= count; at++) starts[at] = rest.readUInt32LE(row_bytes + 4 * at);
  const text = rest.toString('utf8', row_bytes + 4 * (count + 1));
  if (companies.length !== count || companies[0]?.overall_score !== score)
    throw new Error('a group is not what its head says');
  return { items: companies, companies, text, starts, count, tiers: new Map(tiers), ...totals };
}

/** The companies whose rows follow one another. */
function rowsIn(bytes: Buffer<ArrayBufferLike>, rows: CompanyRows): CompanyRow[] {
  const piece = rows.adopt(bytes);
  const companies: CompanyRow[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const company = new CompanyRow({ piece, at });
    companies.push(company);
    at += company.row_bytes;
  }
  return companies;
}

/** What a publication, or several in a row, changed: the companies that went, and those that came or changed. */
export type BoardChange = { removed: readonly string[]; added: readonly Uint8Array[] };

export const changeOf = ({
  removed,
  added,
}: {
  removed: readonly CompanyRow[];
  added: readonly CompanyRow[];
}): BoardChange => ({
  removed: removed.map(({ slug }) => slug),
  added: added.map(({ row }) => Buffer.from(row)),
});

type ChangeHead = SavedPosition & {
  /** The publication that it goes on from. */
  from: number;
  /** The names after those that there were. */
  names: readonly string[];
  names_before: number;
  changes: readonly { removed: readonly string[]; row_bytes: number }[];
};

/** The frame of changes. @param names_before how many names were saved before */
export function changeFrame(
  changes: readonly BoardChange[],
  of: SavedPosition & { from: number },
  names: Names,
  names_before: number,
): Buffer {
  const head: ChangeHead = {
    ...of,
    names: names.from(names_before),
    names_before,
    changes: changes.map(({ removed, added }) => ({
      removed,
      row_bytes: added.reduce((sum, { byteLength }) => sum + byteLength, 0),
    })),
  };
  return frameOf(...withHead(head, ...changes.flatMap(({ added }) => added)));
}

/** A leaderboard after the changes of further frames, as far as they follow one another. */
export async function afterChanges(
  board: SavedBoard,
  frames: Iterable<Buffer>,
): Promise<SavedBoard & { changed: number }> {
  const slicer = openTimeSlicer();
  const { rows } = board;
  const builder = new LeaderboardBuilder(board.leaderboard, openRecordStore(undefined), rows);
  let of: SavedPosition = board;
  let changed = 0;
  for (const frame of frames) {
    const { head, rest } = headOf<ChangeHead>(frame);
    if (head.from !== of.version || head.names_before > rows.names.count) break;
    for (const text of head.names) rows.names.numberOf(text);
    let at = 0;
    for (const { removed, row_bytes } of head.changes) {
      for (const slug of removed) await builder.remove(slug, slicer);
      const added = Buffer.from(new SharedArrayBuffer(row_bytes));
      added.set(rest.subarray(at, at + row_bytes));
      for (const company of rowsIn(added, rows)) {
        builder.adopt(company);
        changed += 1;
      }
      at += row_bytes;
      changed += removed.length;
    }
    const { version, modified, position, mark, record_end } = head;
    of = { version, modified, position, mark, record_end };
  }
  const leaderboard = of === board ? board.leaderboard : await builder.finish(slicer);
  const { version, modified, position, mark, record_end } = of;
  return { ...{ version, modified, position, mark, record_end, rows, changed }, leaderboard };
}
