import { createHash } from 'node:crypto';
import { checkpointText, parseCheckpoint } from '@readymark/tlog/checkpoint';
import { inclusionSubtrees } from '@readymark/tlog/inclusion';
import { openNote, parseVerifierKey, signingKey, signNote } from '@readymark/tlog/note';
import { appendLeaf, completeRoot, emptyFrontier, joinTrees, leafHash, rootOf, sameHash } from '@readymark/tlog/tree';

// A log: its entries are bytes, its head is a signed note.
const entries = ['first', 'second', 'third'].map((text) => new TextEncoder().encode(text));
const leaves = entries.map(leafHash);
const tree = leaves.reduce(appendLeaf, emptyFrontier);
const key = signingKey('log.example', createHash('sha256').update('32 secret bytes').digest());
const note = signNote(checkpointText({ origin: key.name, size: tree.size, root: rootOf(tree) }), [key]);
console.log(note);

// A reader who knows the key opens the note.
const verifier = parseVerifierKey(key.verifier.text);
if (!verifier) throw new Error('This is no key.');
const opened = openNote(note, [verifier]);
if ('fault' in opened) throw new Error(opened.fault);
const head = parseCheckpoint(opened.text);
if (!head) throw new Error('This is no checkpoint.');

// The log proves that the first entry is in it: one hash for each part of the tree that the reader lacks.
const proof = inclusionSubtrees(0, head.size).map((parts) =>
  joinTrees(parts.map(({ level, index }) => completeRoot(leaves.slice(index << level, (index + 1) << level)))),
);
const root = proof.reduce((hash, sibling) => joinTrees([hash, sibling]), leaves[0] ?? new Uint8Array());
console.log(sameHash(root, head.root) ? 'The first entry is in the log.' : 'The proof is wrong.');
