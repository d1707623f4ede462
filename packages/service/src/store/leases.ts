import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../domain/clock.ts';
import type { Store, Tx } from './engine/engine.ts';
import type { Tables } from './tables.ts';

/**
 * Leases: a worker claims rows for a limited time, so that several workers share the work and rows of a worker that
 * died are claimed again. Any table with the columns `lease_by` and `lease_until` can be leased from.
 */
type LeaseColumns = { lease_by: string | null; lease_until: string | null };
type LeasedTable = {
  [T in keyof Tables]: Tables[T] extends LeaseColumns ? T : never;
}[keyof Tables];

/** One claim: its own id, and from when to when it lasts (ISO 8601). */
export type Lease = { lease_by: string; lease_until: string; now: string };

/**
 * The condition that a row has no lease, or one that has ended. Its holder stops at `lease_until` by its own clock, which
 * may be late by the skew of two clocks, so for a claim the lease ends that much later (decision 28).
 */
export function isFree(now: string) {
  const ended = new Date(Date.parse(now) - CLOCK_SKEW_MS).toISOString();
  return sql<SqlBool>`(lease_until is null or lease_until <= ${ended})`;
}

/** The condition that a row still has the lease of this claim. */
export const hasLease = (lease_by: string) => sql<SqlBool>`lease_by = ${lease_by}`;

/** The lease columns of a released row. */
export const released = { lease_by: null, lease_until: null } satisfies LeaseColumns;

/**
 * Claims rows in one short transaction. Rows that another transaction is claiming at this moment are skipped.
 *
 * @param of the table and its key
 * @param due selects the keys of the rows to claim, as `id`, in order and with a limit; free ones are selected from them
 * @returns the keys of the claimed rows
 */
export function claimRows<T extends LeasedTable>(
  store: Store,
  of: { table: T; key: keyof Tables[T] & string },
  due: (tx: Tx) => SelectQueryBuilder<Tables, T, { id: string }>,
  { lease_by, lease_until, now }: Lease,
): Promise<string[]> {
  return store.transaction(async (tx) => {
    const free = due(tx).where(isFree(now));
    const rows = await (store.skips_locked ? free.forUpdate().skipLocked() : free).execute();
    const ids = rows.map((row) => (row as { id: string }).id);
    if (ids.length)
      await sql`update ${sql.table(of.table)} set lease_by = ${lease_by}, lease_until = ${lease_until}
        where ${sql.ref(of.key)} in (${sql.join(ids)})`.execute(tx);
    return ids;
  });
}
