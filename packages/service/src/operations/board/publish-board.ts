import { Refusal } from '@readymark/rubric/refusal';
import { compareVersions } from '@readymark/rubric/rubric';
import { parseCheckpoint, type TreeHead } from '@readymark/tlog/checkpoint';
import { partsOfNote } from '@readymark/tlog/note';
import { openCheckpoint, parseKey, strictJson, trustedKeys } from '@readymark/verify';
import {
  type BoardContents,
  type BoardLine,
  type BoardPointer,
  boardContents,
  boardPointer,
} from '../../domain/board/board.ts';
import type { BoardPlace } from '../../store/blobs/open-board-place.ts';
import { inTurn } from './in-turn.ts';
import { type PackedPart, packJson, packLines, unpackJson } from './parts.ts';

/**
 * Some documents of the board that are stored together. `follows` is what they follow from: as long as it is the same, they are not made
 * again. What differs in `renewed` alone may wait (decision 214).
 */
export type BoardGroup = {
  name: string;
  follows: string;
  renewed?: string;
  lines(): Promise<readonly BoardLine[]> | readonly BoardLine[];
};

/** The whole board as one node shows it. */
export type Board = Pick<BoardPointer, 'publication' | 'program' | 'checkpoint' | 'keys'> &
  Pick<BoardContents, 'ranks' | 'index_head' | 'spread'> & { groups: readonly BoardGroup[] };

export type BoardOutcome = {
  /** `older`: the board there is newer than that of this node, which leaves it. `nothing`: nothing is signed yet. */
  outcome: 'published' | 'unchanged' | 'older' | 'nothing';
  publication: number;
  /** Objects that were written and removed, and the bytes of the former. */
  writes: number;
  bytes: number;
  removed: number;
  /** Groups that could be renewed and were not yet. */
  waiting: number;
};

type PublishOptions = {
  now(): Date;
  /** Text that nobody else has. */
  newId(): string;
  /** What is remembered from one publication to the next. */
  memory?: { name?: string; contents?: BoardContents | undefined };
  /** How many groups may be renewed that need not be. */
  renew_max: number;
  signal?: AbortSignal | undefined;
  /** Called after each object. */
  at?(written: number): void;
};

/** How long readers of an older board still find its parts. */
const GRACE_MS = 3_600_000;

/** Parts that are removed with one publication, at most. */
const REMOVED_MAX = 100;

/** Parts that are made and put at a time. */
const CONCURRENT = 6;

/** How often a board is put together again because another writer was first. */
const ATTEMPTS = 20;

type Known = { pointer: BoardPointer; version: string; raw: Uint8Array };

/** The pointer at a place, read; undefined where there is none. @throws Refusal for what is no board */
export async function readBoardPointer({ pointer }: BoardPlace): Promise<Known | undefined> {
  const found = await pointer.read();
  if (!found) return undefined;
  const json = strictJson(found.bytes);
  const read = 'value' in json ? boardPointer.safeParse(json.value) : undefined;
  if (!read?.success)
    throw new Refusal(
      `${pointer.place}: board.json there is not a board of this version of Readymark; nothing was changed. Name another prefix, or use a newer version.`,
    );
  return { pointer: read.data, version: found.version, raw: found.bytes };
}

/** What the board of a pointer consists of; undefined where the part that says so is gone or damaged. @throws BlobFailure */
export async function readBoardContents(
  { parts }: BoardPlace,
  { contents }: BoardPointer,
): Promise<BoardContents | undefined> {
  const bytes = await parts.get(contents);
  const json = bytes && (await unpackJson(bytes).catch(() => undefined));
  return boardContents.safeParse(json).data;
}

/** The head that a pointer says, if one of these keys signed it. */
export async function headOf(
  { checkpoint, keys }: Pick<BoardPointer, 'checkpoint' | 'keys'>,
  trusted: readonly string[],
): Promise<TreeHead | undefined> {
  const published = strictJson(Buffer.from(keys));
  const given = (await Promise.all(trusted.map(parseKey))).filter((key) => key !== undefined);
  const { keys: all } = await trustedKeys(given, 'value' in published ? published.value : undefined);
  const opened = await openCheckpoint(checkpoint, all);
  return 'head' in opened ? opened.head : undefined;
}

