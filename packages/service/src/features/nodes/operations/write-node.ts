import { hostname } from 'node:os';
import type { Context } from '../../../operations/context.ts';
import { version } from '../../../settings.ts';
import { clockAhead, removeNode, removeNodesBefore, writeNode } from '../store/nodes.ts';
import type { NodeRow } from '../store/rows.ts';

/** How often a node writes itself down while nothing changes. */
const WRITTEN_MS = 60_000;
/** How long a node is listed that was not stopped and is not seen any more. */
const LISTED_MS = 3_600_000;

/** What each process wrote last. */
const written = new WeakMap<Context['memory'], NodeRow>();

/** Writes down what this process shows, when that changed and once a minute (decision 168). */
export async function writeThisNode(ctx: Context): Promise<void> {
  const { store, memory, catalogue, settings } = ctx;
  const now = ctx.now();
  const seen_at = now.toISOString();
  const before = written.get(memory);
  const publication = catalogue.current().version;
  const since = before ? now.getTime() - Date.parse(before.seen_at) : Number.POSITIVE_INFINITY;
  if (before?.publication === publication && since >= 0 && since < WRITTEN_MS) return;
  const row = {
    node_id: before?.node_id ?? ctx.newId('nod'),
    name: `${hostname()}:${settings.PORT}`,
    version,
    started_at: before?.started_at ?? seen_at,
    seen_at,
    publication,
    clock_ms: await clockAhead(store, ctx.now),
  };
  await store.transaction(async (tx) => {
    await writeNode(tx, row);
    await removeNodesBefore(tx, new Date(now.getTime() - LISTED_MS).toISOString());
  });
  written.set(memory, row);
}

/** What a process that ends on purpose leaves: nothing. */
export async function removeThisNode({ store, memory }: Context): Promise<void> {
  const row = written.get(memory);
  written.delete(memory);
  if (row) await store.transaction((tx) => removeNode(tx, row.node_id));
}
