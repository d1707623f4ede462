import { partsOfNote, type SigningKey, signNote } from '@readymark/tlog/note';
import { afterLast } from '../../domain/clock.ts';
import type { Store, Tx } from '../../store/engine/engine.ts';
import { decodeHash } from '../../store/log-state.ts';
import { addCheckpoint, type LogHead, logHead, writeCheckpoint } from '../../store/public-log/checkpoints.ts';
import { forgetCosignatures } from '../../store/public-log/cosignatures.ts';
import {
  flushingLastSigned,
  type LastSigned,
  type Remembered,
  readKey,
  readLastSigned,
} from '../../store/public-log/key-file.ts';
import { lockKeys } from '../../store/public-log/keys.ts';
import type { LogCheckpointRow } from '../../store/public-log/rows.ts';
import { headText, isDue } from './head-text.ts';
import { assertContinues, headOf, mayContinue, takeKey } from './signed-history.ts';

/** Where a log is signed: its database, the file of the key, and the clock. */
type Signing = { store: Store; file: string; now(): Date };

/**
 * Signs the head of the log, unless it is signed; and compares it with what was signed here before.
 *
 * @param seen the head as it was a moment ago, which saves another look where nothing has changed since
 * @returns the newest publication that is signed
 */
export async function signNewest(at: Signing, seen: LogHead | undefined): Promise<number | undefined> {
  const { store, file } = at;
  return store.transaction(async (tx) => {
    await lockKeys(store, tx);
    const last = readLastSigned(file);
    const own = seen && keyOfLast(file, seen, last);
    if (own && (await signHead(at, tx, seen, own, last, addCheckpoint))) return seen.tree.publication;
    const head = await logHead(tx);
    const key = head.key && takeKey(file, head.key.text, head);
    // Rotated meanwhile: the next look shows it.
    if (!key) return head.signed?.publication;
    const remembered = readLastSigned(file);
    await assertContinues(tx, remembered, headOf(key.name, head.tree), head.signed);
    await signHead(at, tx, head, key, remembered, writeCheckpoint);
    return head.tree.publication;
  });
}

/** The key of this process; undefined where the head does not continue its last signature, or another process signed since. */
function keyOfLast(file: string, { key, signed, tree }: LogHead, last: LastSigned | undefined): SigningKey | undefined {
  const own = readKey(file);
  if (!own || !last || !signed || own.verifier.text !== key?.text || own.name !== last.origin) return undefined;
  const is_last = last.size === signed.size && last.root === signed.root;
  return is_last && mayContinue(last, headOf(own.name, tree)) && tree.publication !== signed.publication
    ? own
    : undefined;
}

/**
 * @param last what the file says
 * @param store_it stores the checkpoint and announces it, or returns false where the database is not as `head` any more
 * @returns whether the head is signed now
 */
async function signHead(
  { store, file, now }: Signing,
  tx: Tx,
  head: LogHead,
  key: SigningKey,
  last: Remembered | undefined,
  store_it: typeof addCheckpoint | typeof writeCheckpoint,
): Promise<boolean> {
  const { tree, signed } = head;
  const next = headOf(key.name, tree);
  const { origin, size, root } = next;
  const is_signed = signed?.size === size && signed.publication === tree.publication && !isDue(signed, now());
  if (is_signed && last?.size === size && last.root === root && last.origin === origin) return true;
  // Written before it is signed: a crash in between may sign the same head again, and no other. In the transaction, so that
  // nodes that share the file remember in turn; what is remembered was committed before. Again where the file says it
  // already: that may never have reached the disk.
  const flushed = flushingLastSigned(file, next, last);
  const row = checkpointOf(head, next, key, now());
  const stored = is_signed || Promise.try(() => store_it(store, tx, row, { key, tree }));
  // Durable before it is committed; and neither goes on when the other has failed.
  for (const outcome of await Promise.allSettled([flushed, stored]))
    if (outcome.status === 'rejected') throw outcome.reason;
  // What witnesses said is about the text before, with the time before.
  const another = signed?.size === size && partsOfNote(signed.note)?.text !== partsOfNote(row.note)?.text;
  if (!is_signed && another && (await stored)) await forgetCosignatures(tx, size);
  return stored;
}

function checkpointOf(
  { tree, signed }: LogHead,
  { size, root }: LastSigned,
  key: SigningKey,
  now: Date,
): LogCheckpointRow {
  const { publication } = tree;
  const time = new Date(signed ? afterLast(Date.parse(signed.signed_at), now.getTime()) : now.getTime());
  const note = signNote(headText({ origin: key.name, size, root: decodeHash(root) }, signed, now), [key]);
  // Signed again, it is still the head of the day on which it was signed first (decision 151).
  const first = signed?.size === size && signed.publication === publication ? signed.signed_at : time.toISOString();
  return { size, publication, root, note, signed_at: first };
}
