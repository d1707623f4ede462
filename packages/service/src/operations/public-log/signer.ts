import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import type { Rubrics } from '@readymark/rubric/rubric';
import { checkpointText } from '@readymark/tlog/checkpoint';
import { parseVerifierKey, type SigningKey, signingKey, signNote } from '@readymark/tlog/note';
import { emptyFrontier } from '@readymark/tlog/tree';
import type { Logger } from 'pino';
import { afterLast } from '../../domain/clock.ts';
import type { Store, Tx } from '../../store/engine/engine.ts';
import { logPast } from '../../store/public-log/append.ts';
import {
  addCheckpoint,
  type LogHead,
  logHead,
  signedPublication,
  writeCheckpoint,
} from '../../store/public-log/checkpoints.ts';
import {
  closeKey,
  flushingLastSigned,
  type LastSigned,
  type Remembered,
  readKey,
  readLastSigned,
  writeKey,
  writeLastSigned,
} from '../../store/public-log/key-file.ts';
import { beginKeys, lockKeys } from '../../store/public-log/keys.ts';
import type { LogCheckpointRow } from '../../store/public-log/rows.ts';
import { decodeHash } from '../../store/public-log/tree-rows.ts';
import { publicationBefore } from '../../store/publications.ts';
import { assertContinues, headOf, keyAt, mayContinue, takeKey } from './signed-history.ts';

