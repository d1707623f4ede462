import { z } from 'zod';
import { watchStats as watchStatsBody } from '../../domain/watch.ts';
import { documentReply, operation } from '../operation.ts';

/** How many agents watch each company (spec 2.5, decision 21): a document like every public read (decision 5). */
export const watchStats = operation({
  name: 'watch_stats',
  title: 'Watch statistics',
  summary: 'How many agents watch each company.',
  description:
    'Returns the number of watching agents per company, most watched first: which companies agents care about. Who watches is never disclosed. Companies ' +
    'without watchers are omitted. Needs no key and no arguments.',
  scope: null,
  faults: [],
  input: z.object({}),
  output: watchStatsBody,
  http: [
    { method: 'GET', id: 'get_watch_stats', path: '/api/watch-stats', status: 200, fields: 'none', document: true },
  ],
  tool: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  async handler(ctx) {
    return documentReply(ctx.watch_stats.document());
  },
});
