import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkpointText } from '../../domain/public-log/checkpoint.ts';
import { type SigningKey, signingKey, signNote } from '../../domain/public-log/note.ts';
import { rootOf } from '../../domain/public-log/tree.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Rubrics } from '../../domain/rubric.ts';
import type { Db, Store } from '../../store/engine/engine.ts';
import { logPast } from '../../store/public-log/append.ts';
import { checkpointAt, signedHead, storeCheckpoint } from '../../store/public-log/checkpoints.ts';
import {
  adoptNextKey,
  type LastSigned,
  readKey,
  readLastSigned,
  readNextKey,
  writeKey,
  writeLastSigned,
} from '../../store/public-log/key-file.ts';
import { beginKeys } from '../../store/public-log/keys.ts';
import { encodeHash, logState, rootAt } from '../../store/public-log/tree-rows.ts';

/** Signs the heads of the public log in a process that has the key (decisions 142 and 143). */
export type LogSigner = {
  /** Where the key of this process is, or would be. */
  file: string;
  /** Makes the key of a log that has none, or adopts the one in the file. */
  begin(): Promise<void>;
  /**
   * The newest publication that may be shown: all that was published, where it is signed or can be signed now; else the
   * newest that is signed. Of a log without a key, the newest.
   */
  shown(): Promise<number>;
  /** Why this process cannot sign what was published, in words; undefined while it can, or need not. */
  failure(): string | undefined;
};

/** How long a node without the key waits for one that has it, before it shows what is signed. */
const SIGNED_ELSEWHERE_MS = 1_000;
const POLL_MS = 20;

const NO_KEY = 'The newest publications are not signed: no node that is running has the signing key.';

export function openSigner(options: {
  store: Store;
  rubrics: Rubrics;
  /** File of the key. */
  file: string;
  /** Public address of the service; a new key is named after it. */
  base_url: string;
  now(): Date;
  random(bytes: number): Uint8Array;
  log: Logger;
}): LogSigner {
  const { store, rubrics, file, base_url, now, random, log } = options;
  let failed: string | undefined;
  /** The publication that no other node signed in time. */
  let given_up = 0;

  async function sign(key: SigningKey): Promise<number> {
    // A version without a log may have published.
    await logPast(store, rubrics);
    const state = await logState(store.db);
    const { size, publication } = state;
    const root = encodeHash(rootOf(state));
    const next = { origin: key.name, size, root };
    await assertContinues(store.db, readLastSigned(file), next);
    // Before it is signed: a crash in between may sign the same head again, and no other.
    writeLastSigned(file, next);
    const note = signNote(checkpointText({ origin: key.name, size, root: rootOf(state) }), [key]);
    await storeCheckpoint(store, { size, publication, root, note, signed_at: now().toISOString() });
    return publication;
  }

  async function signedElsewhere(publication: number, signed: number | undefined): Promise<number> {
    let last = signed;
    for (let waited = 0; waited < SIGNED_ELSEWHERE_MS && publication > given_up; waited += POLL_MS) {
      await wait(POLL_MS);
      last = (await signedHead(store.db)).signed;
      if ((last ?? 0) >= publication) {
        failed = undefined;
        return last ?? publication;
      }
    }
    given_up = publication;
    note(NO_KEY);
    return last ?? publication;
  }

  /** Logged once, until it is another reason. */
  function note(why: string, error?: unknown): void {
    if (failed !== why) log.error({ why, ...(error !== undefined && { err: error }) }, 'the public log is not signed');
    failed = why;
  }

  return {
    file,
    failure: () => failed,
    async begin() {
      await beginKeys(store, now().toISOString(), () => {
        const known = readKey(file);
        const key = known ?? signingKey(originOf(base_url), random(32));
        if (!known) writeKey(file, key);
        log.info({ key: key.verifier.text, file }, known ? 'the log is signed by this key' : 'made the signing key');
        return key.verifier.text;
      });
    },
    async shown() {
      const { publication, signed, key: active } = await signedHead(store.db);
      if (active === undefined || signed === publication) {
        failed = undefined;
        return publication;
      }
      try {
        const key = await keyOf(store.db, file, active);
        if (!key) return await signedElsewhere(publication, signed);
        const shown = await sign(key);
        failed = undefined;
        return shown;
      } catch (error) {
        if (error instanceof Refusal) note(error.message);
        else note('The newest publications could not be signed.', error);
        return signed ?? publication;
      }
    },
  };
}

/** The name of a log: its address without the scheme (decision 142). */
export const originOf = (base_url: string) => `${new URL(base_url).host}/log`;

/**
 * The key that signs, where this process has it: in its file, or where a rotation was interrupted that had changed the
 * database already. Undefined where it has another or none.
 *
 * @throws Refusal for a file that is none
 */
export async function keyOf(db: Db, file: string, active: string): Promise<SigningKey | undefined> {
  const key = readKey(file);
  if (key?.verifier.text === active) return key;
  const next = readNextKey(file);
  if (next?.verifier.text !== active) return undefined;
  const last = await checkpointAt(db, NEWEST);
  adoptNextKey(file, { origin: next.name, size: last?.size ?? 0, root: last?.root ?? '' });
  return next;
}

/** Beyond any publication; both engines compare with it. */
const NEWEST = 2 ** 31 - 1;

/**
 * That the log still has everything that was signed of it here (decision 143): a smaller tree, or another one of the same size,
 * is a second history.
 *
 * @throws Refusal
 */
export async function assertContinues(db: Db, last: LastSigned | undefined, next: LastSigned): Promise<void> {
  if (!last || last.origin !== next.origin) return;
  const same = last.size <= next.size && encodeHash(await rootAt(db, last.size)) === last.root;
  if (same) return;
  throw new Refusal(
    `The log has ${next.size} entries, and they do not continue the ${last.size} that were signed: the database was restored from an older backup, or is another one. Signing them would be a second history. Restore the newer database; or, if it is lost, begin a new log under a new key with \`readymark key rotate --new-log\`.`,
  );
}
