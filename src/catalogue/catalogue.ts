import type { Logger } from 'pino';
import { buildSnapshot, type Holdings, withAudits } from './build.ts';
import type { PublishedAudit, Snapshot } from './snapshot.ts';

/** Where published audits come from: the store, handed in by whoever wires the process. */
export type AuditSource = {
  /** The number of the newest publication. */
  latest(): Promise<number>;
  /** Standing audits after a place in the order of (publication, audit_id), at most `limit`. */
  after(place: { publication: number; audit_id: string }, limit: number): Promise<PublishedAudit[]>;
};

/** Holds the current snapshot and swaps it whole for a newer one. */
export type Catalogue = {
  current(): Snapshot;
  /**
   * Takes up everything published until now; resolves when `current()` holds it. Concurrent calls share the work. When a snapshot cannot be built the
   * last good one stays, `failure()` says why, and the promise is rejected.
   */
  refresh(): Promise<void>;
  /** Why the last refresh failed, and since when; undefined when it did not. */
  failure(): { since: Date; message: string } | undefined;
};

/** Audits read in one go. */
const BATCH = 500;

export function openCatalogue(options: { source: AuditSource; now(): Date; log: Logger }): Catalogue {
  let holdings: Holdings = new Map();
  let place = { publication: 0, audit_id: '' };
  let snapshot = buildSnapshot(holdings, 0);
  let failed: { since: Date; message: string } | undefined;
  let running: Promise<void> | undefined;

  async function takeUp(): Promise<void> {
    const latest = await options.source.latest();
    if (latest === snapshot.version) return;
    let next = holdings;
    let reached = place;
    for (;;) {
      const batch = await options.source.after(reached, BATCH);
      const last = batch.at(-1);
      if (!last) break;
      next = withAudits(next, batch);
      reached = { publication: last.publication, audit_id: last.audit_id };
    }
    const version = Math.max(latest, reached.publication);
    snapshot = buildSnapshot(next, version);
    holdings = next;
    place = { publication: version, audit_id: '~' };
    options.log.info({ version, companies: snapshot.count }, 'snapshot is up to date');
  }

  async function attempt(): Promise<void> {
    try {
      await takeUp();
      failed = undefined;
    } catch (error) {
      failed ??= { since: options.now(), message: 'The newest audits could not be read; the last good snapshot is served.' };
      options.log.error({ err: error }, 'no new snapshot could be built; the last good one is served');
      throw error;
    }
  }

  return {
    current: () => snapshot,
    failure: () => failed,
    async refresh() {
      // A refresh that is under way may have read before the newest commit: whoever comes in the meantime gets one more, shared by all.
      if (running) await running.catch(() => {});
      running ??= attempt().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
