import { afterFailure, NOTICE_LEASE_MS } from '../../domain/notice.ts';
import type { Delivery } from '../../mail/delivery.ts';
import { defaultTimeouts } from '../../mail/mailer.ts';
import { outageReason } from '../../store/engine/outage.ts';
import { firstOpenPublication } from '../../store/fanouts.ts';
import { giveBack, type Outcome } from '../../store/notice-ends.ts';
import { claimNotices, type DueNotices, isAnythingDue, noticesWithoutAddress } from '../../store/notices.ts';
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

/** Letters with the mailer at once: its connections never wait for one, and no letter waits long for a connection. */
const IN_HAND_MAX = 10;
/** Notices claimed at once, with any mail server. */
const CLAIMED_MIN = 20;
/** The same while the mail server is quick: one transaction claims, admits or notes many. */
const CLAIMED_MAX = 200;
/** As many are claimed as are sent within this time at the pace of the last letters. */
const CLAIMED_MS = 2_000;
/** A letter that was not begun for so long is given back, because it might not end within the lease of its notice. */
const WAIT_MAX_MS = NOTICE_LEASE_MS - defaultTimeouts.total_ms - 2_000;
/** A letter that takes so long leaves no time for more than the fewest. */
const SLOW_MS = (IN_HAND_MAX * CLAIMED_MS) / CLAIMED_MIN;
/** Weight of one letter in the pace: that of the last eight or so. */
const WEIGHT = 1 / 8;
/** How long claims go on behind what they last found, before they look again for what is due longer. */
const SWEEP_MS = 5_000;

export function openOutbox(ctx: Context, signal?: AbortSignal): Outbox {
  const writeLetter = letterWriter(ctx);
  const record = outcomeRecorder(ctx);
  /** Admitted, and not with the mailer yet. */
  let ready: { notice: Admitted; since: number }[] = [];
  let inHand = 0;
  /** With the mailer, or about to be noted or given back. */
  const underWay = new Set<Promise<void>>();
  /** How many may be claimed now. */
  let most = CLAIMED_MIN;
  /** How long a letter takes with the mailer, in milliseconds; while nothing is known, as long as claims of few notices are for. */
  let pace = SLOW_MS;
  let starting: Promise<void> | undefined;
  let sweep = { began: Number.NEGATIVE_INFINITY, from: '' };

  /** Whether half of them may be claimed, so that one transaction claims several. Others that end ask again. */
  const hasRoom = () => ready.length + underWay.size <= most / 2;

  async function claim(): Promise<{ claimed: number; admitted: Admitted[] }> {
    const now = ctx.now();
    // Read first: whatever is open of a publication that is public here is seen after that.
    const { version } = ctx.catalogue.current();
    // A letter carries the whole publication, so it waits until all of its notices are written.
    const publication = Math.min(version, (await firstOpenPublication(ctx.store.db)) - 1);
    if (performance.now() - sweep.began > SWEEP_MS) sweep = { began: performance.now(), from: '' };
    const due = { now: now.toISOString(), publication, from: sweep.from };
    // The mail server may have become slow meanwhile.
    const limit = most - ready.length - underWay.size;
    if (limit < 1) return { claimed: 0, admitted: [] };
    const claimed = (await isAnythingDue(ctx.store.db, due)) ? await claimDue(now, due, limit) : [];
    const last = claimed.at(-1)?.due_at ?? '';
    // Nothing was left behind the last one: what is before it comes next.
    if (claimed.length < limit) sweep = { began: Number.NEGATIVE_INFINITY, from: '' };
    else sweep = { ...sweep, from: last };
    if (!claimed.length && due.from) return claim();
    return { claimed: claimed.length, admitted: await admit(ctx, claimed, publication) };
  }

  async function claimDue(now: Date, due: DueNotices, limit: number) {
    const lease_until = new Date(now.getTime() + NOTICE_LEASE_MS).toISOString();
    const claim = { ...due, lease_by: ctx.newId('lea'), lease_until, limit };
    return claimNotices(ctx.store, claim, await noticeAddresses(ctx));
  }

  /** A letter that was slow or not taken counts as it is, quick ones little by little. */
  function adapt(took_ms: number): void {
    pace = took_ms >= SLOW_MS ? SLOW_MS : pace + (took_ms - pace) * WEIGHT;
    most = Math.round(Math.min(Math.max((IN_HAND_MAX * CLAIMED_MS) / pace, CLAIMED_MIN), CLAIMED_MAX));
  }

  async function attempt(notice: Admitted): Promise<void> {
    const began = performance.now();
    inHand++;
    let delivery: Delivery | null;
    try {
      delivery = await deliver(notice);
    } finally {
      inHand--;
    }
    // Without a letter nothing is known of the mail server.
    if (delivery !== null) adapt(delivery.status === 'sent' ? performance.now() - began : SLOW_MS);
    sendReady();
    await record(outcome(ctx, notice, delivery));
  }

  /**
   * Null without an address. A letter that cannot be written is tried again, and fails after 24 hours, like one that
   * cannot be sent.
   */
  async function deliver(notice: Admitted): Promise<Delivery | null> {
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

  /** Hands what is ready to the mailer as far as it has room, and gives back what waited for too long. */
  function sendReady(): void {
    const late = signal?.aborted ? Number.POSITIVE_INFINITY : performance.now() - WAIT_MAX_MS;
    const [oldest] = ready;
    if (oldest && oldest.since < late) {
      const over = ready.filter(({ since }) => since < late).map(({ notice }) => notice);
      ready = ready.filter(({ since }) => since >= late);
      track(ctx.store.transaction((tx) => giveBack(tx, over)));
    }
    const next = ready.splice(0, IN_HAND_MAX - inHand);
    for (const { notice } of next) track(attempt(notice));
  }

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error) => {
        // The lease ends by itself, and the notice is claimed again.
        ctx.log.error({ err: error }, 'a notice could not be processed');
      })
      .finally(() => {
        underWay.delete(tracked);
        sendReady();
        if (hasRoom()) void start();
      });
    underWay.add(tracked);
  }

  async function fill(): Promise<void> {
    try {
      while (!signal?.aborted && hasRoom()) {
        const { claimed, admitted } = await claim();
        const since = performance.now();
        for (const notice of admitted) ready.push({ notice, since });
        sendReady();
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