/**
 * Writes what differs: parts first, and then the pointer, where it still is as it was read. Whoever is second reads again and goes on
 * from there. A pointer never moves to an older publication or a shorter log.
 *
 * @throws Refusal for the board of another log; BlobFailure
 */
export async function publishBoard(
  place: BoardPlace,
  boardOf: (spread: number | undefined) => Promise<Board | undefined>,
  options: PublishOptions,
): Promise<BoardOutcome> {
  const counts = { writes: 0, bytes: 0, removed: 0 };
  const made = new Map<string, string>();
  async function put(part: Promise<PackedPart>): Promise<string> {
    const { name, bytes } = await part;
    await place.parts.put(name, bytes);
    count(bytes);
    return name;
  }
  function count(bytes: Uint8Array): void {
    counts.writes += 1;
    counts.bytes += bytes.byteLength;
    options.at?.(counts.writes);
  }

  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const known = await readBoardPointer(place);
    const before = known && (await contentsOf(known.pointer));
    const board = await boardOf(before?.spread);
    if (!board) return { outcome: 'nothing', publication: 0, waiting: 0, ...counts };
    if (known && (await isNewer(known.pointer, board, place))) return { outcome: 'older', ...ended(known.pointer) };
    const held = new Map(before?.groups.map(([name, follows, part]) => [name, { follows, part }]));
    const { groups, wanted, waiting } = chosen(board.groups, held, options.renew_max);
    if (known && before && wanted.length === 0 && isSame(known.pointer, before, board))
      return { outcome: 'unchanged', ...ended(known.pointer), waiting };
    await inTurn(CONCURRENT, wanted, async (group) => {
      options.signal?.throwIfAborted();
      const id = keyOf(group);
      const part = made.get(id) ?? (await put(packOf(group)));
      made.set(id, part);
      groups.set(group.name, [group.name, followsOf(group), part]);
    });
    const { dropped, over } = await endedParts(before, groups, known?.pointer.contents);
    const { ranks, index_head, spread, publication, program, checkpoint, keys } = board;
    const contents = await put(
      packJson({ format: 1, ranks, index_head, spread, groups: [...groups.values()], dropped }, options.newId()),
    );
    const stamp = Math.max(Math.floor(options.now().getTime() / 1_000), (known?.pointer.stamp ?? 0) + 1);
    const next: BoardPointer = { format: 1, publication, program, stamp, contents, checkpoint, keys };
    const bytes = Buffer.from(`${JSON.stringify(next)}\n`);
    options.signal?.throwIfAborted();
    const moved = (await place.pointer.replace(bytes, known?.version)) || (await isOurs(bytes));
    count(bytes);
    if (moved) {
      counts.removed += over;
      return { outcome: 'published', publication, waiting, ...counts };
    }
  }
  throw new Refusal(`${place.pointer.place}: other writers were first ${ATTEMPTS} times; run it again.`);

  /** They never change, so those of the last publication are not read again. */
  async function contentsOf(pointer: BoardPointer): Promise<BoardContents | undefined> {
    const { memory = {} } = options;
    const contents = memory.name === pointer.contents ? memory.contents : await readBoardContents(place, pointer);
    Object.assign(memory, { name: pointer.contents, contents });
    return contents;
  }

  function packOf(group: BoardGroup): Promise<PackedPart> {
    return Promise.resolve(group.lines()).then((lines) => packLines(lines, options.newId()));
  }

  /** After a failure an attempt may have succeeded that looked as if it had not. */
  async function isOurs(bytes: Uint8Array): Promise<boolean> {
    const there = await place.pointer.read();
    return there !== undefined && Buffer.from(there.bytes).equals(bytes);
  }

  function ended({ publication }: BoardPointer) {
    return { publication, waiting: 0, ...counts };
  }

  /** Removes parts that were dropped long ago. @returns those that are still to be removed, and how many were */
  async function endedParts(
    before: BoardContents | undefined,
    groups: ReadonlyMap<string, readonly [string, string, string]>,
    contents: string | undefined,
  ): Promise<{ dropped: BoardContents['dropped']; over: number }> {
    const at = options.now();
    const earlier = before?.dropped ?? [];
    const due = earlier.filter(([, since]) => at.getTime() - Date.parse(since) > GRACE_MS).slice(0, REMOVED_MAX);
    await inTurn(CONCURRENT, due, ([part]) => place.parts.delete(part));
    const removed = new Set(due.map(([part]) => part));
    const named = new Set([...groups.values()].map(([, , part]) => part));
    const gone = [...(before?.groups.map(([, , part]) => part) ?? []), ...(contents === undefined ? [] : [contents])];
    return {
      over: due.length,
      dropped: [
        ...earlier.filter(([part]) => !removed.has(part)),
        ...gone.filter((part) => !named.has(part)).map((part): [string, string] => [part, at.toISOString()]),
      ],
    };
  }
}

