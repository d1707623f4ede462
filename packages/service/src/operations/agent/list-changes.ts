import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { FEED_PAGE, feedEventOf, feedPage } from '../../domain/public-log/feed.ts';
import type { Statement } from '../../domain/public-log/statement.ts';
import { cosignedCheckpoint } from '../../store/public-log/cosignatures.ts';
import { feedEntries } from '../../store/public-log/proofs.ts';
import { operation } from '../operation.ts';

/**
 * The public log as JSON, a page of events after a cursor (decision 187). Only what a checkpoint covers is in it. A page that is full
 * never changes. Faults: invalid_request.
 */
export const listChanges = operation({
  name: 'list_changes',
  title: 'List changes',
  summary: 'What was published, corrected, renamed, retracted or replied, in the order of the public log.',
  scope: null,
  faults: ['invalid_request'],
  input: z.object({
    after: wholeNumber(0, 2 ** 31 - 1)
      .optional()
      .meta({ description: 'next of the last page; left out: from the beginning.' }),
  }),
  output: feedPage,
  http: [
    {
      method: 'GET',
      path: '/api/changes',
      status: 200,
      fields: 'query',
      public: true,
      guidance: 'Poll it: a full page never changes, the last one may be kept for a minute.',
    },
  ],
  async handler(ctx, { after = -1 }) {
    const { db } = ctx.store;
    const head = await cosignedCheckpoint(db, ctx.catalogue.current().version);
    const size = head?.size ?? 0;
    const end = (Math.floor((after + 1) / FEED_PAGE) + 1) * FEED_PAGE;
    const entries = await feedEntries(db, after, Math.min(end, size));
    const events = entries.map(({ entry_index, entry, before, fictional }) =>
      feedEventOf(entry_index, JSON.parse(entry) as Statement, { slug: before, fictional }),
    );
    const next = events.at(-1)?.n ?? (after < 0 ? null : after);
    const newest = events.at(-1)?.at;
    return {
      body: { events, next },
      prepared: true,
      caching: end <= size ? 'asset' : 'public',
      ...(newest !== undefined && { modified: new Date(newest) }),
    };
  },
});
