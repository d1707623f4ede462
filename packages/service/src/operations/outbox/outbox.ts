import { afterFailure, NOTICE_LEASE_MS } from '../../domain/notice.ts';
import type { Delivery } from '../../mail/delivery.ts';
import { outageReason } from '../../store/engine/outage.ts';
import { firstOpenPublication } from '../../store/fanouts.ts';
import type { Outcome } from '../../store/notice-ends.ts';
import { claimNotices, isAnythingDue, noticesWithoutAddress } from '../../store/notices.ts';
import type { Context } from '../context.ts';
import { noticeAddresses } from '../feature-letters.ts';
import { type Admitted, admit } from './admit.ts';
import { letterWriter } from './letters.ts';
import { outcomeRecorder } from './outcomes.ts';

/** Sends the notices that are due, several at a time (decisions 28 and 30). */
export type Outbox = {
  /** Claims due notices and starts to send them; resolves when no more can be started now. */
  start(): Promise<void>;
  /** Sends until no notice is due and none is under way. */
  drained(): Promise<void>;
  /** Resolves when no notice is under way. */
  idle(): Promise<void>;
};

/** Letters under way at once, with any mail server: enough to keep the mailer's connections busy, few enough to finish within their lease. */
const UNDER_WAY_MIN = 20;
/** The same while the mail server takes each letter quickly: each transaction claims, admits and notes more of them. */
const UNDER_WAY_MAX = 60;
/** A letter that took longer, with its wait for a connection, shows that the mail server is not quick. */
const QUICK_MS = 1_000;

export function openOutbox(ctx: Context, signal?: AbortSignal): Outbox {
  const writeLetter = letterWriter(ctx);
  const record = outcomeRecorder(ctx);
  const underWay = new Set<Promise<void>>();
  /** How many may be under way now: one more after each quick letter, and few again after one that was slow or not taken. */
  let most = UNDER_WAY_MIN;
  let starting: Promise<void> | undefined;

  /** Whether half of them may be started, so that one transaction claims several. Others that end ask again. */
  const hasRoom = () => underWay.size <= most / 2;

  async function attempt(notice: Admitted): Promise<void> {
    const began = performance.now();
    const delivery = await deliver(ctx, writeLetter, notice);
    const quick = performance.now() - began <= QUICK_MS && delivery?.status === 'sent';
    // Without a letter nothing is known of the mail server.
    if (delivery !== null) most = quick ? Math.min(most + 1, UNDER_WAY_MAX) : UNDER_WAY_MIN;
    await record(outcome(ctx, notice, delivery));
  }

  function send(notice: Admitted): void {
    const sending = attempt(notice)
      .catch((error) => {
        // The lease ends by itself, and the notice is claimed again.
        ctx.log.error({ err: error, notice_id: notice.notice_id }, 'a notice could not be processed');
      })
      .finally(() => {
        underWay.delete(sending);
        if (hasRoom()) void start();
      });
    underWay.add(sending);
  }

  async function fill(): Promise<void> {
    try {
      while (!signal?.aborted && hasRoom()) {
        const { claimed, admitted } = await claim(ctx, most - underWay.size);
        for (const notice of admitted) send(notice);
        if (!claimed) return;
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

/** Claims at most so many notices that are due, and admits those that may be sent. */
async function claim(ctx: Context, limit: number): Promise<{ claimed: number; admitted: Admitted[] }> {
  const now = ctx.now();
  // Read first: whatever is open of a publication that is public here is seen after that.
  const { version } = ctx.catalogue.current();
  // A letter carries the whole publication, so it waits until all of its notices are written.
  const publication = Math.min(version, (await firstOpenPublication(ctx.store.db)) - 1);
  const due = { now: now.toISOString(), publication };
  if (!(await isAnythingDue(ctx.store.db, due))) return { claimed: 0, admitted: [] };
  const lease_until = new Date(now.getTime() + NOTICE_LEASE_MS).toISOString();
  const addresses = await noticeAddresses(ctx);
  const claimed = await claimNotices(ctx.store, { ...due, lease_by: ctx.newId('lea'), lease_until, limit }, addresses);
  return { claimed: claimed.length, admitted: await admit(ctx, claimed, publication) };
}

/**
 * Writes a letter and gives it to the mail server; null without an address. A letter that cannot be written is tried again, and
 * fails after 24 hours, like one that cannot be sent.
 */
async function deliver(
  ctx: Context,
  writeLetter: ReturnType<typeof letterWriter>,
  notice: Admitted,
): Promise<Delivery | null> {
  try {
    const letter = await writeLetter(notice);
    const delivery = letter && (await ctx.mailer.send(letter));
    return delivery?.status === 'sent' && (await wasForgotten(ctx, notice.notice_id)) ? null : delivery;
  } catch (error) {
    if (outageReason(error) !== undefined) throw error;
    ctx.log.error({ err: error, notice_id: notice.notice_id }, 'a letter could not be written');
    return { status: 'temporary', reason: 'the letter could not be written' };
  }
}

/** A file that was written while its recipient unsubscribed came too late to be removed with the others. */
async function wasForgotten(ctx: Context, notice_id: string): Promise<boolean> {
  if (!ctx.mailer.writes_files) return false;
  const gone = await noticesWithoutAddress(ctx.store.db, [notice_id], await noticeAddresses(ctx));
  if (gone.length) await ctx.mailer.forget(gone);
  return gone.length > 0;
}

/** The state of a notice after an attempt (decisions 28, 40, 30). */
function outcome(ctx: Context, notice: Admitted, delivery: Delivery | null): Outcome {
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
  const logged = { notice_id, attempts, reason: delivery.reason };
  if (next.status === 'failed') {
    ctx.log.error(logged, 'a notice failed permanently; see `readymark notices list --status failed`');
    return { ...known, status: 'failed', last_error: delivery.reason };
  }
  ctx.log.warn({ ...logged, due_at: next.due_at }, 'a notice could not be sent and will be tried again');
  return { ...known, status: 'pending', last_error: delivery.reason, due_at: next.due_at.toISOString() };
}
