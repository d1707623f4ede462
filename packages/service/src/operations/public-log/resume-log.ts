import { Refusal } from '@readymark/rubric/refusal';
import { logHead } from '../../store/public-log/checkpoints.ts';
import { readLastSigned, writeLastSigned } from '../../store/public-log/key-file.ts';
import { lockKeys } from '../../store/public-log/keys.ts';
import type { Context } from '../context.ts';
import { assertContinues, headOf, takeKey } from '../signing/signed-history.ts';

/**
 * Says that this database is the newest of its log, where the file is lost that would show it (decision 143). What is
 * remembered is never overruled.
 *
 * @returns how many entries are signed
 * @throws Refusal without the key, or where the log is not the one that was signed
 */
export function resumeLog({ store, signer: { file } }: Context): Promise<{ origin: string; size: number }> {
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
