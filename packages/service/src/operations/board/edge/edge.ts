import { Refusal } from '@readymark/rubric/refusal';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { partsOfNote } from '@readymark/tlog/note';
import { strictJson } from '@readymark/verify';
import { z } from 'zod';
import { fileOf } from '../../../documents/export/tree.ts';
import {
  type BoardContents,
  type BoardLine,
  type BoardPointer,
  boardPointer,
  INDEX_FILE,
  rankEnd,
  rankLead,
} from '../../../domain/board/board.ts';
import { BlobFailure, nameOf } from '../../../store/blobs/blobs.ts';
import type { BoardPlace } from '../../../store/blobs/open-board-place.ts';
import { inTurn } from '../in-turn.ts';
import { unpackLines } from '../parts.ts';
import { headOf, keyTexts, readBoardContents, readBoardPointer } from '../publish-board.ts';
import type { Files } from './files.ts';

/**
 * Brings a board from a store into a folder that nginx serves (decision 214). Nothing is served that this program answers: it may be
 * stopped at any time, and nginx goes on with what is there.
 *
 * `site/`: documents by their paths, as `export FOLDER` writes them · `gone/SLUG.json`: what is answered with 410 · `moved/SLUG`: a link to
 * `slugs/SLUG`, the slug of now · `held/`: which files each group has · `edge.json`: the pointer that was shown last.
 */
export type Edge = {
  /** Looks at the pointer, and brings what is new. @throws Refusal for what must not be shown; BlobFailure */
  step(): Promise<EdgeOutcome>;
};

export type EdgeOutcome = {
  outcome: 'shown' | 'same' | 'older';
  /** Groups in which the ranks of other companies are those of before; the next steps go on with them. */
  waiting: number;
  publication: number;
  /** Parts that were read, their bytes, and files that were written and removed. */
  parts: number;
  bytes: number;
  files: number;
  removed: number;
};

const heldGroup = z.object({
  /** null while its files are written. */
  part: z.string().nullable(),
  /** Files with their lengths, and the score whose rank they end with. */
  files: z.array(z.tuple([z.string(), z.int(), z.int().nullable()])),
  former: z.array(z.string()),
});
type HeldGroup = z.infer<typeof heldGroup>;

const edgeState = z.object({
  /** The keys of the log that are believed: those that were given, or those of the first pointer. */
  keys: z.array(z.string()),
  pointer: boardPointer,
  /** null while files get their new ranks. */
  ranks: z.record(z.string(), z.int()).nullable(),
  /** The names of all groups that have files. */
  groups: z.array(z.string()),
});
type EdgeState = z.infer<typeof edgeState>;

/** Parts that are read, and files that are written, at a time. */
const CONCURRENT = 8;

/** Which groups are written first: who reads a score finds what proves it, and the index names nothing that is not there. */
const order = ['log', 'companies', 'pages', 'site', 'index', 'former'];

const STATE = 'edge.json';

/** How long a step gives files their new ranks, so that the next publication is seen in time. */
const RANKS_MS = 500;

const endsWithRank = /,"rank":\d+\}$/;