type Held = ReadonlyMap<string, { follows: string; part: string }>;

/** Which groups must be made, and which are kept as they are. */
function chosen(all: readonly BoardGroup[], held: Held, renew_max: number) {
  const groups = new Map<string, [string, string, string]>();
  const wanted: BoardGroup[] = [];
  const stale: { group: BoardGroup; was: string }[] = [];
  for (const group of all) {
    const kept = held.get(group.name);
    if (kept?.follows === followsOf(group)) groups.set(group.name, [group.name, kept.follows, kept.part]);
    else if (kept && kept.follows.split('~')[0] === group.follows) {
      groups.set(group.name, [group.name, kept.follows, kept.part]);
      stale.push({ group, was: kept.follows.split('~')[1] ?? '' });
    } else wanted.push(group);
  }
  // Those first that were renewed longest ago.
  stale.sort((a, b) => compareVersions(a.was, b.was));
  wanted.push(...stale.slice(0, renew_max).map(({ group }) => group));
  return { groups, wanted, waiting: Math.max(0, stale.length - renew_max) };
}

const followsOf = ({ follows, renewed }: BoardGroup) => (renewed === undefined ? follows : `${follows}~${renewed}`);
const keyOf = (group: BoardGroup) => `${group.name} ${followsOf(group)}`;

/** Whether the board there is newer than this one. @throws Refusal where it is of another log */
async function isNewer(there: BoardPointer, board: Board, { pointer }: BoardPlace): Promise<boolean> {
  const own = parseCheckpoint(partsOfNote(board.checkpoint)?.text ?? '');
  const head = await headOf(there, keyTexts(board.keys));
  if (!own || !head || head.origin !== own.origin)
    throw new Refusal(
      `${pointer.place}: the board there is signed with the key of another log; nothing was changed. Name another prefix. If this log began anew, remove what is there.`,
    );
  if (there.publication !== board.publication) return there.publication > board.publication;
  if (head.size !== own.size) return head.size > own.size;
  // Two versions of the program must not write the same board in turn.
  return compareVersions(there.program, board.program) > 0;
}

const isSame = (there: BoardPointer, contents: BoardContents, board: Board): boolean =>
  there.publication === board.publication &&
  there.checkpoint === board.checkpoint &&
  there.keys === board.keys &&
  contents.index_head === board.index_head &&
  contents.groups.length === board.groups.length &&
  JSON.stringify(contents.ranks) === JSON.stringify(board.ranks);

/** The texts of the keys that a document of keys names. */
export function keyTexts(document: string): string[] {
  const json = strictJson(Buffer.from(document));
  const keys = 'value' in json ? (json.value as { keys?: { key?: unknown }[] } | null)?.keys : undefined;
  return (Array.isArray(keys) ? keys : []).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
}
