import { z } from 'zod';
import { watchStats as watchStatsBody } from '../../domain/watch.ts';
import { documentReply, operation } from '../operation.ts';

/** How many agents watch each company (spec 2.5, decision 20): a document like every public read (decision 5). */
export const watchStats = operation({
  name: 'watch_stats',
  title: 'Watch statistics',
  summary: 'How many agents watch each company.',
  scope: null,
  faults: [],
  input: z.object({}),
  output: watchStatsBody,
  http: [
    {
      method: 'GET',
      id: 'get_watch_stats',
      path: '/api/watch-stats',
      status: 200,
      fields: 'none',
      document: true,
      guidance: ['Most watched first, without companies that nobody watches.', 'Who watches is never disclosed.'].join(
        ' ',
      ),
    },
  ],
  tool: {
    guidance:
      'Call it to see which companies others care about. Most watched first, without companies that nobody watches. Who watches is never disclosed.',
  },
  async handler(ctx) {
    return documentReply(ctx.watch_stats.document());
  },
});
