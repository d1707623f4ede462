import { Refusal } from '@readymark/rubric/refusal';
import { compareVersions } from '@readymark/rubric/rubric';
import { parseCheckpoint, type TreeHead } from '@readymark/tlog/checkpoint';
import { partsOfNote, type SigningKey } from '@readymark/tlog/note';
import { openCheckpoint, parseKey, strictJson, trustedKeys } from '@readymark/verify';
import {
  BOARD_FORMAT,
  type BoardContents,
  type BoardPointer,
  boardContents,
  boardPointer,
  type ListedGroup,
} from '../../domain/board/board.ts';
import { isSigned, signPointer } from '../../domain/board/signed-pointer.ts';
import type { BoardPlace } from '../../store/blobs/open-board-place.ts';
import { inTurn } from './in-turn.ts';
import { checkedLines, type GroupContent, type PackedPart, packGroup, packJson, unpackJson } from './parts.ts';

/**
 * Some documents of the board that are stored together. `follows` is what they follow from: as long as it is the same, they are not made
 * again. What differs in `renewed` alone may wait (decision 214).
 */
export type BoardGroup = {
  name: string;
  follows: string;
  renewed?: string;
  content(): Promise<GroupContent> | GroupContent;
};

/** The whole board as one node shows it. */
export type Board = Pick<BoardPointer, 'publication' | 'program' | 'checkpoint' | 'keys'> &
  Pick<BoardContents, 'ranks' | 'index_head'> & {
    /** Its groups, where companies were dealt into so many before; undefined for a new board. */
    groups(spread: number | undefined): { spread: number; groups: readonly BoardGroup[] };
  };

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
  /** The key of the public log, which signs the pointer. @throws Refusal where this process has it not */
  key(): Promise<SigningKey>;
  /** What is remembered from one publication to the next. */
  memory?: { name?: string; contents?: BoardContents | undefined };
  /** Whether parts are looked for that no list names: those of a writer that ended before it moved the pointer. */
  sweep?: boolean;
  /** How many groups may be renewed that need not be. */
  renew_max: number;
  signal?: AbortSignal | undefined;
  /** Called after each object. */
  at?(written: number): void;
};

/** How long readers of an older board still find its parts. */
const GRACE_MS = 3_600_000;

/** How long parts stay that no list ever named: another writer may be about to name them. */
const UNNAMED_MS = 24 * GRACE_MS;

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
  { contents, contents_bytes }: BoardPointer,
): Promise<BoardContents | undefined> {
  const bytes = await parts.get(contents);
  const json = bytes && (await unpackJson(bytes, contents_bytes).catch(() => undefined));
  return boardContents.safeParse(json).data;
}

/**
 * The head of the log that a pointer says, if one of these keys, or one that followed them, signed that.
 *
 * @returns `signed`: whether such a key signed the pointer itself, without which nothing else in it may be believed
 */
export async function headOf(
  pointer: BoardPointer,
  trusted: readonly string[],
): Promise<{ head: TreeHead; signed: boolean } | undefined> {
  const published = strictJson(Buffer.from(pointer.keys));
  const given = (await Promise.all(trusted.map(parseKey))).filter((key) => key !== undefined);
  const { keys } = await trustedKeys(given, 'value' in published ? published.value : undefined);
  const opened = await openCheckpoint(pointer.checkpoint, keys);
  if (!('head' in opened)) return undefined;
  const texts = keys.map(({ text }) => text);
  return { head: opened.head, signed: isSigned(pointer, opened.head.origin, texts) };
}

/**
 * Writes what differs: parts first, and then the pointer, where it still is as it was read. Whoever is second reads again and goes on
 * from there. A pointer never moves to an older publication or a shorter log. One that this log's key did not sign is replaced, and
 * nothing that it names is believed.
 *
 * @throws Refusal for the board of another log, and without the key; BlobFailure
 */
