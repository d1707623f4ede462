import { Refusal } from '@readymark/rubric/refusal';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { partsOfNote } from '@readymark/tlog/note';
import { strictJson } from '@readymark/verify';
import { z } from 'zod';
import { type BoardContents, type BoardPointer, boardContents, boardPointer } from '../../../domain/board/board.ts';
import { BlobFailure } from '../../../store/blobs/blobs.ts';
import type { BoardPlace } from '../../../store/blobs/open-board-place.ts';
import { inTurn } from '../in-turn.ts';
import { headOf, keyTexts, readBoardContents, readBoardPointer } from '../publish-board.ts';
import { type Bringing, type Brought, bringParts, differing, removeOver, writeGroups } from './bring.ts';
import { openFetched } from './fetched.ts';
import { type Files, UNFINISHED } from './files.ts';
import { beginHeld, type HeldGroup, openHeld } from './held.ts';
import { INDEX, openIndexFile } from './index-file.ts';
import { openRanks } from './ranks.ts';

/**
 * Brings a board from a store into a folder that nginx serves (decision 214). Nothing is served that this program answers: it may be
 * stopped at any time, and nginx goes on with what is there.
 *
 * `site/`: documents by their paths, as `export FOLDER` writes them · `gone/SLUG.json`: what is answered with 410 · `moved/SLUG`: a link to
 * `slugs/SLUG`, the slug of now · `held.jsonl`: which files each group has · `edge.json`: what was shown last · `fetched/`: parts.
 */
export type Edge = {
  /** Looks at the pointer, and brings what is new. @throws Refusal for what must not be shown, and where the folder cannot be written; BlobFailure */
  step(): Promise<EdgeOutcome>;
};

export type EdgeOutcome = Brought & {
  outcome: 'shown' | 'same' | 'older';
  /** Groups in which the ranks of other companies are those of before; the next steps go on with them. */
  waiting: number;
  publication: number;
};

const edgeState = z.object({
  /** The keys of the log that are believed: those that were given, or those of the first pointer. */
  keys: z.array(z.string()),
  /** The pointer that was shown last; null before the first. */
  pointer: boardPointer.nullable().catch(null),
  /** The time of the files that changed last, in seconds since 1970: it grows, whatever a pointer says. */
  stamp: boardPointer.shape.stamp.catch(0),
  /** null while files get their new ranks. */
  ranks: boardContents.shape.ranks.nullable().catch(null),
});
type EdgeState = z.infer<typeof edgeState>;

const STATE = 'edge.json';

/** Files that are looked at, at a time. */
const CONCURRENT = 8;

