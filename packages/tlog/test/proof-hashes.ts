import { completeRoot, type Hash, joinTrees, type Subtree } from '../src/tree.ts';

/** The hashes of a proof over these leaves, each joined from complete trees. */
export const proofHashes = (leaves: readonly Hash[], proof: readonly (readonly Subtree[])[]): Hash[] =>
  proof.map((subtrees) =>
    joinTrees(subtrees.map(({ level, index: n }) => completeRoot(leaves.slice(n * 2 ** level, (n + 1) * 2 ** level)))),
  );