export async function publishBoard(
  place: BoardPlace,
  boardOf: () => Promise<Board | undefined>,
  options: PublishOptions,
): Promise<BoardOutcome> {
  const writer = openWriter(place, options);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const board = await boardOf();
    if (!board) return { outcome: 'nothing', publication: 0, waiting: 0, ...writer.counts };
    const known = await readBoardPointer(place);
    const there = known && (await ownPointer(known.pointer, board, place));
    if (there?.signed && isNewer(there, board)) return ended('older', there.pointer);
    const before = there?.signed ? await contentsOf(there.pointer) : undefined;
    const { spread, groups: all } = board.groups(before?.spread);
    const held = new Map(before?.groups.map((group) => [group[0], group]));
    const { groups, wanted, waiting } = chosen(all, held, options.renew_max);
    if (there && before && wanted.length === 0 && isSame(there.pointer, before, board, all.length))
      return ended('unchanged', there.pointer, waiting);
    await inTurn(CONCURRENT, wanted, async (group) => {
      options.signal?.throwIfAborted();
      groups.set(group.name, [group.name, followsOf(group), ...(await writer.putGroup(group, spread))]);
    });
    const list = [...groups.values()];
    const { dropped, over } = await endedParts(before, list, there?.signed ? there.pointer.contents : undefined);
    const { ranks, index_head, publication, program, checkpoint, keys } = board;
    const contents = { format: BOARD_FORMAT, ranks, index_head, spread, groups: list, dropped };
    const part = await writer.put(packJson(contents, options.newId()));
    const now = Math.floor(options.now().getTime() / 1_000);
    const stamp = Math.max(now, there?.signed ? there.pointer.stamp + 1 : 0);
    const named = { contents: part.name, contents_bytes: part.size };
    const next = signPointer(
      { format: BOARD_FORMAT, publication, program, stamp, ...named, checkpoint, keys },
      await options.key(),
    );
    options.signal?.throwIfAborted();
    if (await writer.point(next, known?.version)) {
      if (options.memory) Object.assign(options.memory, { name: part.name, contents });
      writer.counts.removed += over;
      return { outcome: 'published', publication, waiting, ...writer.counts };
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

  function ended(outcome: BoardOutcome['outcome'], { publication }: BoardPointer, waiting = 0): BoardOutcome {
    return { outcome, publication, waiting, ...writer.counts };
  }

  /** Removes parts that were dropped long ago, and are not named again. @returns those that are still to be removed, and how many were */
  async function endedParts(
    before: BoardContents | undefined,
    groups: readonly ListedGroup[],
    contents: string | undefined,
  ): Promise<{ dropped: BoardContents['dropped']; over: number }> {
    const at = options.now();
    const named = new Set(groups.map(([, , part]) => part));
    const were = new Set([
      ...(before?.groups ?? []).map(([, , part]) => part),
      ...(contents === undefined ? [] : [contents]),
    ]);
    // Whatever a list says: what it names itself is needed for an hour from now on.
    const earlier = (before?.dropped ?? []).filter(([part]) => !named.has(part) && !were.has(part));
    const due = earlier.filter(([, since]) => at.getTime() - Date.parse(since) > GRACE_MS).slice(0, REMOVED_MAX);
    await inTurn(CONCURRENT, due, ([part]) => place.parts.delete(part));
    const removed = new Set(due.map(([part]) => part));
    const dropped = new Map(earlier.filter(([part]) => !removed.has(part)));
    const drop = (part: string, since: Date) => {
      if (!named.has(part) && !dropped.has(part)) dropped.set(part, since.toISOString());
    };
    for (const part of were) drop(part, at);
    if (options.sweep)
      for await (const part of place.parts.list())
        if (!removed.has(part)) drop(part, new Date(at.getTime() + UNNAMED_MS - GRACE_MS));
    return { over: due.length, dropped: [...dropped] };
  }
}

/** Puts what a publication needs, and counts it. What was put is not put again by a later attempt. */
function openWriter(place: BoardPlace, options: PublishOptions) {
  const counts = { writes: 0, bytes: 0, removed: 0 };
  const made = new Map<string, [string, number]>();
  function count(bytes: Uint8Array): void {
    counts.writes += 1;
    counts.bytes += bytes.byteLength;
    options.at?.(counts.writes);
  }
  async function put(part: Promise<PackedPart>): Promise<PackedPart> {
    const packed = await part;
    await place.parts.put(packed.name, packed.bytes);
    count(packed.bytes);
    return packed;
  }
  return {
    counts,
    put,
    /** @returns the part of a group, and its bytes when it is unpacked */
    async putGroup(group: BoardGroup, spread: number): Promise<[string, number]> {
      const id = `${group.name} ${followsOf(group)}`;
      const before = made.get(id);
      if (before) return before;
      const content = await group.content();
      // No edge would take what it must not have.
      if ('lines' in content) checkedLines(group.name, content.lines, spread);
      const { name, size } = await put(packGroup(content, options.newId()));
      made.set(id, [name, size]);
      return [name, size];
    },
    /** Moves the pointer. After a failure that may have happened although it looked as if it had not. */
    async point(pointer: BoardPointer, version: string | undefined): Promise<boolean> {
      const bytes = Buffer.from(`${JSON.stringify(pointer)}\n`);
      const moved = await place.pointer.replace(bytes, version);
      count(bytes);
      if (moved) return true;
      const there = await place.pointer.read();
      return there !== undefined && Buffer.from(there.bytes).equals(bytes);
    },
  };
}

/** Which groups must be made, and which are kept as they are. */
function chosen(all: readonly BoardGroup[], held: ReadonlyMap<string, ListedGroup>, renew_max: number) {
  const groups = new Map<string, ListedGroup>();
  const wanted: BoardGroup[] = [];
  const stale: { group: BoardGroup; was: string }[] = [];
  for (const group of all) {
    const kept = held.get(group.name);
    const [follows, renewed = ''] = kept?.[1].split('~') ?? [];
    if (kept && kept[1] === followsOf(group)) groups.set(group.name, kept);
    else if (kept && follows === group.follows) {
      groups.set(group.name, kept);
      stale.push({ group, was: renewed });
    } else wanted.push(group);
  }
  // Those first that were renewed longest ago.
  stale.sort((a, b) => compareVersions(a.was, b.was));
  wanted.push(...stale.slice(0, renew_max).map(({ group }) => group));
  return { groups, wanted, waiting: Math.max(0, stale.length - renew_max) };
}

const followsOf = ({ follows, renewed }: BoardGroup) => (renewed === undefined ? follows : `${follows}~${renewed}`);

type OwnPointer = { pointer: BoardPointer; head: TreeHead; own: TreeHead; signed: boolean };

/** A pointer of this log. @throws Refusal where it is of another one */
async function ownPointer(pointer: BoardPointer, board: Board, place: BoardPlace): Promise<OwnPointer> {
  const own = parseCheckpoint(partsOfNote(board.checkpoint)?.text ?? '');
  const found = await headOf(pointer, keyTexts(board.keys));
  if (!own || !found || found.head.origin !== own.origin)
    throw new Refusal(
      `${place.pointer.place}: the board there is signed with the key of another log; nothing was changed. Name another prefix. If this log began anew, remove what is there.`,
    );
  return { pointer, own, ...found };
}

/** Whether the board there is newer than this one. */
function isNewer({ pointer, head, own }: OwnPointer, board: Board): boolean {
  if (pointer.publication !== board.publication) return pointer.publication > board.publication;
  if (head.size !== own.size) return head.size > own.size;
  // Two versions of the program must not write the same board in turn.
  return compareVersions(pointer.program, board.program) > 0;
}

const isSame = (there: BoardPointer, contents: BoardContents, board: Board, groups: number): boolean =>
  there.publication === board.publication &&
  there.checkpoint === board.checkpoint &&
  there.keys === board.keys &&
  contents.index_head === board.index_head &&
  contents.groups.length === groups &&
  JSON.stringify(contents.ranks) === JSON.stringify(board.ranks);

/** The texts of the keys that a document of keys names. */
export function keyTexts(document: string): string[] {
  const json = strictJson(Buffer.from(document));
  const keys = 'value' in json ? (json.value as { keys?: { key?: unknown }[] } | null)?.keys : undefined;
  return (Array.isArray(keys) ? keys : []).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
}