/** @param given texts of keys of logs that are believed; without any those of the first pointer are, from then on */
export async function openEdge(place: BoardPlace, files: Files, given: readonly string[]): Promise<Edge> {
  let state = await readState(files, given);
  const known = await openHeld(files);
  /** Whether nothing is known of what is in the folder. */
  let unknown = known === undefined;
  const held = known ?? (await beginHeld(files));
  const fetched = openFetched(place, files);
  const index = openIndexFile(files, fetched);
  const ranks = openRanks(files, held);
  for (const file of await files.list(UNFINISHED)) await files.remove(file);
  for (const name of held.names()) if (!(await isWhole(files, held.get(name)))) held.doubt(name);
  let index_whole = (await files.size(INDEX)) !== undefined;

  return {
    step: () => step().catch(orRefused),
  };

  async function step(): Promise<EdgeOutcome> {
    const found = await readBoardPointer(place);
    if (!found) throw new Refusal(`${place.pointer.place}: there is no board; publish one with readymark export --to.`);
    const { pointer } = found;
    const shown = state?.pointer;
    const counts: Brought = { parts: 0, bytes: 0, files: 0, removed: 0 };
    if (shown && isSame(shown, pointer) && isFinished()) return ended(await goOn(counts), counts);
    const trusted = given.length ? given : (state?.keys ?? keyTexts(pointer.keys));
    const opened = await headOf(pointer, trusted);
    if (!opened?.signed)
      throw new Refusal(
        `${place.pointer.place}: the board there is not signed with the key of this log; what was shown stays. If its key began anew, give the new one with --key and an empty folder.`,
      );
    if (shown && isOlder(pointer, opened.head.size, shown)) {
      await goOn(counts);
      return ended('older', counts);
    }
    const contents = await readBoardContents(place, pointer);
    if (!contents) throw new BlobFailure(`${place.parts.place}: the list of the parts of the board is not there`);
    await bring(pointer, contents, trusted, counts);
    await goOn(counts);
    return ended('shown', counts);
  }

  function ended(outcome: EdgeOutcome['outcome'], counts: Brought): EdgeOutcome {
    return { outcome, ...counts, waiting: ranks.waiting, publication: state?.pointer?.publication ?? 0 };
  }

  /** Whether all that the last pointer says is here, but for ranks that this process goes on with. */
  function isFinished(): boolean {
    const begun = state?.ranks !== null || ranks.waiting > 0;
    const believed = given.length === 0 || String(given) === String(state?.keys);
    return begun && believed && index_whole && ![...held.names()].some((name) => held.get(name)?.part === null);
  }

  /** The ranks of others follow what was published: new publications do not wait for them. */
  async function goOn(counts: Brought): Promise<'shown' | 'same'> {
    if (!state || ranks.waiting === 0) return 'same';
    counts.files += ranks.goOn();
    if (ranks.shown) await save({ ...state, ranks: ranks.shown });
    return 'shown';
  }

  async function bring(
    pointer: BoardPointer,
    contents: BoardContents,
    keys: readonly string[],
    counts: Brought,
  ): Promise<void> {
    const stamp = Math.max(pointer.stamp, (state?.stamp ?? 0) + 1);
    const bringing: Bringing = { files, held, fetched, contents, stamp, counts };
    const { changed, gone } = differing(held, contents);
    const linesOf = await bringParts(bringing, changed);
    const before = ranks.shown ?? state?.ranks ?? null;
    await save({ keys: [...keys], pointer: state?.pointer ?? null, stamp, ranks: null });
    const changes = await writeGroups(bringing, changed, linesOf);
    const of_index = [...changed.map(([name]) => name), ...gone].some((name) => name.startsWith('index/'));
    const same_ranks = before !== null && JSON.stringify(before) === JSON.stringify(contents.ranks);
    if ((of_index || !same_ranks || !index_whole) && (await index.show(contents, stamp))) counts.files += 1;
    index_whole = true;
    await removeOver(bringing, { gone, changes }, unknown);
    unknown = false;
    await fetched.keepOnly(
      new Set(contents.groups.flatMap(([name, , part]) => (name.startsWith('index/') ? part : []))),
    );
    const written = new Set(changed.map(([name]) => name));
    if (!same_ranks) ranks.begin(contents.ranks, stamp, { written, before });
    await save({ keys: [...keys], pointer, stamp, ranks: ranks.waiting === 0 ? contents.ranks : null });
  }

  async function save(next: EdgeState): Promise<void> {
    await files.note(STATE, JSON.stringify(next));
    state = next;
  }
}

const isSame = (a: BoardPointer, b: BoardPointer) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Whether a pointer is older than the one that is shown: a cache of the store, or a store that was restored. The time in it decides only
 * between two of the same publication, so that a clock that was far ahead stops no edge.
 */
function isOlder(pointer: BoardPointer, size: number, shown: BoardPointer): boolean {
  const before = parseCheckpoint(partsOfNote(shown.checkpoint)?.text ?? '')?.size ?? 0;
  if (pointer.publication !== shown.publication || size !== before)
    return pointer.publication < shown.publication || size < before;
  return pointer.stamp < shown.stamp;
}

/** Whether all files of a group, and `.gz` beside them, are as long as they were written: a power cut may leave empty ones. Ranks differ in length. */
async function isWhole(files: Files, group: HeldGroup | undefined): Promise<boolean> {
  let whole = true;
  await inTurn(CONCURRENT, group?.files ?? [], async ([file, bytes, score]) => {
    const size = await files.size(file);
    if (size === undefined || (score === null ? size !== bytes : Math.abs(size - bytes) > 8)) whole = false;
  });
  return whole;
}

/** @throws Refusal where nobody knows any more which key was believed */
async function readState(files: Files, given: readonly string[]): Promise<EdgeState | undefined> {
  const bytes = await files.read(STATE);
  if (!bytes) return undefined;
  const json = strictJson(bytes);
  const state = 'value' in json ? edgeState.safeParse(json.value).data : undefined;
  if (state || given.length) return state;
  throw new Refusal(`${STATE} in the folder is damaged, so nobody knows which key was believed: give it with --key.`);
}

/** What the folder cannot do now, in words for an operator: what is shown stays, and the next step goes on. */
function orRefused(error: unknown): never {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof Refusal || error instanceof BlobFailure || code === undefined || syscall === undefined)
    throw error;
  throw new Refusal(
    `The folder cannot be written (${code}${code === 'ENOSPC' ? ', its disk is full' : ''}); what was shown stays, and the rest follows when it can be written.`,
  );
}
