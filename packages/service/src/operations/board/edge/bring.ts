import { Refusal } from '@readymark/rubric/refusal';
import { type BoardContents, type BoardFormer, type ListedGroup, rankEnd } from '../../../domain/board/board.ts';
import { byOrder, canBeTogether } from '../groups.ts';
import { inTurn } from '../in-turn.ts';
import { type CheckedLine, unpackEntries, unpackLines } from '../parts.ts';
import type { Fetched } from './fetched.ts';
import type { Files } from './files.ts';
import { type Held, type HeldGroup, nothing } from './held.ts';
import { INDEX } from './index-file.ts';

/** Parts that are read, and files that are written, at a time. */
const CONCURRENT = 8;

/** Groups that are marked together before any of their files is written. */
const BATCH = 64;

/** What was checked stays in memory up to so many bytes; more is unpacked again when it is written. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** What bringing a board cost. */
export type Brought = { parts: number; bytes: number; files: number; removed: number };

/** Where a board is brought to, and from where. */
export type Bringing = {
  files: Files;
  held: Held;
  fetched: Fetched;
  contents: BoardContents;
  stamp: number;
  counts: Brought;
};

/** A group that is to be written, as it was and as it will be. `marked`: it stays marked until what is over is removed. */
type Change = { name: string; before: HeldGroup; after: HeldGroup & { part: string }; marked: boolean };

/** Groups that differ from what is here, in the order in which they are written, and those that are over. */
export function differing(held: Held, { groups }: BoardContents): { changed: ListedGroup[]; gone: string[] } {
  const named = new Set(groups.map(([name]) => name));
  return {
    changed: groups.filter(([name, , part]) => held.get(name)?.part !== part).sort(([a], [b]) => byOrder(a, b)),
    gone: [...held.names()].filter((name) => !named.has(name)),
  };
}

/**
 * Brings parts, and checks each before anything is written: its hash, its size, and whether its group may have such documents.
 *
 * @returns how to read the lines of one
 * @throws BlobFailure; Refusal for parts that must not be shown
 */
export async function bringParts(
  bringing: Bringing,
  changed: readonly ListedGroup[],
): Promise<(group: ListedGroup) => Promise<readonly CheckedLine[]>> {
  const { held, fetched, contents, counts } = bringing;
  await inTurn(CONCURRENT, changed, async ([, , part]) => {
    const bytes = await fetched.bring(part);
    counts.parts += Number(bytes > 0);
    counts.bytes += bytes;
  });
  const kept = new Map<string, readonly CheckedLine[]>();
  let bytes = 0;
  const files_of_site: string[] = [];
  for (const group of changed) {
    const [name, , , size] = group;
    const lines = await checked(group);
    bytes += size;
    if (bytes <= KEPT_BYTES_MAX) kept.set(name, lines);
    if (name.startsWith('site/')) files_of_site.push(...lines.flatMap(({ file }) => file ?? []));
  }
  const written = new Set(changed.map(([name]) => name));
  for (const [name] of contents.groups)
    if (name.startsWith('site/') && !written.has(name))
      files_of_site.push(...(held.get(name)?.files.map(([file]) => file.slice(SITE.length)) ?? []));
  if (!canBeTogether(files_of_site)) throw new Refusal(notShown('two of its documents are one file'));
  return async (group) => kept.get(group[0]) ?? checked(group);

  async function checked([name, , part, size]: ListedGroup): Promise<readonly CheckedLine[]> {
    const packed = await fetched.get(part);
    try {
      if (!name.startsWith('index/')) return await unpackLines(packed, { name, size, spread: contents.spread });
      await unpackEntries(packed, size);
      return [];
    } catch {
      throw new Refusal(notShown(`of its group ${name} a part is not what it should be`));
    }
  }
}

const notShown = (why: string) =>
  `The board in the store is not shown, because ${why}; what was shown stays. Publish it again with the newest version of Readymark.`;

/** Where documents are. */
const SITE = 'site/';

/**
 * Writes what changed. Each batch of groups is marked before, with the files that it had and those that it will have, so that whoever goes
 * on after a crash writes them again and knows what to remove.
 *
 * @returns all changes
 */
