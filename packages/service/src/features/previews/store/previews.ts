import { sql } from 'kysely';
import type { Db, Store, Tx } from '../../../store/engine/engine.ts';
import { claimRows, hasLease, isFree, type Lease, released } from '../../../store/leases.ts';
import type { LimitedRows } from '../../../store/limited-rows.ts';
import type { Tables } from '../../../store/tables.ts';
import { ATTEMPTS_MAX, openStatuses } from '../domain/preview.ts';
import type { PreviewRow } from './rows.ts';

/** Under which previews are begun: limits count rows. */
export const LOCK = 'previews';

/** The rows that the limits count. */
const counted = (name: string, rows: LimitedRows['rows']): LimitedRows => ({
  ...{ name, rows },
  id: sql`ask_id`,
  time: sql`asked_at`,
});
export const allPreviews = counted('previews', sql`preview_asks where true`);
export const previewsBy = (registration_id: string) =>
  counted(`previews by ${registration_id}`, sql`preview_asks where asked_by = ${registration_id}`);
export const previewsOfOwner = (owner: string) =>
  counted(`previews of ${owner}`, sql`preview_asks where owner = ${owner}`);

export function findPreview(db: Db, host: string): Promise<PreviewRow | undefined> {
  return db.selectFrom('previews').selectAll().where('host', '=', host).executeTakeFirst();
}

const unchanged = { changed_audit_id: null, changed_urls: null };

type Asked = Pick<PreviewRow, 'host' | 'website' | 'rubric' | 'asked_at'>;
type Ask = Tables['preview_asks'];

/** Queues a preview, in the place of the one before, and counts it: one that is tried again counts again. */
export async function queuePreview(tx: Tx, asked: Asked, ask: Ask): Promise<void> {
  await tx.insertInto('preview_asks').values(ask).execute();
  const none = { finished_at: null, progress: null, reason: null, result: null, ...unchanged };
  const row = { ...asked, ...none, ...released, status: 'queued', attempts: 0 };
  await tx
    .insertInto('previews')
    .values(row)
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute();
}

const due = (db: Db) => db.selectFrom('previews').where('status', 'in', openStatuses);

/** Whether a claim would find any; outside of any transaction, so that an idle node waits for no writer. */
export async function isPreviewDue(db: Db, now: string): Promise<boolean> {
  return (await due(db).select('host').where(isFree(now)).limit(1).executeTakeFirst()) !== undefined;
}

/** Claims the previews that have waited longest and begins them. One that was begun too often and left behind fails. */
export async function beginPreviews(store: Store, lease: Lease, most: number): Promise<PreviewRow[]> {
  const waiting = (tx: Tx) => due(tx).select('host as id').orderBy('asked_at').limit(most);
  const hosts = await claimRows(store, { table: 'previews', key: 'host' }, waiting, lease);
  if (!hosts.length) return [];
  return store.transaction(async (tx) => {
    const mine = tx.updateTable('previews').where('host', 'in', hosts).where(hasLease(lease.lease_by));
    const left = { status: 'failed', reason: LEFT_BEHIND, finished_at: lease.now, progress: null };
    await mine
      .where('attempts', '>=', ATTEMPTS_MAX)
      .set({ ...released, ...left })
      .execute();
    return mine
      .set((eb) => ({ status: 'running', attempts: eb('attempts', '+', 1) }))
      .returningAll()
      .execute();
  });
}

const LEFT_BEHIND = 'It was begun twice, and each time the process that worked on it ended.';

/** A preview that a claim is working on. */
export type HeldPreview = { host: string; lease_by: string };

const held = (db: Db, { host, lease_by }: HeldPreview) =>
  db.updateTable('previews').where('host', '=', host).where(hasLease(lease_by)).where('status', '=', 'running');

/** Extends the lease of a preview and notes how far it is. @returns false when it is not held any more */
export async function extendPreview(
  tx: Tx,
  preview: HeldPreview,
  values: Pick<PreviewRow, 'lease_until' | 'progress'>,
): Promise<boolean> {
  return (await held(tx, preview).set(values).executeTakeFirst()).numUpdatedRows > 0n;
}

type Changed = Pick<PreviewRow, 'changed_audit_id' | 'changed_urls'>;

export type PreviewEnd =
  | ({ status: 'done'; result: string; reason: null; finished_at: string } & Changed)
  | { status: 'unobserved' | 'failed'; result: string | null; reason: string; finished_at: string }
  /** Given back, by a process that ends or after a failure. */
  | { status: 'queued'; attempts: number };

/** Ends a preview that is still held. @returns false when it is not */
export async function endPreview(db: Db, preview: HeldPreview, end: PreviewEnd): Promise<boolean> {
  const ended = await held(db, preview)
    .set({ ...released, progress: null, ...end })
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Deletes previews that were asked for before a time, and who asked before another. */
export async function forgetPreviews(tx: Tx, before: string, asks_before: string): Promise<void> {
  await tx.deleteFrom('previews').where('asked_at', '<', before).execute();
  await tx.deleteFrom('preview_asks').where('asked_at', '<', asks_before).execute();
}

/** How far those of these are that are not over. */
export async function progressOf(db: Db, hosts: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await due(db).select(['host', 'progress']).where('host', 'in', hosts).execute();
  return new Map(rows.map(({ host, progress }) => [host, progress]));
}

/** The previews that found documents changed which an audit cites: its id, their addresses, and when. */
export async function changedSites(db: Db): Promise<{ audit_id: string; host: string; urls: string[]; at: string }[]> {
  const rows = await db
    .selectFrom('previews')
    .select(['changed_audit_id', 'changed_urls', 'host', 'finished_at'])
    .where('changed_audit_id', 'is not', null)
    .orderBy('changed_audit_id')
    .execute();
  return rows.map(({ changed_audit_id, changed_urls, host, finished_at }) => {
    const urls: string[] = JSON.parse(changed_urls ?? '[]');
    return { audit_id: changed_audit_id ?? '', host, urls, at: finished_at ?? '' };
  });
}
