import { Refusal } from '@readymark/rubric/refusal';
import type { SigningKey } from '@readymark/tlog/note';
import { type Frontier, rootOf } from '@readymark/tlog/tree';
import type { Db } from '../../store/engine/engine.ts';
import { encodeHash } from '../../store/log-state.ts';
import type { LogHead } from '../../store/public-log/checkpoints.ts';
import { adoptNextKey, type LastSigned, readKey, readNextKey } from '../../store/public-log/key-file.ts';
import { rootAt } from '../../store/public-log/tree-rows.ts';

/** Whether the log still has all that was signed of it, and which key a process may sign with (decision 143). */

/** The head of a tree, as the file beside the key remembers it. */
export const headOf = (origin: string, tree: Frontier): LastSigned => ({
  origin,
  size: tree.size,
  root: encodeHash(rootOf(tree)),
});

/** The key that signs, where this process has it: in its file, or where a rotation waits that the database knows. */
export function keyAt(file: string, active: string): SigningKey | undefined {
  const key = readKey(file);
  if (key?.verifier.text === active) return key;
  const next = readNextKey(file);
  return next?.verifier.text === active ? next : undefined;
}

/** `keyAt`, with the rotation finished. The lock of the keys is held. @throws Refusal for a file that is none */
export function takeKey(file: string, active: string, { signed }: Pick<LogHead, 'signed'>): SigningKey | undefined {
  const key = keyAt(file, active);
  // A rotation writes the checkpoint with its key.
  if (key && signed && readKey(file)?.verifier.text !== active)
    adoptNextKey(file, { origin: key.name, size: signed.size, root: signed.root });
  return key;
}

/** Whether one head can be that of a tree which continues another's: it is larger, or the same. */
export const mayContinue = (last: LastSigned, next: LastSigned): boolean =>
  next.size > last.size || (next.size === last.size && next.root === last.root);

/**
 * That the log still has everything that was signed of it here (decision 143): a smaller tree, or another one of the same size,
 * is a second history. Where nothing is remembered of a log that was signed before, that cannot be known.
 *
 * @throws Refusal with the two ways out
 */
export async function assertContinues(
  db: Db,
  last: LastSigned | undefined,
  next: LastSigned,
  signed: LogHead['signed'],
): Promise<void> {
  if (last?.origin !== next.origin) {
    if (signed) throw new Refusal(NOTHING_REMEMBERED);
    return;
  }
  if (mayContinue(last, next) && encodeHash(await rootAt(db, last.size)) === last.root) return;
  throw new Refusal(
    `The log has ${next.size} entries, and they do not continue the ${last.size} that were signed: the database was restored from an older backup, or is another one. Signing them would be a second history. Restore the newer database; or, if it is lost, begin a new log under a new key with \`readymark key rotate --new-log\`.`,
  );
}

const NOTHING_REMEMBERED =
  'The file that says what was signed last is not beside the signing key (its name, and .signed), so nobody knows whether this database is the newest of its log. Signing an older one would be a second history. Copy the file from where the key came from; or, if it is lost, run `readymark key resume` if no newer database was ever shown, and `readymark key rotate --new-log` if one was.';
