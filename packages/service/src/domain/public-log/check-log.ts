import type { TreeHead } from '@readymark/tlog/checkpoint';
import { entriesOf, levelWidth, TILE_WIDTH, type TileName, tilePath, tilesOf } from '@readymark/tlog/tiles';
import {
  appendLeaf,
  completeRoot,
  emptyFrontier,
  type Frontier,
  type Hash,
  leafHash,
  rootOf,
  sameHash,
} from '@readymark/tlog/tree';
import { type Key, openCheckpoint, own, strictJson } from '@readymark/verify';
import type { Statement } from './statement.ts';

/**
 * Reads and checks a whole log by its files alone (decision 141): the checkpoint with the keys that the reader trusts, every
 * tile and every entry. Each problem says which file or entry is wrong, and how.
 */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

type CheckedLog = { head: TreeHead; statements: Statement[] };

const CHECKPOINT = 'log/checkpoint';

/**
 * @param handovers heads at which the log was handed over from one key to the next: it must begin with each of them
 * @returns the log; or what is wrong with it
 */
export async function checkLogFiles(
  read: ReadFile,
  keys: readonly Key[],
  handovers: readonly TreeHead[] = [],
): Promise<CheckedLog | { problem: string }> {
  const note = await read(CHECKPOINT);
  if (!note) return { problem: `${CHECKPOINT} is missing` };
  const opened = await openCheckpoint(Buffer.from(note).toString(), keys);
  if (!('head' in opened)) return { problem: `${CHECKPOINT}: ${'fault' in opened ? opened.fault : opened.unable}` };
  const { head } = opened;
  const texts: Uint8Array[] = [];
  const levels: Hash[][] = [[]];
  let tree: Frontier = emptyFrontier;
  for (const name of tilesOf(head.size)) {
    if (name.level !== 'entries') continue;
    const path = `log/${tilePath(name)}`;
    const bundle = await read(path);
    const entries = bundle ? entriesOf(bundle) : 'is missing';
    if (typeof entries === 'string') return { problem: `${path} ${entries}` };
    if (entries.length !== name.width)
      return { problem: `${path} has ${entries.length} entries instead of ${name.width}` };
    for (const entry of entries) {
      const leaf = leafHash(entry);
      levels[0]?.push(leaf);
      tree = appendLeaf(tree, leaf);
      const handed = handovers.find(({ size }) => size === tree.size);
      if (handed && !sameHash(rootOf(tree), handed.root))
        return { problem: `the first ${handed.size} entries are not those that one key handed over to the next` };
      texts.push(entry);
    }
  }
  const wrong = await wrongTile(read, head.size, levels);
  const signed = sameHash(rootOf(tree), head.root);
  if (wrong)
    return { problem: signed ? wrong : `${wrong}; the entries do not lead to the root that was signed either` };
  if (!signed)
    return {
      problem: 'the entries and tiles do not lead to the root that was signed: entries were changed or left out',
    };
  const longer = handovers.find(({ size }) => size > head.size);
  if (longer) return { problem: `the log had ${longer.size} entries when its key changed, and has ${head.size}` };
  // Not before: what is not signed may be anything.
  const statements: Statement[] = [];
  for (const [at, text] of texts.entries()) {
    const entry = strictJson(text);
    if ('fault' in entry) return { problem: `entry ${at} ${entry.fault}` };
    if (typeof own(entry.value, 'slug') !== 'string' || typeof own(entry.value, 'kind') !== 'string')
      return { problem: `entry ${at} says neither what it is nor of which company` };
    statements.push(entry.value as Statement);
  }
  return { head, statements };
}

/** The first tile that is not made of the hashes below it; undefined when all are. @param levels the hashes of leaves first */
async function wrongTile(read: ReadFile, size: number, levels: Hash[][]): Promise<string | undefined> {
  for (const name of tilesOf(size)) {
    const { level, n, width } = name;
    if (level === 'entries') continue;
    const hashes = hashesOf(levels, level, size).slice(n * TILE_WIDTH, n * TILE_WIDTH + width);
    const problem = await differs(read, name, hashes);
    if (problem) return problem;
  }
  return undefined;
}

function hashesOf(levels: Hash[][], level: number, size: number): Hash[] {
  const known = levels[level];
  if (known) return known;
  const below = hashesOf(levels, level - 1, size);
  const made = Array.from({ length: levelWidth(size, level) }, (_, n) =>
    completeRoot(below.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
  );
  levels[level] = made;
  return made;
}

async function differs(read: ReadFile, name: TileName, hashes: readonly Hash[]): Promise<string | undefined> {
  const path = `log/${tilePath(name)}`;
  const bytes = await read(path);
  if (!bytes) return `${path} is missing`;
  if (bytes.byteLength !== 32 * name.width)
    return `${path} has ${bytes.byteLength} bytes instead of ${32 * name.width}`;
  const at = hashes.findIndex((hash, place) => !sameHash(hash, bytes.subarray(32 * place, 32 * place + 32)));
  if (at < 0) return undefined;
  const what = name.level === 0 ? `entry ${name.n * TILE_WIDTH + at}` : `hash ${at}`;
  return `${path}: ${what} differs from what is below it`;
}
