import type { TreeHead } from '@readymark/tlog/checkpoint';
import { TileEdge } from '@readymark/tlog/tile-edge';
import { entriesOf, levelWidth, TILE_WIDTH, type TileName, tilePath } from '@readymark/tlog/tiles';
import { completeRoot, type Hash, leafHash, sameHash } from '@readymark/tlog/tree';

/** A file by its path below the service or the folder; undefined where there is none. `bytes_max`: where it may have fewer bytes than any such file. */
export type ReadFile = (path: string, bytes_max?: number) => Promise<Uint8Array | undefined>;

/** The size and the hash of a tree. */
type Tree = Pick<TreeHead, 'size' | 'root'>;

/** What was found in the files of a log. */
export type Reading = {
  /** The first file that is missing or damaged, or a tile that is not made of what is below it: how, as a sentence without its end. */
  wrong_file: string | undefined;
  /** Whether the tiles begin with the tree that was seen. */
  continues: boolean;
  /** Whether the entries lead to the root that was signed; undefined where a wrong file ended the reading. */
  signed: boolean | undefined;
  /** The size of the first tree that another head says otherwise. */
  differs_at: number | undefined;
  /** The first thing that is wrong with an entry. It counts only when all is signed: until then anybody may have written it. */
  refused: string | undefined;
};

/** Files that are read ahead of those that are checked. */
const READ_AHEAD = 8;

/** A file without which reading cannot go on; the message says which, and why. */
class WrongFile extends Error {}

/** Reads the entries of a log, and checks its tiles, from its files alone (decision 141). */
export class LogReader {
  readonly #read: ReadFile;

  constructor(read: ReadFile) {
    this.#read = read;
  }