/** @param given texts of keys of logs that are believed; without any those of the first pointer are, from then on */
export async function openEdge(place: BoardPlace, files: Files, given: readonly string[]): Promise<Edge> {
  let state = readState((await files.read(STATE))?.toString());
  const held = new Map<string, HeldGroup>();
  /** Groups whose files have ranks of before. */
  let behind: { ranks: BoardContents['ranks']; stamp: number; groups: Set<string> } | undefined;
  /** Whether an edge before this one may have ended between a `.gz` and its file. */
  let doubtful = state?.ranks === null;
  for (const name of state?.groups ?? []) {
    const text = await files.read(heldFile(name));
    const group = text && heldGroup.safeParse(parsed(text.toString())).data;
    held.set(name, group && (await isWhole(files, group)) ? group : { ...(group ?? nothing), part: null });
  }

  let index_whole = Boolean(await files.size(`site${INDEX_FILE}`));
  const believed = (keys: readonly string[]) => given.length === 0 || String(given) === String(keys);

  return {
    async step() {
      const found = await readBoardPointer(place);
      if (!found)
        throw new Refusal(`${place.pointer.place}: there is no board; publish one with readymark export --to.`);
      const { pointer } = found;
      const counts = {
        publication: state?.pointer.publication ?? 0,
        waiting: 0,
        parts: 0,
        bytes: 0,
        files: 0,
        removed: 0,
      };
      const unfinished =
        (state?.ranks === null && !behind) || !index_whole || [...held.values()].some(({ part }) => part === null);
      if (state && !unfinished && believed(state.keys) && same(state.pointer, pointer)) {
        counts.files = await goOn();
        return { outcome: counts.files || behind ? 'shown' : 'same', ...counts, waiting: behind?.groups.size ?? 0 };
      }
      const trusted = given.length ? given : (state?.keys ?? keyTexts(pointer.keys));
      const head = await headOf(pointer, trusted);
      if (!head)
        throw new Refusal(
          `${place.pointer.place}: the board there is not signed with the key of this log; what was shown stays. If its key began anew, give the new one with --key and an empty folder.`,
        );
      if (state && isOlder(pointer, head.size, state.pointer)) return { outcome: 'older', ...counts };
      const contents = await readBoardContents(place, pointer);
      if (!contents) throw new BlobFailure(`${place.parts.place}: the list of the parts of the board is not there`);
      await bring(pointer, contents, trusted, counts);
      counts.files += await goOn();
      return { outcome: 'shown', ...counts, waiting: behind?.groups.size ?? 0, publication: pointer.publication };
    },
  };

  /** The ranks of others follow what was published: new publications do not wait for them. */
  async function goOn(): Promise<number> {
    if (!behind || !state) return 0;
    const written = showRanks(behind, performance.now() + RANKS_MS);
    if (behind.groups.size > 0) return written;
    const { ranks } = behind;
    behind = undefined;
    doubtful = false;
    await save({ ...state, ranks });
    return written;
  }

  async function bring(
    pointer: BoardPointer,
    contents: BoardContents,
    keys: readonly string[],
    counts: Pick<EdgeOutcome, 'parts' | 'bytes' | 'files' | 'removed'>,
  ): Promise<void> {
    const { ranks, groups } = contents;
    const changed = groups.filter(([name, , part]) => held.get(name)?.part !== part).sort(byOrder);
    const named = new Set(groups.map(([name]) => name));
    const gone = [...held.keys()].filter((name) => !named.has(name));
    // Everything is here before anything is shown.
    await inTurn(CONCURRENT, changed, async ([, , part]) => {
      const begun = await files.read(fetchedFile(part));
      if (begun && nameOf(begun) === part) return;
      const bytes = await place.parts.get(part);
      if (!bytes) throw new BlobFailure(`${place.parts.place}: the part ${part} of the board is not there`);
      await files.keep(fetchedFile(part), bytes);
      counts.parts += 1;
      counts.bytes += bytes.byteLength;
    });
    const shown_ranks = state?.ranks ?? null;
    const names = [...new Set([...held.keys(), ...named])];
    await save({ keys: [...keys], pointer: state?.pointer ?? pointer, ranks: null, groups: names });
    const { stamp } = pointer;
    const put = async (file: string, bytes: Uint8Array, modified = stamp, end?: string) => {
      if (await files.put(file, bytes, { modified, stamp, ...(end !== undefined && { end }) })) counts.files += 1;
    };
    /** What is no longer named, and is removed when all that is new is there. */
    const over: HeldGroup[] = gone.map((name) => held.get(name) ?? nothing);
    /** Groups that are marked until then, because only their marks name what is removed. */
    const marked = new Map<string, HeldGroup & { part: string }>();
    const index = new Map<string, Entries>();
    const index_ranks = JSON.stringify(shown_ranks);
    let index_changed = !index_whole || index_ranks !== JSON.stringify(ranks);

    for (const [name, , part] of changed) {
      const before = held.get(name) ?? nothing;
      const lines = await unpackLines((await files.read(fetchedFile(part))) ?? new Uint8Array());
      const after: HeldGroup & { part: string } = { part, files: [], former: [] };
      const documents = lines.flatMap((line) => ('path' in line ? [line] : []));
      const bodies = documents.map((document) => ({ document, ...bodyOf(document, ranks) }));
      for (const { file, bytes, document } of bodies)
        after.files.push([file, bytes.byteLength, document.score ?? null]);
      for (const line of lines) if ('former' in line) after.former.push(line.former);
      await hold(name, {
        part: null,
        files: [...before.files, ...after.files],
        former: [...before.former, ...after.former],
      });
      const show = ({ file, bytes, document: { score, modified } }: (typeof bodies)[number]) =>
        score === undefined
          ? put(file, bytes, secondsOf(modified))
          : put(file, bytes, stamp, rankEnd(ranks[score] ?? 0));
      // In their order: the checkpoint is the last of its group.
      await inTurn(name.startsWith('log/') ? 1 : CONCURRENT, bodies, show);
      for (const line of lines) {
        if ('entries' in line) {
          index.set(name, line);
          await files.note(entriesFile(name), JSON.stringify(line));
          index_changed = true;
        }
        if ('former' in line) await putFormer(line);
      }
      over.push(before);
      if (namesMore(before, after)) marked.set(name, after);
      else await finish(name, after);
    }
    if (index_changed || gone.some((name) => name.startsWith('index/')))
      await put(`site${INDEX_FILE}`, await indexOf(contents, index));
    index_whole = true;
    const kept = [...named].map((name) => marked.get(name) ?? held.get(name) ?? nothing);
    const current = new Set([`site${INDEX_FILE}`, ...kept.flatMap((group) => group.files.map(([file]) => file))]);
    await inTurn(
      CONCURRENT,
      over.flatMap((group) => group.files).filter(([file]) => !current.has(file)),
      async ([file]) => {
        await files.remove(file);
        counts.removed += 1;
      },
    );
    const former = new Set(kept.flatMap((group) => group.former));
    for (const slug of over.flatMap((group) => group.former).filter((one) => !former.has(one))) {
      await files.remove(`gone/${slug}.json`);
      await files.remove(`moved/${slug}`);
    }
    for (const [name, group] of marked) await finish(name, group);
    for (const name of gone) {
      held.delete(name);
      if (name.startsWith('index/')) await files.remove(entriesFile(name));
    }
    const all_same = shown_ranks !== null && index_ranks === JSON.stringify(ranks);
    await save({ keys: [...keys], pointer, ranks: all_same ? ranks : null, groups: [...held.keys()] });
    if (!all_same)
      behind = { ranks, stamp, groups: new Set([...held.keys()].filter((name) => name.startsWith('companies/'))) };
    for (const name of gone) await files.remove(heldFile(name));
  }

  /** Files that end with a rank get that of now, as many as there is time for. @returns how many were written */
  function showRanks({ ranks, stamp }: NonNullable<typeof behind>, until: number): number {
    let written = 0;
    for (const name of behind?.groups ?? []) {
      if (performance.now() >= until) return written;
      for (const [file, , score] of held.get(name)?.files ?? []) {
        const rank = score === null ? undefined : ranks[score];
        if (rank !== undefined && files.replaceEnd(file, endsWithRank, rankEnd(rank), stamp, doubtful)) written += 1;
      }
      behind?.groups.delete(name);
    }
    return written;
  }

  /** The index, best score first, from entries that were just read or are here. */
  async function indexOf({ index_head, ranks, groups }: BoardContents, read: Map<string, Entries>): Promise<Buffer> {
    const scores = groups
      .flatMap(([name]) => (name.startsWith('index/') ? [Number(name.slice('index/'.length))] : []))
      .sort((a, b) => b - a);
    const pieces: string[] = [];
    for (const score of scores) {
      const name = `index/${score}`;
      const entries = (read.get(name) ?? (parsed(`${await files.read(entriesFile(name))}`) as Entries)).entries;
      const lead = rankLead(ranks[score] ?? 0);
      for (const entry of entries) pieces.push(lead + entry);
    }
    return Buffer.from(`${index_head}${pieces.join(',')}]}`);
  }

  async function putFormer({ former, moved_to, gone }: Extract<BoardLine, { former: string }>): Promise<void> {
    if (gone !== undefined) {
      await files.put(`gone/${former}.json`, Buffer.from(gone), { modified: 0, stamp: 0 });
      await files.remove(`moved/${former}`);
      return;
    }
    if (moved_to === undefined) return;
    await files.folder(`slugs/${moved_to}`);
    await files.link(`moved/${former}`, `../slugs/${moved_to}`);
    await files.remove(`gone/${former}.json`);
  }

  async function hold(name: string, group: HeldGroup): Promise<void> {
    await files.note(heldFile(name), JSON.stringify(group));
    held.set(name, group);
  }

  async function finish(name: string, group: HeldGroup & { part: string }): Promise<void> {
    await hold(name, group);
    await files.remove(fetchedFile(group.part));
  }

  async function save(next: EdgeState): Promise<void> {
    await files.note(STATE, JSON.stringify(next));
    state = next;
  }
}

