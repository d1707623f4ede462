import { Refusal } from '@readymark/rubric/refusal';
import { parseVerifierKey, type SigningKey, signingKey, signNote } from '@readymark/tlog/note';
import { rootOf } from '@readymark/tlog/tree';
import { afterLast } from '../../domain/clock.ts';
import { handoverNote } from '../../domain/public-log/handover.ts';
import { wasRealPublished } from '../../store/companies/fictional.ts';
import type { Db, Tx } from '../../store/engine/engine.ts';
import { logPast } from '../../store/public-log/append.ts';
import { forgetCheckpoints, type LogHead, logHead, writeCheckpoint } from '../../store/public-log/checkpoints.ts';
import { readKey, readLastSigned, writeLastSigned, writeNextKey } from '../../store/public-log/key-file.ts';
import { lockKeys, logKeys, replaceKey } from '../../store/public-log/keys.ts';
import type { Context } from '../context.ts';
import { originOf } from '../signing/begin-key.ts';
import { headText } from '../signing/head-text.ts';
import { assertContinues, headOf, keyAt, takeKey } from '../signing/signed-history.ts';

/** What a rotation did: the key that signs now, the one before it, and how many entries were signed with it. */
type Rotated = { key: string; former: string; origin: string; size: number };

/**
 * Gives the log another key (decision 143). The head is signed by the former key and the new one together, so that who
 * trusts one can trust the other. With `new_log` a log of another name begins, for when the former key or what it signed is
 * lost: nothing leads from one to the other.
 *
 * @throws Refusal without the key that signs, or where the log is not the one that was signed
 */
export async function rotateKey(ctx: Context, { new_log }: { new_log: boolean }): Promise<Rotated> {
  return rotate(ctx, (tx, seed) => rotateIn(ctx, tx, { new_log, seed }));
}

/**
 * Names a log after `BASE_URL` that was named after this machine, while only examples were published (decision 167): the service was
 * tried before it got its address. Nobody knows the old name, so a new log begins.
 *
 * @returns the log that began; undefined where the name stays
 */
export async function renameLocalLog(ctx: Context): Promise<Rotated | undefined> {
  const { store, signer, settings } = ctx;
  const isWanted = async (db: Db) => {
    const { key } = await logHead(db);
    const name = key && parseVerifierKey(key.text)?.name;
    if (!name || !isLocal(name) || isLocal(originOf(settings.BASE_URL)) || !keyAt(signer.file, key.text)) return false;
    return !(await wasRealPublished(db));
  };
  if (!(await isWanted(store.db))) return undefined;
  return rotate(ctx, async (tx, seed) =>
    (await isWanted(tx)) ? rotateIn(ctx, tx, { new_log: true, seed }) : undefined,
  );
}

/** The name of a log of a machine that nobody else can reach. */
const isLocal = (name: string): boolean => /^(?:[^/]*\.)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\//.test(name);

async function rotate<Made extends Rotated | undefined>(
  { store, signer, rubrics, random }: Context,
  make: (tx: Tx, seed: Uint8Array) => Promise<Made>,
): Promise<Made> {
  const seed = random(32);
  await logPast(store, rubrics);
  const rotated = await store.transaction(async (tx) => {
    // Nothing is published or signed between what is signed and the keys.
    await store.lock(tx, 'publications');
    await lockKeys(store, tx);
    return make(tx, seed);
  });
  if (!rotated) return rotated;
  // The database knows the key now; after an interruption here whoever signs next does the same.
  await store.transaction(async (tx) => {
    await lockKeys(store, tx);
    takeKey(signer.file, rotated.key, await logHead(tx));
  });
  return rotated;
}

async function rotateIn(ctx: Context, tx: Tx, given: { new_log: boolean; seed: Uint8Array }): Promise<Rotated> {
  const { signer, store } = ctx;
  const { file } = signer;
  const { new_log, seed } = given;
  const head = await logHead(tx);
  if (!head.key) throw new Refusal('The log has no key yet; `readymark serve` makes it.');
  const former = head.key.text;
  const current = new_log ? undefined : takeKey(file, former, head);
  if (!current && !new_log)
    throw new Refusal(
      `The key that signs is not at ${file}. Run this where it is; or, if it is lost, begin a new log with --new-log.`,
    );
  const name = current?.name ?? (await newOrigin(ctx, tx, head));
  const { tree } = head;
  const signed = headOf(name, tree);
  if (current) {
    const last = readLastSigned(file);
    await assertContinues(tx, last, signed, head.signed);
    writeLastSigned(file, signed);
  }
  const next = signingKey(name, seed);
  writeNextKey(file, next);
  const by: SigningKey[] = current ? [current, next] : [next];
  const sealed = { origin: name, size: tree.size, root: rootOf(tree) };
  const before = Math.max(Date.parse(head.key.from_at), Date.parse(head.signed?.signed_at ?? head.key.from_at));
  const at = new Date(afterLast(before, ctx.now().getTime())).toISOString();
  const note = signNote(headText(sealed, new_log ? undefined : head.signed, ctx.now()), by);
  if (new_log) await forgetCheckpoints(tx);
  const { size, root } = signed;
  await writeCheckpoint(store, tx, { size, publication: tree.publication, root, note, signed_at: at });
  await replaceKey(tx, {
    verifier_key: next.verifier.text,
    at,
    handover: current ? handoverNote(sealed, current, next) : null,
  });
  return { key: next.verifier.text, former, origin: name, size };
}

/**
 * A name that no log had: that of the address, and from the second one on with the time, because an older backup on a new machine
 * does not know which logs began after it. Database and files say which began here.
 */
async function newOrigin({ settings, signer, now }: Context, db: Db, head: LogHead): Promise<string> {
  const used = new Set((await logKeys(db)).map(({ verifier_key }) => parseVerifierKey(verifier_key)?.name));
  for (const name of namesAt(signer.file, head.key?.text ?? '')) used.add(name);
  const first = originOf(settings.BASE_URL);
  const dated = `${first}/${now().toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  for (let number = 2, name = first; ; name = name === first ? dated : `${dated}-${number++}`)
    if (!used.has(name)) return name;
}

/** Names of logs that were signed with what is at a place: a database from before a rotation knows fewer. */
function* namesAt(file: string, active: string): Generator<string> {
  for (const read of [() => readKey(file)?.name, () => keyAt(file, active)?.name, () => readLastSigned(file)?.origin])
    try {
      const name = read();
      if (name !== undefined) yield name;
    } catch {
      // A file that cannot be read keeps nobody from beginning again.
    }
}
