import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import type { Rubrics } from '@readymark/rubric/rubric';
import type { Logger } from 'pino';
import type { Store } from '../../store/engine/engine.ts';
import { logPast } from '../../store/public-log/append.ts';
import { type LogHead, logHead, signedPublication } from '../../store/public-log/checkpoints.ts';
import { publicationBefore } from '../../store/publications.ts';
import { beginKey, type NewKey } from './begin-key.ts';
import { isDue } from './head-text.ts';
import { signNewest } from './sign-newest.ts';
import { brokenHistory, keyAt, notHere, withoutPath } from './signed-history.ts';

/** How long a node without the key waits for one that has it, before it shows what is signed. */
const SIGNED_ELSEWHERE_MS = 1_000;
const POLL_MS = 20;

type Options = NewKey & { rubrics: Rubrics; log: Logger };

/** What this process last found. */
type State =
  /** Nothing that saves it the next look. */
  | { is: 'looking' }
  /** All that was published is signed, and this head was compared with what was signed here before. */
  | { is: 'signed'; head: string }
  /** The newest publications are not signed; `given_up` is the one that no other node signed in time, or 0. */
  | { is: 'unsigned'; since: Date; message: string; given_up: number };

/** Signs the heads of the public log in a process that has the key (decision 143). */
export class LogSigner {
  /** Where the key of this process is, or would be. */
  readonly file: string;
  readonly #store: Store;
  readonly #options: Options;
  #state: State = { is: 'looking' };

  constructor(options: Options) {
    this.file = options.file;
    this.#store = options.store;
    this.#options = options;
  }

  /** Makes the key of a log that has none, or adopts the one in the file. @throws Refusal where it cannot be kept */
  begin(): Promise<void> {
    return beginKey(this.#options);
  }

  /** Since when and why this process cannot sign what was published; undefined while it can, or need not. */
  failure(): { since: Date; message: string } | undefined {
    return this.#state.is === 'unsigned' ? this.#state : undefined;
  }

  /**
   * Why what was committed is not public yet, with the command that mends it (decision 167); null while all of it is signed or
   * can be. A process without the key waits a second for one that has it.
   */
  async whyUnsigned(): Promise<string | null> {
    const { publication, key, signed } = await logHead(this.#store.db);
    if (!key || signed?.publication === publication) return null;
    const broken = await brokenHistory(this.#store.db, this.file);
    if (broken?.here !== false) return broken?.why ?? null;
    await this.#signedElsewhere(publication, signed?.publication);
    return this.failure()?.message ?? null;
  }

  /**
   * The newest publication that may be shown: all that was published, where it is signed or can be signed now; else the
   * newest that is signed. Of a log without a key, the newest; of one of which nothing is signed yet, what was published
   * before it had a key.
   */
  async shown(): Promise<number> {
    const head = await logHead(this.#store.db);
    const { publication, key, signed } = head;
    if (!key) {
      this.#state = { is: 'looking' };
      return publication;
    }
    try {
      const shown = await this.#newestSigned(head, key.text);
      if (shown !== undefined) return shown;
    } catch (error) {
      if (error instanceof Refusal) this.#unsigned(error.message);
      else this.#unsigned('The newest publications could not be signed.', { error });
    }
    return signed?.publication ?? (await publicationBefore(this.#store.db, key.from_at));
  }

  /** @param active the public key that signs now */
  async #newestSigned(head: LogHead, active: string): Promise<number | undefined> {
    const { publication, tree, signed } = head;
    const is_signed = signed?.publication === publication;
    const name = `${active} ${publication} ${signed?.root}`;
    const { now } = this.#options;
    const is_fresh = is_signed && !isDue(signed, now());
    if (is_fresh && this.#state.is === 'signed' && this.#state.head === name) return publication;
    let shown: number | undefined = publication;
    if (keyAt(this.file, active)) {
      // A version without a log may have published.
      const behind = tree.publication < publication;
      if (behind) await logPast(this.#store, this.#options.rubrics);
      shown = await signNewest(this.#options, behind ? undefined : head);
    } else if (!is_signed) return this.#signedElsewhere(publication, signed?.publication);
    this.#state = is_signed ? { is: 'signed', head: name } : { is: 'looking' };
    return shown;
  }

  async #signedElsewhere(publication: number, signed: number | undefined): Promise<number | undefined> {
    const given_up = this.#state.is === 'unsigned' ? this.#state.given_up : 0;
    let last = signed;
    for (let waited = 0; waited < SIGNED_ELSEWHERE_MS && publication > given_up; waited += POLL_MS) {
      await wait(POLL_MS);
      last = await signedPublication(this.#store.db);
      if ((last ?? 0) >= publication) {
        this.#state = { is: 'looking' };
        return last;
      }
    }
    this.#unsigned(notHere(this.file), { given_up: publication });
    return last;
  }

  /** Logged once, until it is another reason. */
  #unsigned(found: string, { error, given_up }: { error?: unknown; given_up?: number } = {}): void {
    const { log, now, file } = this.#options;
    const message = withoutPath(found, file);
    const before = this.#state.is === 'unsigned' ? this.#state : undefined;
    if (before?.message !== message)
      log.error(
        { why: message, key: file, ...(error !== undefined && { err: error }) },
        'the public log is not signed',
      );
    this.#state = {
      is: 'unsigned',
      since: before?.since ?? now(),
      message,
      given_up: given_up ?? before?.given_up ?? 0,
    };
  }
}
