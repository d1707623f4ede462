import { CLOCK_SKEW_MS } from '../../../domain/clock.ts';
import type { Db } from '../../../store/engine/engine.ts';
import { latestPublication } from '../../../store/publications.ts';
import { listNodes, publishedAfter } from '../store/nodes.ts';
import type { NodeRow } from '../store/rows.ts';

/** How a node compares with the database (decision 168). */
export const nodeStates = ['current', 'behind', 'ahead', 'silent'] as const;
type NodeState = (typeof nodeStates)[number];

type NodeWithState = NodeRow & { state: NodeState };

/** How long a node may need to show a publication before it is behind. */
const BEHIND_MS = 30_000;
/** A node writes itself down once a minute; one that missed three is silent. */
const SILENT_MS = 180_000;

/**
 * How all nodes compare with the database.
 *
 * @param now undefined: the time at which one of them was last seen
 * @returns the newest publication of the database, and the nodes in the order in which they started
 */
export async function nodesWithStates(db: Db, now?: Date): Promise<{ newest: number; nodes: NodeWithState[] }> {
  const newest = await latestPublication(db);
  const rows = await listNodes(db);
  const time = now?.getTime() ?? Math.max(...rows.map(({ seen_at }) => Date.parse(seen_at)));
  const nodes: NodeWithState[] = [];
  for (const row of rows) nodes.push({ ...row, state: await stateOf(row) });
  return { newest, nodes };

  async function stateOf({ publication, seen_at }: NodeRow): Promise<NodeState> {
    const seen = Date.parse(seen_at);
    if (time - seen > SILENT_MS) return 'silent';
    if (publication > newest) return 'ahead';
    const next = publication < newest ? await publishedAfter(db, publication) : undefined;
    return next !== undefined && seen - Date.parse(next) > BEHIND_MS ? 'behind' : 'current';
  }
}

/** What is wrong with nodes, a sentence each; silent ones may have been stopped. */
export function nodeFindings({ newest, nodes }: { newest: number; nodes: readonly NodeWithState[] }): string[] {
  const seen = nodes.filter(({ state }) => state !== 'silent');
  const findings = seen.flatMap(({ name, state, publication }) => {
    if (state === 'behind')
      return [`${name} shows publication ${publication}, and the newest is ${newest}; its /readyz and its log say why`];
    if (state === 'ahead')
      return [
        `${name} shows publication ${publication}, and the newest in the database is ${newest}: the database lost what was published after it, as a standby does that was not up to date`,
      ];
    return [];
  });
  const clocks = seen.map(({ clock_ms }) => clock_ms);
  const apart = Math.max(...clocks) - Math.min(...clocks);
  if (apart > CLOCK_SKEW_MS) {
    const [first, last] = [...seen]
      .sort((a, b) => a.clock_ms - b.clock_ms)
      .filter((_, at, all) => at === 0 || at === all.length - 1);
    findings.push(
      `the clock of ${last?.name} is ${Math.round(apart / 1000)} s ahead of that of ${first?.name}; they must agree within a minute`,
    );
  }
  return findings;
}
