import type { Subtree } from './tree.ts';

/**
 * The files of the public log (C2SP tlog-tiles; decision 141): tiles of hashes, and bundles of entries. A full one has 256;
 * the last of each level has fewer.
 */
export const TILE_WIDTH = 256;

/** Levels of the tree in one tile. */
const TILE_HEIGHT = 8;

/** What a path below the log names: a tile of hashes at a level, or a bundle of entries; `width` is 256 for a full one. */
export type TileName = { level: number | 'entries'; n: number; width: number };

/** The path below the log's address, for example `tile/0/x001/234.p/5`. */
export function tilePath({ level, n, width }: TileName): string {
  const groups: string[] = [];
  for (let rest = n; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`${groups.length ? 'x' : ''}${String(rest % 1000).padStart(3, '0')}`);
  return `tile/${level}/${groups.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

const tilePattern =
  /^tile\/(entries|0|[1-9]|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]))?$/;

/** What a path names; undefined for any that is not written as `tilePath` writes it. */
export function parseTilePath(path: string): TileName | undefined {
  const [, level = '', groups = '', width] = tilePattern.exec(path) ?? [];
  if (groups === '' || /^x000/.test(groups)) return undefined;
  return {
    level: level === 'entries' ? level : Number(level),
    n: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}

/** How many hashes of a level a tree of some size has, all its tiles together. */
export const levelWidth = (size: number, level: number | 'entries'): number =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);

/** Every file of a tree of some size: the full ones, and the partial one at the end of each level. */
export function* tilesOf(size: number): Generator<TileName> {
  for (let level = 0; levelWidth(size, level) > 0; level += 1)
    for (const of of level === 0 ? (['entries', 0] as const) : [level]) {
      const width = levelWidth(size, of);
      for (let n = 0; n * TILE_WIDTH < width; n += 1)
        yield { level: of, n, width: Math.min(TILE_WIDTH, width - n * TILE_WIDTH) };
    }
}

/** How many files `tilesOf` names. */
export function tileCount(size: number): number {
  let count = 0;
  for (let level = 0; levelWidth(size, level) > 0; level += 1)
    count += Math.ceil(levelWidth(size, level) / TILE_WIDTH) * (level === 0 ? 2 : 1);
  return count;
}

/** Where the hashes are that a complete tree is made of: in one tile, `count` of them from `from` on. */
export function placeOf({ level, index }: Subtree): { level: number; n: number; from: number; count: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  const n = Math.floor(first / TILE_WIDTH);
  return { level: Math.floor(level / TILE_HEIGHT), n, from: first - n * TILE_WIDTH, count };
}

/** Entries must be shorter: their length is written in 16 bits. */
export const ENTRY_BYTES_MAX = 65_535;

/** A bundle: each entry after its length, 16 bits, the high byte first. @throws RangeError for an entry that is too long */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.byteLength > ENTRY_BYTES_MAX) throw new RangeError('an entry of the log is too long');
      return [Uint8Array.of(entry.byteLength >> 8, entry.byteLength & 255), entry];
    }),
  );
}

/** The entries of a bundle; or, to end a sentence, why it is none. */
export function entriesOf(bytes: Uint8Array): Uint8Array[] | string {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (at + 2 > bytes.byteLength || end > bytes.byteLength) return 'is cut off';
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
