import { z } from 'zod';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { nodeFindings, nodeStates, nodesWithStates } from './node-states.ts';

const node = z.object({
  node_id: z.string(),
  name: z.string().describe('Host and port'),
  version: z.string().describe('Of the software'),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime().describe('When it wrote itself down last, which it does once a minute'),
  publication: z.int().describe('The newest publication that it shows'),
  clock_ms: z.int().describe('How far its clock is ahead of that of the database, in milliseconds; 0 on SQLite'),
  state: z
    .enum(nodeStates)
    .describe(
      'behind: it lacks a publication that is older than half a minute; ahead: the database lacks one that it shows; silent: not seen for three minutes',
    ),
});

/** Every process that serves this database, and what it shows (decision 168). */
export const listNodes = deskOperation({
  name: 'list_nodes',
  title: 'List nodes',
  summary: 'Lists the processes that serve, what each shows, and what is wrong between them.',
  path: 'GET /api/desk/nodes',
  guidance: 'One that is stopped leaves the list; one that died leaves it an hour later.',
  input: z.object({}),
  output: z.object({
    newest: z.int().describe('The newest publication of the database'),
    findings: z.array(z.string()).describe('What is wrong, a sentence each'),
    nodes: z.array(node).describe('In the order in which they started'),
  }),
  async handler({ store, now }) {
    const found = await nodesWithStates(store.db, now());
    return { ...found, findings: nodeFindings(found) };
  },
});
