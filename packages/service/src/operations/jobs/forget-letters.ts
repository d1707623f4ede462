import { LETTER_KEPT_MS, REFUSAL_KEPT_MS } from '../../domain/links/address.ts';
import { NOTICE_KEPT_MS } from '../../domain/notice.ts';
import { purgeLetters } from '../../store/letters.ts';
import { areNoticesOld, foldNotices } from '../../store/notice-ends.ts';
import { noticesWithoutAddress } from '../../store/notices.ts';
import { forgetReported } from '../../store/operators/reports.ts';
import type { Context } from '../context.ts';
import { noticeAddresses } from '../feature-letters.ts';

/** Notices looked up at once. */
const BATCH = 500;

/**
 * Removes the files of letters whose recipients have unsubscribed (decision 40), and of those whose notices were folded (decision 179):
 * when somebody does, and every hour, for what a crash or another node left.
 */
export async function forgetLetters(ctx: Pick<Context, 'mailer' | 'store' | 'features'>): Promise<void> {
  const { mailer, store } = ctx;
  const addresses = await noticeAddresses(ctx);
  const written = await mailer.written();
  for (let at = 0; at < written.length; at += BATCH) {
    const gone = await noticesWithoutAddress(store.db, written.slice(at, at + BATCH), addresses);
    if (gone.length) await mailer.forget(gone);
  }
}

/** Notices that one transaction folds. */
const FOLDED_AT_ONCE = 1_000;

/** Keeps of notices that ended long ago how many of a kind about a subject ended on a day, and how (decision 179). */
export async function foldOldNotices(
  { store, now }: Pick<Context, 'store' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const until = new Date(now().getTime() - NOTICE_KEPT_MS).toISOString();
  while (!signal?.aborted && (await areNoticesOld(store.db, until)))
    if ((await store.transaction((tx) => foldNotices(tx, until, FOLDED_AT_ONCE))) === 0) break;
  await store.transaction((tx) => forgetReported(tx, until));
}

/** Deletes what is stored of letters that were written and of addresses that are refused, when it holds no longer (decision 165). */
export async function forgetRefusals({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const until = { written: before(LETTER_KEPT_MS), refused: before(REFUSAL_KEPT_MS) };
  await store.transaction((tx) => purgeLetters(tx, until));
}