type Entries = Extract<BoardLine, { entries: string[] }>;

const nothing: HeldGroup = { part: null, files: [], former: [] };

/** Whether a group named files or slugs before that it does not name any more. */
function namesMore(before: HeldGroup, after: HeldGroup): boolean {
  const namesOf = ({ files, former }: HeldGroup) => [...files.map(([file]) => file), ...former];
  const now = new Set(namesOf(after));
  return namesOf(before).some((one) => !now.has(one));
}

const heldFile = (name: string) => `held/${name}.json`;
const fetchedFile = (part: string) => `fetched/${part}`;
const entriesFile = (name: string) => `held/entries/${name}.json`;

function byOrder([a]: readonly [string, string, string], [b]: readonly [string, string, string]): number {
  const place = (name: string) => order.indexOf(name.split('/')[0] ?? '');
  // Full files of the log come before those that are unfinished, and the checkpoint.
  const last = (name: string) => Number(name === 'log/newest');
  return place(a) - place(b) || last(a) - last(b);
}

function bodyOf(
  { path, type, text = '', base64, score }: Extract<BoardLine, { path: string }>,
  ranks: BoardContents['ranks'],
): { file: string; bytes: Buffer } {
  const file = `site/${fileOf(path, type)}`;
  if (base64 !== undefined) return { file, bytes: Buffer.from(base64, 'base64') };
  return { file, bytes: Buffer.from(score === undefined ? text : text + rankEnd(ranks[score] ?? 0)) };
}

