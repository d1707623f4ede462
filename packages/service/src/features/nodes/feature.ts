import type { Feature } from '../../operations/context.ts';

/** What each process that serves shows, and how they compare (decision 168). */
export const nodes: Feature = {
  name: 'nodes',
  operations: async () => [(await import('./operations/list-nodes.ts')).listNodes],
  jobs: [
    {
      name: 'what this node shows',
      every_ms: 10_000,
      run: async (ctx) => (await import('./operations/write-node.ts')).writeThisNode(ctx),
    },
  ],
  stopped: async (ctx) => (await import('./operations/write-node.ts')).removeThisNode(ctx),
  doctor: async () => [(await import('./operations/check-nodes.ts')).checkNodes],
  http: async () => (await import('./http/part.ts')).nodesPart,
  commands: { nodes: async () => (await import('./cli/nodes.ts')).addNodes },
};
