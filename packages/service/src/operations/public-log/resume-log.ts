import { Refusal } from '@readymark/rubric/refusal';
import { type LogHead, logHead } from '../../store/public-log/checkpoints.ts';
import { readLastSigned, writeLastSigned } from '../../store/public-log/key-file.ts';
import { lockKeys } from '../../store/public-log/keys.ts';
import type { Context } from '../context.ts';
import { assertContinues, headOf, takeKey } from '../signing/signed-history.ts';
import { newestKnown } from './newest-known.ts';

/**
 * Says that this database is the newest of its log, where the file is lost that would show it (decision 143). What is
 * remembered is never overruled, nor what witnesses and an exported tree show (decision 167).
 *
 * @param tree a folder made by `readymark export`
 * @returns how many entries are signed
 * @throws Refusal without the key, or where the log is not the one that was signed, or others know more of it
 */
export async function resumeLog(ctx: Context, tree?: string): Promise<{ origin: string; size: number }> {
  const {
    store,
    signer: { file },
  } = ctx;
  const { signed } = await logHead(store.db);
  if (signed) await refuseOlder(ctx, signed, tree);
  return store.transaction(async (tx) => {
    await lockKeys(store, tx);
    const head = await logHead(tx);
    const key = head.key && takeKey(file, head.key.text, head);
    if (!key) throw new Refusal(`The key that signs is not at ${file}. Run this where it is.`);
    const { signed, tree } = head;
    const last = readLastSigned(file);
    if (last?.origin === key.name) await assertContinues(tx, last, headOf(key.name, tree), signed);
    else if (signed) writeLastSigned(file, { origin: key.name, size: signed.size, root: signed.root });
    return { origin: key.name, size: signed?.size ?? 0 };
  });
}

/** @throws Refusal where others know a newer head of the log than the database has */
async function refuseOlder(ctx: Context, signed: NonNullable<LogHead['signed']>, tree: string | undefined) {
  const { newer } = await newestKnown(ctx, signed, tree);
  if (newer !== undefined) throw new Refusal(olderThan(newer));
}

/** @param newer a sentence without its end */
export const olderThan = (newer: string): string =>
  `${newer}: this database is not the newest of its log, and signing it would be a second history. Restore the newer database; or, if it is lost, begin a new log under a new key with \`readymark key rotate --new-log\`.`;
