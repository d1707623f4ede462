import type { TreeHead } from '@readymark/tlog/checkpoint';
import { entriesOf, levelWidth, TILE_WIDTH, type TileName, tilePath } from '@readymark/tlog/tiles';
import { appendLeaf, completeRoot, type Frontier, type Hash, leafHash, rootOf, sameHash } from '@readymark/tlog/tree';

/** A file of the log by its path below `log/`; undefined where there is none. */
type ReadTile = (path: string) => Promise<Uint8Array | undefined>;

/** The size and the hash of a tree. */
type Tree = Pick<TreeHead, 'size' | 'root'>;

/** Files that are read ahead of those that are checked. */
const READ_AHEAD = 8;

/** A file that is missing, or another than it must be; the message says which, and how. */
class WrongFile extends Error {}

/**
 * Reads what a log gained between two sizes, and nothing older but the right edge of the older tree: one tile of each level.
 * That edge shows the older tree, so who knows its hash needs no proof of consistency (RFC 6962 section 2.1.2) from anybody: the new
 * entries are hashed and appended to it. Every tile that is new or became wider is compared with them.
 *
 * @param seen the tree that is known; of size 0 for a log that was never read
 * @param take is told each new entry, in order, before it is known whether they are right; a text says what is wrong with it
 * @param also heads between both sizes that the log must have had
 * @returns what is wrong; undefined when the entries lead from one tree to the other
 */
export async function checkGrowth(
  read: ReadTile,
  seen: Tree,
  head: Tree,
  take: (entry: Uint8Array, index: number) => string | undefined,
  also: readonly Tree[] = [],
): Promise<string | undefined> {
  const files = readAhead(read, soonNeeded(seen.size, head.size));
  // Told only of what was signed: until then it may have been anybody.
  let refused: string | undefined;
  try {
    const levels = await olderEdge(files, seen.size, head.size);
    let tree = frontierOf(levels, seen.size);
    const continues = sameHash(rootOf(tree), seen.root);
    for await (const [entry, index] of newEntries(files, seen.size, head.size, levels)) {
      const wrong = refused === undefined ? take(entry, index) : undefined;
      if (wrong !== undefined) refused = `entry ${index} ${wrong}`;
      const leaf = leafHash(entry);
      tree = appendLeaf(tree, leaf);
      await push(files, levels, 0, leaf);
      if (also.some(({ size, root }) => size === tree.size && !sameHash(root, rootOf(tree))))
        return `the tree of ${tree.size} entries differs from the one that was signed`;
    }
    await compareLast(files, levels, seen.size, head.size);
    const signed = sameHash(rootOf(tree), head.root);
    if (continues && signed) return refused;
    if (signed)
      return `the log was rewritten: its ${head.size} entries are signed, and the first ${seen.size} of them are not those that were seen before`;
    if (continues)
      return 'the entries and tiles do not lead to the root that was signed: entries were changed or left out, or the log was rewritten';
    return `the tiles of the first ${seen.size} entries lead neither to the root that was seen nor to the one that was signed: a tile was changed or swapped, or the log was rewritten`;
  } catch (error) {
    if (error instanceof WrongFile) return error.message;
    throw error;
  }
}

/**
 * The root over the first `size` entries of a log of `of` entries, from the tiles of that; undefined where one is missing. It
 * proves nothing by itself.
 */
export async function rootFromTiles(read: ReadTile, size: number, of: number): Promise<Hash | undefined> {
  try {
    return rootOf(frontierOf(await olderEdge({ get: read }, size, of), size));
  } catch (error) {
    if (error instanceof WrongFile) return undefined;
    throw error;
  }
}

/** Files by their paths. */
type Files = { get: ReadTile };

/** The last tile of each level as far as it goes: its number, and its hashes. */
type Levels = { n: number; hashes: Hash[] }[];

const widthIn = (size: number, level: TileName['level'], n: number) =>
  Math.min(TILE_WIDTH, levelWidth(size, level) - n * TILE_WIDTH);

async function fileOf({ get }: Files, name: TileName): Promise<Uint8Array> {
  const path = tilePath(name);
  const bytes = await get(path);
  if (!bytes) throw new WrongFile(`log/${path} is missing`);
  if (name.level !== 'entries' && bytes.byteLength !== 32 * name.width)
    throw new WrongFile(`log/${path} has ${bytes.byteLength} bytes instead of ${32 * name.width}`);
  return bytes;
}

const hashAt = (tile: Uint8Array, at: number) => tile.subarray(32 * at, 32 * at + 32);