export async function writeGroups(
  bringing: Bringing,
  changed: readonly ListedGroup[],
  linesOf: (group: ListedGroup) => Promise<readonly CheckedLine[]>,
): Promise<Change[]> {
  const { held } = bringing;
  const changes: Change[] = [];
  for (let at = 0; at < changed.length; at += BATCH) {
    const batch: { change: Change; lines: readonly CheckedLine[] }[] = [];
    for (const group of changed.slice(at, at + BATCH)) {
      const lines = await linesOf(group);
      batch.push({ change: changeOf(bringing, group, lines), lines });
    }
    await held.note(batch.map(({ change: { name, before, after } }) => [name, both(before, after)]));
    for (const { change, lines } of batch) await writeGroup(bringing, change.name, lines);
    await held.note(batch.flatMap(({ change: { name, after, marked } }) => (marked ? [] : [[name, after] as const])));
    for (const { change } of batch) changes.push(change);
  }
  return changes;
}

function changeOf({ held, contents }: Bringing, [name, , part]: ListedGroup, lines: readonly CheckedLine[]): Change {
  const before = held.get(name) ?? nothing;
  const after: Change['after'] = { part, files: [], former: [] };
  for (const line of lines)
    if ('former' in line) after.former.push(line.former);
    else after.files.push([`${SITE}${line.file}`, bytesOf(line, contents.ranks).byteLength, line.score ?? null]);
  return { name, before, after, marked: namesMore(before, after) };
}

async function writeGroup(bringing: Bringing, name: string, lines: readonly CheckedLine[]): Promise<void> {
  const { files, contents, stamp, counts } = bringing;
  const { ranks } = contents;
  // In their order: the checkpoint is the last of its group.
  await inTurn(name.startsWith('log/') ? 1 : CONCURRENT, lines, async (line) => {
    if ('former' in line) return putFormer(files, line);
    const { score } = line;
    const modified = score === undefined ? Math.floor(Date.parse(line.modified) / 1_000) : stamp;
    const end = score === undefined ? {} : { end: rankEnd(ranks[score] ?? 0) };
    if (await files.put(`${SITE}${line.file}`, bytesOf(line, ranks), { modified, stamp, ...end })) counts.files += 1;
  });
}

function bytesOf(
  { text = '', base64, score }: Extract<CheckedLine, { path: string }>,
  ranks: BoardContents['ranks'],
): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return Buffer.from(score === undefined ? text : text + rankEnd(ranks[score] ?? 0));
}

async function putFormer(files: Files, { former, moved_to, gone }: BoardFormer): Promise<void> {
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

/**
 * Removes what is over, when all that is new is there. A path is of one group alone, so only what changed can have a file that another
 * group had before.
 *
 * @param all whether nothing was known of the folder: then everything goes that no group has
 */
export async function removeOver(
  { files, held, counts }: Bringing,
  { gone, changes }: { gone: readonly string[]; changes: readonly Change[] },
  all: boolean,
): Promise<void> {
  const stay = all ? [...held.names()].filter((name) => !gone.includes(name)) : [];
  const now = [...changes.map(({ after }) => after), ...stay.map((name) => held.get(name) ?? nothing)];
  const current = new Set([INDEX, ...now.flatMap((group) => group.files.map(([file]) => file))]);
  const former = new Set(now.flatMap((group) => group.former));
  const ended = [...changes.map(({ before }) => before), ...gone.map((name) => held.get(name) ?? nothing)];
  const there = all ? [...(await files.list('site')), ...(await files.list('held'))] : [];
  const over = new Set([...ended.flatMap((group) => group.files.map(([file]) => file)), ...there]);
  await inTurn(CONCURRENT, over, async (file) => {
    if (current.has(file)) return;
    await files.remove(file);
    counts.removed += 1;
  });
  const slugs = all ? [...(await files.list('gone')), ...(await files.list('moved'))].map(slugOf) : [];
  for (const slug of new Set([...ended.flatMap((group) => group.former), ...slugs]))
    if (!former.has(slug)) {
      await files.remove(`gone/${slug}.json`);
      await files.remove(`moved/${slug}`);
    }
  const marked = changes.filter((change) => change.marked);
  await held.note([
    ...marked.map(({ name, after }) => [name, after] as const),
    ...gone.map((name) => [name, undefined] as const),
  ]);
}

const slugOf = (file: string) => file.replace(/^[^/]*\//, '').replace(/\.json$/, '');

/** What a group may have while it is written. */
function both(before: HeldGroup, after: HeldGroup): HeldGroup {
  const files = new Map([...before.files, ...after.files].map((one) => [one[0], one]));
  return { part: null, files: [...files.values()], former: [...new Set([...before.former, ...after.former])] };
}

/** Whether a group named files or slugs before that it does not name any more. */
function namesMore(before: HeldGroup, after: HeldGroup): boolean {
  const namesOf = ({ files, former }: HeldGroup) => [...files.map(([file]) => file), ...former];
  const now = new Set(namesOf(after));
  return namesOf(before).some((one) => !now.has(one));
}
