import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { type Since, sinceField } from '../../domain/digest.ts';
import { FEED_PAGE, feedEventOf, feedPage } from '../../domain/public-log/feed.ts';
import type { Statement } from '../../domain/public-log/statement.ts';
import { cosignedCheckpoint } from '../../store/public-log/cosignatures.ts';
import { logSizeAt } from '../../store/public-log/mark.ts';
import { feedEntries } from '../../store/public-log/proofs.ts';
import { publicationBefore } from '../../store/publications.ts';
import type { Context } from '../context.ts';
import { pastTime } from '../moments/past-time.ts';
import { operation } from '../operation.ts';

/** The number of an entry is a cursor, which has a name of its own. */
const beginning = z
  .string({ error: 'must be a string' })
  .refine((text) => !/^\s*\d+\s*$/.test(text), {
    error: 'must be a date, a time, or days ago such as 7d; the number of an entry goes in after',
    abort: true,
  })
  .pipe(sinceField);

/**
 * The public log as JSON, a page of events after a cursor or from a time on (decision 187). Only what a checkpoint covers is in it. A page that is full
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
    updated_since: beginning
      .optional()
      .meta({ description: 'To begin: a time, a day (UTC) or days ago (7d), itself included.' }),
  }),
  aliases: { since: 'updated_since' },
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
  async handler(ctx, { after: cursor = -1, updated_since }) {
    const { db } = ctx.store;
    const head = await cosignedCheckpoint(db, ctx.catalogue.current().version);
    const size = head?.size ?? 0;
    // Both may be sent: whoever goes on from page to page need not take the time out.
    const after = updated_since === undefined ? cursor : Math.max(cursor, await lastBefore(ctx, updated_since, size));
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
      // From a time on it is another page when the time is relative, or an entry gets an earlier moment.
      caching: end <= size && updated_since === undefined ? 'asset' : 'public',
      ...(newest !== undefined && { modified: new Date(newest) }),
    };
  },
});

/** The last entry before a time, -1 where there is none. @throws Fault invalid_request for a time that is to come */
async function lastBefore(ctx: Context, sent: Since, size: number): Promise<number> {
  const { db } = ctx.store;
  const since = pastTime(ctx, 'updated_since', sent);
  return Math.min(size, await logSizeAt(db, await publicationBefore(db, since))) - 1;
}