/** Whether a pointer is older than the one that is shown: a cache of the store, or a store that was restored. */
function isOlder(pointer: BoardPointer, size: number, shown: BoardPointer): boolean {
  const before = parseCheckpoint(partsOfNote(shown.checkpoint)?.text ?? '')?.size ?? 0;
  return pointer.publication < shown.publication || size < before || pointer.stamp < shown.stamp;
}

const same = (a: BoardPointer, b: BoardPointer) => a.stamp === b.stamp && a.contents === b.contents;

/** Whether all files of a group, and `.gz` beside them, are as long as they were written: a power cut may leave empty ones. Ranks differ in length. */
async function isWhole(files: Files, { files: all }: HeldGroup): Promise<boolean> {
  let whole = true;
  await inTurn(CONCURRENT, all, async ([file, bytes, score]) => {
    const size = await files.size(file);
    if (size === undefined || (score === null ? size !== bytes : Math.abs(size - bytes) > 8)) whole = false;
  });
  return whole;
}

function readState(text: string | undefined): EdgeState | undefined {
  return text === undefined ? undefined : edgeState.safeParse(parsed(text)).data;
}

function parsed(text: string): unknown {
  const json = strictJson(Buffer.from(text));
  return 'value' in json ? json.value : undefined;
}

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1_000);
