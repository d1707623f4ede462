import { slugField, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import type { Statement } from './statement.ts';

/** The public log as a list of events (decision 187): what each entry means to whoever keeps a copy of the board. */
export const feedEvents = ['publication', 'correction', 'rename', 'retraction', 'reply'] as const;

/** Events of one page; pages end where their numbers are full, so that readers with any cursor come together. */
export const FEED_PAGE = 100;

const feedEvent = z.object({
  n: z.int().min(0),
  event: z.enum(feedEvents),
  slug: slugField,
  at: timestamp,
  was: z.string().optional().meta({ description: 'Of a rename: the slug before.' }),
  outcome: z.string().optional().meta({ description: 'Of a reply: what became of it.' }),
  fictional: z.literal(true).optional(),
});

export const feedPage = z.object({
  ignored: z.array(z.string()).optional(),
  events: z.array(feedEvent).meta({ description: 'Oldest first; n is the entry of the public log.' }),
  next: z.int().min(0).nullable().meta({ description: 'What to pass as after; an empty list: you have all.' }),
});

export type FeedEventKind = (typeof feedEvents)[number];
type FeedEvent = z.infer<typeof feedEvent>;

const event_of: Readonly<Record<Statement['kind'], FeedEventKind>> = {
  audit: 'publication',
  replacement: 'correction',
  correction: 'correction',
  name_change: 'rename',
  retraction: 'retraction',
  reply: 'reply',
  outcome: 'reply',
  removal: 'reply',
};

/** What an entry of a kind means. */
export const feedEventKind = (kind: Statement['kind']): FeedEventKind => event_of[kind];

/**
 * An entry as an event.
 *
 * @param before slug of the entry that it replaces
 */
export function feedEventOf(
  n: number,
  { kind, slug, at, reply }: Statement,
  before: { slug?: string | undefined; fictional: boolean },
): FeedEvent {
  const outcome = kind === 'removal' ? 'removed' : reply?.outcome;
  return {
    n,
    event: event_of[kind],
    slug,
    at,
    ...(kind === 'name_change' && before.slug !== undefined && { was: before.slug }),
    ...(outcome && { outcome }),
    ...(before.fictional && { fictional: true as const }),
  };
}
