import { Refusal } from '@readymark/rubric/refusal';
import type { SigningKey } from '@readymark/tlog/note';
import { type Frontier, rootOf } from '@readymark/tlog/tree';
import type { Db } from '../../store/engine/engine.ts';
import { encodeHash } from '../../store/log-state.ts';
import { type LogHead, logHead } from '../../store/public-log/checkpoints.ts';
import {
  adoptNextKey,
  type LastSigned,
  readKey,
  readLastSigned,
  readNextKey,
} from '../../store/public-log/key-file.ts';
import { rootAt } from '../../store/public-log/tree/tree-rows.ts';

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

/** Why a process without the key does not sign. @throws Refusal for a file that is none */
export const notHere = (file: string): string => (readKey(file) === undefined ? NO_KEY : OTHER_KEY);

const NO_KEY =
  'The newest publications are not signed: no node that is running has the signing key. Start one that has it, or put the key where `readymark key show` looks for it; or, if it is lost, begin a new log with `readymark key rotate --new-log`.';
const OTHER_KEY =
  'The newest publications are not signed: the file of the signing key has another one: after `readymark key rotate` the new file must be copied to every node; a database from before a rotation has lost its key, and goes on with `readymark key rotate --new-log`.';

/**
 * Why a database is not signed with what a process has, with the command that mends it (decision 167); undefined while it is, or can
 * be. Looks, and changes nothing.
 *
 * @returns `why` without paths, because everybody can read it; `here`: whether the key is here
 */
export async function brokenHistory(db: Db, file: string): Promise<{ why: string; here: boolean } | undefined> {
  try {
    const head = await logHead(db);
    const { key: active, signed, tree } = head;
    if (!active) return undefined;
    const key = keyAt(file, active.text);
    if (!key) return signed?.publication === head.publication ? undefined : { why: notHere(file), here: false };
    // Else a rotation waits, which remembers what it signed when it is over.
    if (readKey(file)?.verifier.text === active.text)
      await assertContinues(db, readLastSigned(file), headOf(key.name, tree), signed);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { why: withoutPath(error.message, file), here: true };
    throw error;
  }
}

/** A sentence that names the files of the key by what they are: their folder is nobody's business. */
export const withoutPath = (sentence: string, file: string): string => sentence.replaceAll(file, 'signing-key');