/** Signs the heads of the public log in a process that has the key (decision 143). */
export type LogSigner = {
  /** Where the key of this process is, or would be. */
  file: string;
  /** Makes the key of a log that has none, or adopts the one in the file. @throws Refusal where it cannot be kept */
  begin(): Promise<void>;
  /**
   * The newest publication that may be shown: all that was published, where it is signed or can be signed now; else the
   * newest that is signed. Of a log without a key, the newest; of one of which nothing is signed yet, what was published
   * before it had a key.
   */
  shown(): Promise<number>;
  /** Since when and why this process cannot sign what was published; undefined while it can, or need not. */
  failure(): { since: Date; message: string } | undefined;
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
  let failed: { since: Date; message: string } | undefined;
  /** The publication that no other node signed in time. */
  let given_up = 0;
  /** The newest head whose history was compared with what this process has signed before. */
  let compared = '';

  /**
   * Signs the head of the log, unless it is signed; and compares it with what was signed here before.
   *
   * @param seen the head as it was a moment ago, which saves another look where nothing has changed since
   * @returns the newest publication that is signed
   */
  async function sign(seen: LogHead | undefined): Promise<number | undefined> {
    return store.transaction(async (tx) => {
      await lockKeys(store, tx);
      const last = readLastSigned(file);
      const own = seen && keyOfLast(seen, last);
      if (own && (await signHead(tx, seen, own, last, addCheckpoint))) return seen.tree.publication;
      const head = await logHead(tx);
      const key = head.key && takeKey(file, head.key.text, head);
      // Rotated meanwhile: the next look tells.
      if (!key) return head.signed?.publication;
      const remembered = readLastSigned(file);
      await assertContinues(tx, remembered, headOf(key.name, head.tree), head.signed);
      await signHead(tx, head, key, remembered, writeCheckpoint);
      return head.tree.publication;
    });
  }

  /** The key of this process, where that head continues what the key signed last, and nobody who shares its file signed since. */
  function keyOfLast({ key, signed, tree }: LogHead, last: LastSigned | undefined): SigningKey | undefined {
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
    tx: Tx,
    head: LogHead,
    key: SigningKey,
    last: Remembered | undefined,
    store_it: typeof addCheckpoint | typeof writeCheckpoint,
  ): Promise<boolean> {
    const { tree, signed } = head;
    const next = headOf(key.name, tree);
    const { origin, size, root } = next;
    const is_signed = signed?.size === size && signed.publication === tree.publication;
    if (is_signed && last?.size === size && last.root === root && last.origin === origin) return true;
    // Written before it is signed: a crash in between may sign the same head again, and no other. In the transaction, so that
    // nodes that share the file remember in turn; what is remembered was committed before. Again where the file says it
    // already: that may never have reached the disk.
    const flushed = flushingLastSigned(file, next, last);
    const stored = is_signed || Promise.try(() => store_it(store, tx, checkpointOf(head, next, key), { key, tree }));
    // Durable before it is committed; and neither goes on when the other has failed.
    for (const outcome of await Promise.allSettled([flushed, stored]))
      if (outcome.status === 'rejected') throw outcome.reason;
    return stored;
  }

  function checkpointOf({ tree, signed }: LogHead, { size, root }: LastSigned, key: SigningKey): LogCheckpointRow {
    const note = signNote(checkpointText({ origin: key.name, size, root: decodeHash(root) }), [key]);
    const at = signed ? afterLast(Date.parse(signed.signed_at), now().getTime()) : now().getTime();
    return { size, publication: tree.publication, root, note, signed_at: new Date(at).toISOString() };
  }

  async function signedElsewhere(publication: number, signed: number | undefined): Promise<number | undefined> {
    let last = signed;
    for (let waited = 0; waited < SIGNED_ELSEWHERE_MS && publication > given_up; waited += POLL_MS) {
      await wait(POLL_MS);
      last = await signedPublication(store.db);
      if ((last ?? 0) >= publication) {
        failed = undefined;
        return last;
      }
    }
    given_up = publication;
    note(notHere());
    return last;
  }

  /** Without the path: it is a reason for the log of the node, which has that anyway. */
  const notHere = () =>
    readKey(file) === undefined
      ? NO_KEY
      : `${NO_KEY} ${file} has another one: after \`readymark key rotate\` the new file must be copied to every node; a database from before a rotation has lost its key, and goes on with \`readymark key rotate --new-log\`.`;

  /** Logged once, until it is another reason. */
  function note(why: string, error?: unknown): void {
    if (failed?.message !== why)
      log.error({ why, ...(error !== undefined && { err: error }) }, 'the public log is not signed');
    failed = { since: failed?.since ?? now(), message: why };
  }

  return {
    file,
    failure: () => failed,
    async begin() {
      await beginKeys(store, now().toISOString(), () => {
        const known = readKey(file);
        const key = known ?? signingKey(originOf(base_url), random(32));
        if (!known) writeKey(file, key);
        // Also shows that there is room beside the key for what will be signed.
        writeLastSigned(file, readLastSigned(file) ?? headOf(key.name, emptyFrontier));
        log.info({ key: key.verifier.text, file }, known ? 'the log is signed by this key' : 'made the signing key');
        return key.verifier.text;
      });
      const { key } = await logHead(store.db);
      const [name, expected] = [key && parseVerifierKey(key.text)?.name, originOf(base_url)];
      if (name !== undefined && name !== expected && !name.startsWith(`${expected}/`))
        log.warn({ name, base_url }, 'the public log keeps the name of its key, which is not that of BASE_URL');
      if (closeKey(file)) log.warn({ file }, 'others could read the signing key; if they may have, rotate it');
    },
    async shown() {
      const head = await logHead(store.db);
      const { publication, key } = head;
      const signed = head.signed?.publication;
      if (!key) {
        failed = undefined;
        return publication;
      }
      const state = `${key.text} ${publication} ${head.signed?.root}`;
      if (signed === publication && state === compared) return publication;
      try {
        const shown = await shownNow(head, key.text);
        if (signed === publication && failed === undefined) compared = state;
        if (shown !== undefined) return shown;
      } catch (error) {
        if (error instanceof Refusal) note(error.message);
        else note('The newest publications could not be signed.', error);
      }
      return signed ?? (await publicationBefore(store.db, key.from_at));
    },
  };

  async function shownNow(head: LogHead, active: string): Promise<number | undefined> {
    const { publication, tree, signed } = head;
    if (!keyAt(file, active)) {
      if (signed?.publication !== publication) return signedElsewhere(publication, signed?.publication);
      failed = undefined;
      return publication;
    }
    // A version without a log may have published.
    const behind = tree.publication < publication;
    if (behind) await logPast(store, rubrics);
    const shown = await sign(behind ? undefined : head);
    failed = undefined;
    return shown;
  }
}

/** The name of a log: its address without the scheme (decision 143). */
export const originOf = (base_url: string) => `${new URL(base_url).host}/log`;
