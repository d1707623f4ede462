import { z } from 'zod';

/**
 * What was seen on a site (decision 90): immutable items, one per request, made by the collector and read by the scorer. Bodies are
 * kept apart by their SHA-256, so equal ones are stored once.
 */

/** Why there is no body, or why a body must not be taken for the site's own word. Each means unknown, never absent. */
export const evidenceProblems = [
  /** Its address, or one that it redirects to, may not be visited: not public, another port, no web address. */
  'refused',
  /** robots.txt forbids it to us. */
  'robots',
  /** A page for robots: captcha, "just a moment", an answer of a firewall. */
  'challenge',
  /** No answer in time. */
  'timeout',
  /** No connection: name, network or certificate. */
  'unreachable',
  /** The answer broke a bound or the protocol: headers too long, several layers of coding, an unknown one. */
  'malformed',
  /** A type of content that is not read: pictures, programs, archives. */
  'type',
  /** 5xx or 429. */
  'server_error',
  /** Not asked for: a budget was used up, or its host was given up. */
  'budget',
  /** The body could not be read by our parser in its time and memory. */
  'unreadable',
] as const;

export type EvidenceProblem = (typeof evidenceProblems)[number];

const time = z.iso.datetime().meta({ description: 'UTC, ISO 8601 with milliseconds.' });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One request and what came back. */
export const evidenceItem = z.object({
  role: z
    .string()
    .meta({ description: 'Why it was asked for: `robots`, `home`, `probe`, `sitemap`, `pricing`, `docs`, …' }),
  method: z.enum(['GET', 'POST']),
  url: z.string().meta({ description: 'The address that was asked for, without fragment.' }),
  accept: z.string().meta({ description: 'The Accept header that was sent.' }),
  fetched_at: time
    .nullable()
    .meta({ description: 'When it was asked for; null where it never was: `problem` and `detail` say why.' }),
  redirects: z
    .array(z.object({ status: z.int(), url: z.string() }))
    .meta({ description: 'Hops, with the address that each led to.' }),
  status: z.int().nullable().meta({ description: 'Status of the last answer; null when there was none.' }),
  headers: z.record(z.string(), z.string()).meta({ description: 'Those that matter, names in lower case.' }),
  bytes: z.int().meta({ description: 'Bytes of the decoded body as it is kept.' }),
  sha256: sha256.nullable().meta({ description: 'Of the decoded body; null when none was kept.' }),
  truncated: z.boolean().meta({ description: 'The body is longer than what was kept.' }),
  problem: z.enum(evidenceProblems).nullable(),
  detail: z.string().nullable().meta({ description: 'The problem in words.' }),
});
export type EvidenceItem = z.infer<typeof evidenceItem>;

/** Why nothing came back where there is no such host: the end of `detail`. */
export const NO_SUCH_NAME = 'the name does not exist';

/** The item of a request to which nothing came back yet. */
export const unanswered = (
  request: Pick<EvidenceItem, 'role' | 'method' | 'url' | 'accept' | 'fetched_at'>,
): EvidenceItem => ({
  ...request,
  redirects: [],
  status: null,
  headers: {},
  bytes: 0,
  sha256: null,
  truncated: false,
  problem: null,
  detail: null,
});

/** An item whose request was made, whatever came back. */
type Asked = { fetched_at: string };

/**
 * Whether a request was made: where robots.txt, a budget or its address forbade it, none was. Items of before 2026-11-26 have a time
 * all the same, so why nothing came back is looked at, too.
 */
export const wasAsked = <Item extends Pick<EvidenceItem, 'fetched_at' | 'status' | 'problem' | 'detail'>>(
  item: Item,
): item is Item & Asked =>
  item.fetched_at !== null &&
  (item.status !== null ||
    (item.problem !== 'robots' &&
      item.problem !== 'budget' &&
      item.problem !== 'refused' &&
      !/^robots\.txt could not/.test(item.detail ?? '')));

/** Everything that one collection saw. `items` are in the order in which they were asked for. */
export const evidenceBundle = z.object({
  format: z.literal(1),
  website: z.string().meta({ description: 'The address that the collection began with.' }),
  scope: z.string().optional().meta({
    description: 'Of a host that many companies share, the address below which all is of this one; absent elsewhere.',
  }),
  cut: z.string().optional().meta({
    description:
      'Why the collection ended before its plan did; absent where it did not. What was not asked for by then is unknown.',
  }),
  started_at: time,
  finished_at: time,
  requests: z.int().meta({ description: 'Requests sent, redirects included.' }),
  bytes: z.int().meta({ description: 'Bytes received.' }),
  notes: z.array(z.string()).meta({ description: 'What the collection gave up or left out, in words.' }),
  items: z.array(evidenceItem),
});
export type EvidenceBundle = z.infer<typeof evidenceBundle>;

/** The decoded body of an item by its SHA-256; undefined when it is not kept. */
export type Bodies = (sha256: string) => Uint8Array | undefined;

/** An answer that a statement rests on. */
const fetchedSource = z.object({
  url: z.string(),
  fetched_at: time,
  status: z.int().nullable(),
  sha256: sha256.nullable(),
  excerpt: z
    .string()
    .meta({ description: 'Exact words of the page (white space folded), or empty where there was no body.' }),
});
export type FetchedSource = z.infer<typeof fetchedSource>;

/** A place that would have been looked at and was not asked for: it has no time, no status and no words. */
const unfetchedSource = z.object({
  url: z.string(),
  not_fetched: z.string().meta({ description: 'Why it was not asked for.' }),
});

/** A place that a statement rests on, or that it would have rested on. */
export const evidenceSource = z.union([fetchedSource, unfetchedSource]);
export type EvidenceSource = z.infer<typeof evidenceSource>;

export const isFetched = <Source extends EvidenceSource>(
  source: Source,
): source is Extract<Source, { fetched_at: string }> => 'fetched_at' in source;
