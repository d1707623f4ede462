import type { Store } from '../../../store/engine/engine.ts';
import type { Check } from '../../../store/upkeep/doctor-checks.ts';
import { nodeFindings, nodesWithStates } from './node-states.ts';

/** What the doctor says of nodes: as of when one of them was last seen, so that nodes that are all stopped are not wrong. */
export async function checkNodes({ db }: Store): Promise<Check> {
  const found = await nodesWithStates(db);
  return {
    check: 'the nodes that serve show the newest publication',
    rows: found.nodes.length,
    findings: nodeFindings(found),
  };
}
