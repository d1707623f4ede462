import { parseVerifierKey } from '@readymark/tlog/note';
import { type LogHead, logHead } from '../../store/public-log/checkpoints.ts';
import { adoptKey, readLastSigned } from '../../store/public-log/key-file.ts';
import type { Context } from '../context.ts';
import { brokenHistory, keyAt, notHere, withoutPath } from '../signing/signed-history.ts';
import { newestKnown } from './newest-known.ts';
import { olderThan, resumeLog } from './resume-log.ts';
import { rotateKey } from './rotate-key.ts';

/** What a person says of a restored database: nothing was published after it; or something was, and a new log begins. */
export type LogDecision = 'continue' | 'new';

/**
 * What becomes of the log of a restored database (decision 167). `none`: it has no key. `continues`: it is signed from here on; `proof`
 * says who shows that the database is the newest, null where that was remembered here or a person said so. `new`: a new log began.
 * `undecided`: it is not signed, `why` says what to do.
 */
export type RestoredLog = {
  state: 'none' | 'continues' | 'new' | 'undecided';
  origin: string | null;
  /** How many entries are signed, and when the last one was. */
  signed: number;
  signed_at: string | null;
  proof: string | null;
  why: string | null;
};

type Options = {
  /** Where the key may be that belongs to the backup. */
  key: string;
  tree: string | undefined;
  decision: LogDecision | undefined;
  /** Asks a person; undefined where there is none. */
  ask: ((log: RestoredLog) => Promise<LogDecision | undefined>) | undefined;
};

/**
 * Puts the key of a backup in its place, and goes on with the log of a restored database where that is right: it is remembered or
 * proven that it is the newest, or a person says so.
 *
 * @throws Refusal where the person wants the log to go on and it cannot
 */
export async function settleRestoredLog(ctx: Context, options: Options): Promise<RestoredLog> {
  const { store, signer } = ctx;
  const head = await logHead(store.db);
  const found = stateOf(head);
  if (!head.key) return found;
  if (options.decision === 'new') return beginNew(ctx);
  adoptKey(options.key, signer.file);
  if (!keyAt(signer.file, head.key.text)) {
    if (options.decision === 'continue') await resumeLog(ctx, options.tree);
    return { ...found, state: 'undecided', why: withoutPath(notHere(signer.file), signer.file) };
  }
  const broken = await brokenHistory(store.db, signer.file);
  if (!broken) return { ...found, state: 'continues' };
  const undecided = { ...found, state: 'undecided', why: broken.why } as const;
  // Where something is remembered, nobody overrules it.
  const remembered = readLastSigned(signer.file)?.origin === found.origin;
  const known = remembered || !head.signed ? undefined : await newestKnown(ctx, head.signed, options.tree);
  if (known?.newer !== undefined && options.decision === undefined)
    return { ...undecided, why: olderThan(known.newer) };
  const proof = known?.newer === undefined ? (known?.proof ?? null) : null;
  const decision =
    proof === null && !remembered ? (options.decision ?? (await options.ask?.(undecided))) : options.decision;
  if (decision === 'new') return beginNew(ctx);
  if (proof === null && decision === undefined) return undecided;
  await resumeLog(ctx, options.tree);
  return { ...found, state: 'continues', proof };
}

async function beginNew(ctx: Context): Promise<RestoredLog> {
  await rotateKey(ctx, { new_log: true });
  return { ...stateOf(await logHead(ctx.store.db)), state: 'new' };
}

const stateOf = ({ key, signed }: LogHead): RestoredLog => ({
  state: 'none',
  origin: (key && parseVerifierKey(key.text)?.name) ?? null,
  signed: signed?.size ?? 0,
  signed_at: signed?.signed_at ?? null,
  proof: null,
  why: null,
});