/** The right edge of the tree over the first entries, from tiles of the whole one. */
async function olderEdge(files: Files, size: number, of: number): Promise<Levels> {
  const levels: Levels = [];
  for (let level = 0; levelWidth(size, level) > 0; level += 1) {
    const n = Math.floor(levelWidth(size, level) / TILE_WIDTH);
    const count = levelWidth(size, level) % TILE_WIDTH;
    const tile = count ? await fileOf(files, { level, n, width: widthIn(of, level, n) }) : new Uint8Array();
    levels.push({ n, hashes: Array.from({ length: count }, (_, at) => hashAt(tile, at)) });
  }
  return levels;
}

/** The hashes of the complete trees of which a tree consists, from its right edge, the largest first. */
function frontierOf(levels: Levels, size: number): Frontier {
  const hashes: Hash[] = [];
  for (const level of [...levels].reverse()) {
    let from = 0;
    for (let width = TILE_WIDTH / 2; width >= 1; width /= 2)
      if (Math.floor(level.hashes.length / width) % 2 === 1) {
        hashes.push(completeRoot(level.hashes.slice(from, from + width)));
        from += width;
      }
  }
  return { size, hashes };
}

/** The entries from one size to the other; those before, in the same bundle, are compared with the edge. */
async function* newEntries(
  files: Files,
  from: number,
  to: number,
  levels: Levels,
): AsyncGenerator<[entry: Uint8Array, index: number]> {
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < to; n += 1) {
    const name: TileName = { level: 'entries', n, width: widthIn(to, 'entries', n) };
    const entries = entriesOf(await fileOf(files, name));
    const path = `log/${tilePath(name)}`;
    if (typeof entries === 'string') throw new WrongFile(`${path} ${entries}`);
    if (entries.length !== name.width)
      throw new WrongFile(`${path} has ${entries.length} entries instead of ${name.width}`);
    for (const [at, entry] of entries.entries()) {
      const index = n * TILE_WIDTH + at;
      if (index >= from) yield [entry, index];
      else if (!sameHash(leafHash(entry), levels[0]?.hashes[at] ?? entry))
        throw new WrongFile(`${path}: entry ${index} differs from the hash in its tile`);
    }
  }
}

/** Adds a hash to a level; a tile that is full is compared, and becomes a hash of the next level. */
async function push(files: Files, levels: Levels, level: number, hash: Hash): Promise<void> {
  const last = levels[level] ?? { n: 0, hashes: [] };
  levels[level] = last;
  last.hashes.push(hash);
  if (last.hashes.length < TILE_WIDTH) return;
  await compare(files, { level, n: last.n, width: TILE_WIDTH }, last.hashes);
  const joined = completeRoot(last.hashes);
  levels[level] = { n: last.n + 1, hashes: [] };
  await push(files, levels, level + 1, joined);
}

/** Compares the partial tiles at the end that are wider than before. */
async function compareLast(files: Files, levels: Levels, from: number, to: number): Promise<void> {
  for (const [level, { n, hashes }] of levels.entries())
    if (hashes.length && levelWidth(to, level) > levelWidth(from, level))
      await compare(files, { level, n, width: hashes.length }, hashes);
}

async function compare(files: Files, name: TileName, hashes: readonly Hash[]): Promise<void> {
  const tile = await fileOf(files, name);
  const at = hashes.findIndex((hash, place) => !sameHash(hash, hashAt(tile, place)));
  if (at < 0) return;
  const what = name.level === 0 ? `entry ${name.n * TILE_WIDTH + at}` : `hash ${at}`;
  throw new WrongFile(`log/${tilePath(name)}: ${what} differs from what is below it`);
}

/** The bundles and the tiles over them, as they will be asked for. */
function* soonNeeded(from: number, to: number): Generator<string> {
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < to; n += 1)
    for (const level of [0, 'entries'] as const) yield tilePath({ level, n, width: widthIn(to, level, n) });
}

/** Begins to read some files before they are asked for, each once; others are read when they are. */
function readAhead(read: ReadTile, paths: Iterator<string>): Files {
  const begun = new Map<string, Promise<Uint8Array | undefined>>();
  const more = () => {
    while (begun.size < READ_AHEAD) {
      const next = paths.next();
      if (next.done) return;
      const reading = read(next.value);
      // Told to whoever asks for it, and to nobody when nobody does.
      reading.catch(() => {});
      begun.set(next.value, reading);
    }
  };
  return {
    async get(path) {
      more();
      const reading = begun.get(path) ?? read(path);
      const bytes = await reading;
      // The edge is asked for twice, at the beginning and at the end.
      if (!path.includes('.p/')) begun.delete(path);
      return bytes;
    },
  };
}
