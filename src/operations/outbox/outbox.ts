import { afterFailure, noticeLeaseSeconds } from '../../domain/notice.ts';
import type { Delivery } from '../../mail/delivery.ts';
import { outageReason } from '../../store/engine/outage.ts';
import { type ClaimedNotice, claimNotices, isAnythingDue, type Outcome } from '../../store/notices.ts';
import type { Context } from '../context.ts';
import { letterWriter } from './letters.ts';
import { outcomeRecorder } from './outcomes.ts';

/**
 * Sends the notices that are due, several at a time, without anybody having to wait for a mail server.
 */
type Outbox = {
  /**
   * Claims what is due, as much as there is room for, and starts to send it; resolves when nothing more can be started
   * now.
   */
  start(): Promise<void>;
  /** Resolves when nothing is under way and nothing more is due. */
  drained(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

/**
 * Letters under way at once: enough to keep the mailer's connections busy, few enough for all to be answered within
 * their lease.
 */
const UNDER_WAY = 20;
/** Room for so many is waited for before more are claimed, so that one transaction claims several. */
const LEAST = 10;

export function openOutbox(ctx: Context, signal?: AbortSignal): Outbox {
  const writeLetter = letterWriter(ctx);
  const record = outcomeRecorder(ctx);
  const underWay = new Set<Promise<void>>();
  let starting: Promise<void> | undefined;

  async function claim(): Promise<ClaimedNotice[]> {
    const now = ctx.now();
    if (!(await isAnythingDue(ctx.store.db, now.toISOString(), ctx.catalogue.current().version))) return [];
    return claimNotices(ctx.store, {
      lease_by: ctx.newId('lea'),
      lease_until: new Date(now.getTime() + noticeLeaseSeconds * 1_000).toISOString(),
      now: now.toISOString(),
      publication: ctx.catalogue.current().version,
      limit: UNDER_WAY - underWay.size,
    });
  }

  async function attempt(notice: ClaimedNotice): Promise<void> {
    await record(outcome(ctx, notice, await deliver(notice)));
  }

  /**
   * Null when nobody is to be written to. A letter that cannot be written is tried again, and fails after its 24 hours,
   * like one that cannot be sent.
   */
  async function deliver(notice: ClaimedNotice): Promise<Delivery | null> {
    try {
      const letter = await writeLetter(notice);
      return letter && (await ctx.mailer.send(letter));
    } catch (error) {
      if (outageReason(error) !== undefined) throw error;
      ctx.log.error({ err: error, notice_id: notice.notice_id }, 'a letter could not be written');
      return { status: 'temporary', reason: 'the letter could not be written' };
    }
  }

  function send(notice: ClaimedNotice): void {
    const sending = attempt(notice)
      .catch((error) => {
        // The lease ends by itself, and the notice is taken up again.
        ctx.log.error({ err: error, notice_id: notice.notice_id }, 'a notice could not be taken care of');
      })
      .finally(() => {
        underWay.delete(sending);
        if (UNDER_WAY - underWay.size >= LEAST) void start();
      });
    underWay.add(sending);
  }

  async function fill(): Promise<void> {
    try {
      while (!signal?.aborted && underWay.size < UNDER_WAY) {
        const claimed = await claim();
        for (const notice of claimed) send(notice);
        if (!claimed.length) return;
      }
    } catch (error) {
      ctx.log.error({ err: error }, 'notices could not be claimed');
    }
  }

  function start(): Promise<void> {
    starting ??= fill().finally(() => {
      starting = undefined;
    });
    return starting;
  }

  async function idle(): Promise<void> {
    while (starting || underWay.size) await Promise.race([...underWay, ...(starting ? [starting] : [])]);
  }

  return {
    start,
    idle,
    async drained() {
      for (;;) {
        await start();
        if (!underWay.size) return;
        await Promise.race(underWay);
      }
    },
  };
}

/** What an attempt makes of its notice (decisions 28, 40, 41). */
function outcome(ctx: Context, notice: ClaimedNotice, delivery: Delivery | null): Outcome {
  const now = ctx.now();
  const { notice_id, lease_by } = notice;
  const attempts = notice.attempts + 1;
  const known = { notice_id, lease_by, attempts, at: now.toISOString() };
  if (delivery === null) return { ...known, status: 'cancelled' };
  if (delivery.status === 'sent') return { ...known, status: 'sent' };
  const random = (ctx.random(1)[0] ?? 0) / 256;
  const next = afterFailure(
    { since: new Date(notice.since), attempts, permanent: delivery.status === 'permanent' },
    now,
    random,
  );
  const said = { notice_id, attempts, reason: delivery.reason };
  if (next.status === 'failed') {
    ctx.log.error(said, 'a notice failed for good; `readymark notices list --status failed` shows it');
    return { ...known, status: 'failed', last_error: delivery.reason };
  }
  ctx.log.warn({ ...said, due_at: next.due_at }, 'a notice could not be sent and is tried again');
  return { ...known, status: 'pending', last_error: delivery.reason, due_at: next.due_at.toISOString() };
}
