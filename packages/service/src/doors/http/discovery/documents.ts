import { isDeepStrictEqual } from 'node:util';
import { compressLazily, type Document, makeDocument } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { AboutTools } from './catalogs.ts';
import type { DiscoveryDocument, DiscoveryFacts } from './document-table.ts';
import { nameMatcher } from './listing.ts';
import type { ListedCompany } from './openapi/parts.ts';

/** Returns the document at a path, or undefined. */
type Discovery = (path: string) => Document | undefined;

/**
 * The documents by which an agent that knows only the base address finds its way: to a key (spec 4, 5.5), to the calls
 * and to the tools. All are made from the registry of operations, the settings and the snapshot, and are served like the
 * scores.
 */
export function openDiscovery(
  ctx: Context,
  operations: readonly Operation[],
  about: AboutTools,
  table: readonly DiscoveryDocument[],
): Discovery {
  const addresses = new Map(
    table.flatMap((row) => [row.path, ...(row.aliases ?? [])].map((path) => [path, row] as const)),
  );
  /** Rows whose path has a name in it. */
  const families = table
    .filter(({ path }) => path.includes('{'))
    .map((row) => ({ row, nameIn: nameMatcher(row.path) }));
  const start = { modified: ctx.now() };
  /** Documents by what they were made from, which is a new object whenever it changes. */
  const made = new WeakMap<object, Map<string, Document>>();
  let today = dayOf(ctx.now());
  let example = exampleOf(ctx, start.modified);

  function sourceOf({ changes_with }: DiscoveryDocument): { modified: Date } {
    if (changes_with === 'snapshot') return ctx.catalogue.current();
    if (changes_with === 'example') {
      const now = exampleOf(ctx, start.modified);
      if (!isDeepStrictEqual(now.company, example.company)) example = now;
      return example;
    }
    if (changes_with !== 'day') return start;
    const day = dayOf(ctx.now());
    if (day.modified.getTime() !== today.modified.getTime()) today = day;
    return today;
  }

  function document(row: DiscoveryDocument, path: string, name: string): Document | undefined {
    const source = sourceOf(row);
    const known = made.get(source) ?? new Map<string, Document>();
    made.set(source, known);
    const kept = known.get(path);
    if (kept) return kept;
    const { settings, catalogue, rubrics, ladders, request_key } = ctx;
    const facts: DiscoveryFacts = {
      settings,
      operations,
      about,
      snapshot: catalogue.current(),
      rubrics,
      ladders,
      request_key,
      today: today.modified,
      example: example.company,
    };
    const text = row.content(facts, name);
    if (text === undefined) return undefined;
    const { content_type, headers: given = {} } = row;
    const headers = typeof given === 'function' ? given(facts) : given;
    const fresh = compressLazily(
      makeDocument(text, { content_type, modified: source.modified, scores: false, headers }),
    );
    known.set(path, fresh);
    return fresh;
  }

  return (path) => {
    const row = addresses.get(path);
    if (row) return document(row, path, '');
    for (const { row, nameIn } of families) {
      const name = nameIn(path);
      if (name !== undefined) return document(row, path, name);
    }
    return undefined;
  };
}

const dayOf = (now: Date): { modified: Date } => ({ modified: new Date(now.toISOString().slice(0, 10)) });

/** Companies of which one with sources is looked for, so that every example can be run. */
const LOOKED_AT_MAX = 20;

/** The company that examples name: the first one of the leaderboard whose audit has sources, else the first; undefined when it is empty. */
function exampleOf({ catalogue, now }: Context, started: Date): { modified: Date; company: ListedCompany | undefined } {
  const snapshot = catalogue.current();
  const [latest, today] = [later(snapshot.modified, started), dayOf(now()).modified];
  const best = snapshot.slice(0, LOOKED_AT_MAX);
  const first = best.find(({ slug }) => snapshot.hasReceipts(slug)) ?? best[0];
  if (!first) return { modified: latest, company: undefined };
  const { slug, audit_date } = first;
  const published = new Date(snapshot.publicAudits(slug).at(-1)?.published_at ?? today);
  // Its day is over since the day after it.
  const over = dayOf(published).modified < today;
  const day = over && { day: published.toISOString().slice(0, 10) };
  return {
    modified: over ? later(latest, new Date(dayOf(published).modified.getTime() + DAY_MS)) : latest,
    company: { slug, audit_date, ...day },
  };
}

const DAY_MS = 86_400_000;
const later = (one: Date, other: Date) => (one > other ? one : other);
