import { sql } from 'kysely';
import { type Node, SIMULATED, type World } from './world.ts';

/**
 * On PostgreSQL, what another process does in the background overlaps with a call, and the server ends connections of processes now and
 * then. Which moment that meets is not in the seed.
 */
export async function overlapped<T>(
  { store, nodes, chance }: World,
  node: Node,
  call: Promise<T>,
  follow: (other: Node) => Promise<void>,
): Promise<T> {
  if (store.engine !== 'postgres') return call;
  const other = chance.pick(nodes.filter((one) => one !== node));
  const cut = chance.one(20)
    ? sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = ${SIMULATED}`.execute(store.db)
    : undefined;
  const [result] = await Promise.all([call, other && follow(other), cut]);
  return result;
}
