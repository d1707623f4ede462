import { hash } from 'node:crypto';

/**
 * The tree of hashes over the entries of the public log (RFC 6962 section 2.1, with SHA-256; decision 141). A hash has 32
 * bytes. Sizes and indexes are whole numbers below 2^53.
 */
export type Hash = Uint8Array;

const HASH_BYTES = 32;

// In one call: a proof takes some two hundred of them, and an object of class Hash costs as much as what it does.
const sha256 = (bytes: Uint8Array): Hash => hash('sha256', bytes, 'buffer');

export const leafHash = (entry: Uint8Array): Hash => sha256(Buffer.concat([Uint8Array.of(0), entry]));

/** The bytes of one node, overwritten by each. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

function nodeHash(left: Hash, right: Hash): Hash {
  if (left.byteLength !== HASH_BYTES || right.byteLength !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** The hash of a complete tree over 1, 2, 4, … hashes of one level. */
export function completeRoot(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(hashAt(level, 2 * at), hashAt(level, 2 * at + 1)),
    );
  return hashAt(level, 0);
}

function hashAt(hashes: readonly Hash[], at: number): Hash {
  const found = hashes[at];
  if (!found) throw new RangeError(`there is no hash ${at} of ${hashes.length}`);
  return found;
}

/**
 * All that appending needs of a tree: the hashes of the complete trees that it consists of, the largest first. There are as
 * many as the size has bits that are set.
 */
export type Frontier = { size: number; hashes: readonly Hash[] };

export const emptyFrontier: Frontier = { size: 0, hashes: [] };

/** The tree with one more leaf. */
export function appendLeaf({ size, hashes }: Frontier, leaf: Hash): Frontier {
  const after = [...hashes];
  let joined = leaf;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) joined = nodeHash(after.pop() ?? leaf, joined);
  return { size: size + 1, hashes: [...after, joined] };
}

/** The hash of the whole tree. */
export const rootOf = ({ hashes }: Frontier): Hash => joinTrees(hashes);

/** The hash of complete trees side by side, the largest first; that of nothing is the SHA-256 of nothing. */
export const joinTrees = (hashes: readonly Hash[]): Hash =>
  hashes.length ? hashes.reduceRight((right, left) => nodeHash(left, right)) : sha256(new Uint8Array());

/** A complete tree over 2^level leaves, the `index`-th of them from the left. */
export type Subtree = { level: number; index: number };

/** The complete trees that cover the leaves from `from` to before `to`, from left to right; `from` must suit `to`, as in a proof. */
export function subtreesOf(from: number, to: number): Subtree[] {
  const found: Subtree[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

export const sameHash = (one: Hash, other: Hash): boolean => Buffer.compare(one, other) === 0;
