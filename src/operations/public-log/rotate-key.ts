import { checkpointText } from '../../domain/public-log/checkpoint.ts';
import { parseVerifierKey, type SigningKey, signingKey, signNote } from '../../domain/public-log/note.ts';
import { rootOf } from '../../domain/public-log/tree.ts';
import { Refusal } from '../../domain/refusal.ts';
import { logPast } from '../../store/public-log/append.ts';
import { forgetCheckpoints, writeCheckpoint } from '../../store/public-log/checkpoints.ts';
import { adoptNextKey, readLastSigned, writeNextKey } from '../../store/public-log/key-file.ts';
import { activeKey, logKeys, replaceKey } from '../../store/public-log/keys.ts';
import { encodeHash, logState } from '../../store/public-log/tree-rows.ts';
import type { Context } from '../context.ts';
import { assertContinues, keyOf, originOf } from './signer.ts';

/** What a rotation did: the key that signs now, the one before it, and how many entries were signed with it. */
type Rotated = { key: string; former: string; origin: string; size: number };

/**
 * Gives the log another key (decision 142). The head is signed by the former key and the new one together, so that who
 * trusts one can trust the other. With `new_log` a log of another name begins, for when the former key or what it signed is
 * lost: nothing leads from one to the other.
 *
 * @throws Refusal without the key that signs, or where the log is not the one that was signed
 */
export async function rotateKey(ctx: Context, { new_log }: { new_log: boolean }): Promise<Rotated> {
  const { store, signer, rubrics } = ctx;
  const { file } = signer;
  const former = await activeKey(store.db);
  if (former === undefined) throw new Refusal('The log has no key yet; `readymark serve` makes it.');
  const current = await keyOf(store.db, file, former);
  if (!current && !new_log)
    throw new Refusal(
      `The key that signs is not at ${file}. Run this where it is; or, if it is lost, begin a new log with --new-log.`,
    );
  const name = new_log || !current ? await newOrigin(ctx) : current.name;
  const next = signingKey(name, ctx.random(32));
  writeNextKey(file, next);
  await logPast(store, rubrics);
  const signed = await store.transaction(async (tx) => {
    // Nothing is published between what is signed and the keys.
    await store.lock(tx, 'publications');
    await store.lock(tx, 'log keys');
    if ((await activeKey(tx)) !== former)
      throw new Refusal('The key of the log was changed meanwhile; look at it again.');
    const state = await logState(tx);
    const { size, publication } = state;
    const head = { origin: name, size, root: encodeHash(rootOf(state)) };
    await assertContinues(tx, readLastSigned(file), head);
    const by: SigningKey[] = new_log || !current ? [next] : [current, next];
    const note = signNote(checkpointText({ origin: name, size, root: rootOf(state) }), by);
    const at = ctx.now().toISOString();
    if (new_log) await forgetCheckpoints(tx);
    await writeCheckpoint(tx, { size, publication, root: head.root, note, signed_at: at });
    await replaceKey(tx, { verifier_key: next.verifier.text, at, handover: new_log ? null : note });
    await store.announce(tx);
    return head;
  });
  adoptNextKey(file, signed);
  return { key: next.verifier.text, former, origin: name, size: signed.size };
}

/** A name that no log of this database has had: that of the address, with a number from the second one on. */
async function newOrigin({ store, settings }: Context): Promise<string> {
  const used = new Set((await logKeys(store.db)).map(({ verifier_key }) => parseVerifierKey(verifier_key)?.name));
  const first = originOf(settings.BASE_URL);
  for (let number = 2, name = first; ; name = `${first}/${number++}`) if (!used.has(name)) return name;
}