  /**
   * Reads what a log gained between two sizes, and nothing older but the right edge of the older tree: one tile of each level.
   * That edge shows the older tree, so who knows its hash needs no proof of consistency (RFC 6962 section 2.1.2) from anybody:
   * the new entries are hashed and appended to it. Every tile that is new or became wider is compared with them.
   *
   * @param seen the tree that is known; of size 0 for a log that was never read
   * @param check is given each new entry, in order; a text says what is wrong with it, and ends the checks
   * @param also heads between both sizes that the log must have had
   */
  async readNew(
    seen: Tree,
    head: Tree,
    check: (entry: Uint8Array, index: number) => string | undefined,
    also: readonly Tree[] = [],
  ): Promise<Reading> {
    const files = readAhead(this.#read, soonNeeded(seen.size, head.size));
    const found: Reading = {
      ...{ wrong_file: undefined, continues: false, signed: undefined, differs_at: undefined, refused: undefined },
    };
    const compare = async (name: TileName, hashes: readonly Hash[]) => {
      found.wrong_file ??= await differs(files, name, hashes);
    };
    try {
      const edge = await olderEdge(files, seen.size, head.size);
      found.continues = sameHash(edge.root(), seen.root);
      for await (const [entry, index] of newEntries(files, edge, head.size)) {
        const wrong = found.refused === undefined ? check(entry, index) : undefined;
        if (wrong !== undefined) found.refused = `entry ${index} ${wrong}`;
        for (const { level, n, hashes } of edge.append(leafHash(entry)))
          await compare({ level, n, width: TILE_WIDTH }, hashes);
        if (also.some(({ size, root }) => size === edge.size && !sameHash(root, edge.root())))
          found.differs_at ??= edge.size;
      }
      // The partial tiles at the end that are wider than before.
      for (const [level, { n, hashes }] of edge.tiles.entries())
        if (hashes.length && levelWidth(head.size, level) > levelWidth(seen.size, level))
          await compare({ level, n, width: hashes.length }, hashes);
      found.signed = sameHash(edge.root(), head.root);
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error;
      found.wrong_file ??= error.message;
    }
    return found;
  }

  /**
   * Reads files of entries again that were read before: what vanished or was changed since would otherwise be seen by nobody
   * who has read it once.
   *
   * @param bundles their numbers
   * @returns what is wrong, as a sentence without its end
   */
  async readAgain(head: Tree, bundles: Iterable<number>): Promise<string | undefined> {
    try {
      const edge = await olderEdge(this.#read, head.size, head.size);
      if (!sameHash(edge.root(), head.root))
        return 'the tiles at the end of the log do not lead to the root that was signed';
      for (const n of bundles) {
        const wrong = await differsFromEdge(this.#read, n, head.size, edge);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    } catch (error) {
      if (error instanceof WrongFile) return error.message;
      throw error;
    }
  }

  /**
   * The root over the first `size` entries of a log of `of` entries, from the tiles of that; undefined where one is missing. It
   * proves nothing by itself.
   */
  async rootAt(size: number, of: number): Promise<Hash | undefined> {
    try {
      return (await olderEdge(this.#read, size, of)).root();
    } catch (error) {
      if (error instanceof WrongFile) return undefined;
      throw error;
    }
  }
}

const widthIn = (size: number, level: TileName['level'], n: number) =>
  Math.min(TILE_WIDTH, levelWidth(size, level) - n * TILE_WIDTH);

const pathOf = (name: TileName) => `log/${tilePath(name)}`;

async function fileOf(read: ReadFile, name: TileName): Promise<Uint8Array> {
  const path = pathOf(name);
  const bytes = await read(path);
  if (!bytes) throw new WrongFile(`${path} is missing`);
  if (name.level !== 'entries' && bytes.byteLength !== 32 * name.width)
    throw new WrongFile(`${path} has ${bytes.byteLength} bytes instead of ${32 * name.width}`);
  return bytes;
}

const hashAt = (tile: Uint8Array, at: number) => tile.subarray(32 * at, 32 * at + 32);

/** The right edge of the tree over the first entries, from tiles of the whole one. @throws WrongFile */
async function olderEdge(read: ReadFile, size: number, of: number): Promise<TileEdge> {
  const tiles: TileEdge['tiles'] = [];
  for (let level = 0; levelWidth(size, level) > 0; level += 1) {
    const n = Math.floor(levelWidth(size, level) / TILE_WIDTH);
    const count = levelWidth(size, level) % TILE_WIDTH;
    const tile = count ? await fileOf(read, { level, n, width: widthIn(of, level, n) }) : new Uint8Array();
    tiles.push({ n, hashes: Array.from({ length: count }, (_, at) => hashAt(tile, at)) });
  }
  return new TileEdge(size, tiles);
}

/** What is wrong with a file of entries, or with a full tile on the way from it to the edge, which leads to the root. @throws WrongFile */
async function differsFromEdge(
  read: ReadFile,
  n: number,
  size: number,
  { tiles }: TileEdge,
): Promise<string | undefined> {
  const path = pathOf({ level: 'entries', n, width: widthIn(size, 'entries', n) });
  const entries = await bundleAt(read, n, size);
  let hashes: readonly Hash[] = entries.map(leafHash);
  for (let [level, at] = [0, n]; ; level += 1, at = Math.floor(at / TILE_WIDTH)) {
    const edge = tiles[level];
    if (!edge) return `${path} leads to no tile of the log`;
    if (at === edge.n)
      return hashes.every((hash, place) => sameHash(hash, edge.hashes[place] ?? leafHash(hash)))
        ? undefined
        : `${path} is not what was signed: an entry that was seen before was changed`;
    const [root, place] = [completeRoot(hashes), at % TILE_WIDTH];
    const above = { level: level + 1, n: Math.floor(at / TILE_WIDTH), width: TILE_WIDTH };
    const last = tiles[level + 1];
    const tile = last?.n === above.n ? last.hashes : hashesOf(await fileOf(read, above));
    if (!sameHash(root, tile[place] ?? leafHash(root)))
      return `${path} is not what was signed: an entry that was seen before was changed`;
    hashes = tile;
  }
}

const hashesOf = (tile: Uint8Array): Hash[] =>
  Array.from({ length: tile.byteLength / 32 }, (_, at) => hashAt(tile, at));

/** @throws WrongFile */
async function bundleAt(read: ReadFile, n: number, size: number): Promise<Uint8Array[]> {
  const name: TileName = { level: 'entries', n, width: widthIn(size, 'entries', n) };
  const entries = entriesOf(await fileOf(read, name));
  if (typeof entries === 'string') throw new WrongFile(`${pathOf(name)} ${entries}`);
  if (entries.length !== name.width)
    throw new WrongFile(`${pathOf(name)} has ${entries.length} entries instead of ${name.width}`);
  return entries;
}

/** The entries behind an edge; those before, in the same bundle, are compared with it. @throws WrongFile */
async function* newEntries(
  read: ReadFile,
  { size: from, tiles }: TileEdge,
  to: number,
): AsyncGenerator<[entry: Uint8Array, index: number]> {
  const [older = []] = tiles.map(({ hashes }) => [...hashes]);
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < to; n += 1) {
    const path = pathOf({ level: 'entries', n, width: widthIn(to, 'entries', n) });
    for (const [at, entry] of (await bundleAt(read, n, to)).entries()) {
      const index = n * TILE_WIDTH + at;
      if (index >= from) yield [entry, index];
      else if (!sameHash(leafHash(entry), older[at] ?? entry))
        throw new WrongFile(`${path}: entry ${index} differs from the hash in its tile`);
    }
  }
}

/** What is wrong with a tile that should have these hashes, as a sentence without its end. */
async function differs(read: ReadFile, name: TileName, hashes: readonly Hash[]): Promise<string | undefined> {
  try {
    const tile = await fileOf(read, name);
    const at = hashes.findIndex((hash, place) => !sameHash(hash, hashAt(tile, place)));
    if (at < 0) return undefined;
    const what = name.level === 0 ? `entry ${name.n * TILE_WIDTH + at}` : `hash ${at}`;
    return `${pathOf(name)}: ${what} differs from what is below it`;
  } catch (error) {
    if (error instanceof WrongFile) return error.message;
    throw error;
  }
}

/** The bundles and the tiles over them, as they will be asked for. */
function* soonNeeded(from: number, to: number): Generator<string> {
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < to; n += 1)
    for (const level of [0, 'entries'] as const) yield pathOf({ level, n, width: widthIn(to, level, n) });
}

/** Begins to read some files before they are asked for, each once; others are read when they are. */
function readAhead(read: ReadFile, paths: Iterator<string>): ReadFile {
  const begun = new Map<string, Promise<Uint8Array | undefined>>();
  return async (path) => {
    while (begun.size < READ_AHEAD) {
      const next = paths.next();
      if (next.done) break;
      const reading = read(next.value);
      // A failure is for whoever asks for this file, and for nobody when nobody does.
      reading.catch(() => {});
      begun.set(next.value, reading);
    }
    const reading = begun.get(path) ?? read(path);
    const bytes = await reading;
    // The edge is asked for twice, at the beginning and at the end.
    if (!path.includes('.p/')) begun.delete(path);
    return bytes;
  };
}
