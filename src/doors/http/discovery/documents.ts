import { compressLazily, type Document, makeDocument } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { wantsMarkdown } from '../documents/accept.ts';
import type { AboutTools } from './catalogs.ts';
import { type DiscoveryDocument, type DiscoveryFacts, discoveryDocuments, types } from './document-table.ts';
import { nameMatcher } from './listing.ts';

/** Returns the document at a path, or undefined. */
export type Discovery = (path: string, accept: string) => Document | undefined;

const changing = discoveryDocuments
  .filter(({ changes_with }) => changes_with)
  .map((row) => ({ row, nameIn: nameMatcher(row.path) }));

/**
 * The documents by which an agent that knows only the base address finds its way: to a key (spec 4, 5.5), to the calls
 * and to the tools. All are made from the registry of operations, the settings and the snapshot, and are served like the
 * scores.
 */
export function openDiscovery(ctx: Context, operations: readonly Operation[], about: AboutTools): Discovery {
  let today = startOfDay(ctx.now());

  const facts = (): DiscoveryFacts => {
    const { settings, catalogue } = ctx;
    return { settings, operations, about, snapshot: catalogue.current(), today };
  };
  const { fixed, twins } = fixedDocuments(facts(), ctx.now());

  /** Documents that change, by what they were made from: a snapshot or a day. */
  const made = new WeakMap<object, Map<string, Document>>();

  function current(row: DiscoveryDocument, name: string, path: string): Document | undefined {
    const source = row.changes_with === 'day' ? today : ctx.catalogue.current();
    const known = made.get(source) ?? new Map<string, Document>();
    made.set(source, known);
    const document = known.get(path);
    if (document) return document;
    const text = row.content(facts(), name);
    if (text === undefined) return undefined;
    const fresh = documentOf(row, text, source instanceof Date ? source : source.modified);
    known.set(path, fresh);
    return fresh;
  }

  return (path, accept) => {
    const document = fixed.get(path);
    if (document) return (wantsMarkdown(accept) ? twins.get(path) : undefined) ?? document;
    for (const { row, nameIn } of changing) {
      const name = nameIn(path);
      if (name === undefined) continue;
      const now = startOfDay(ctx.now());
      if (now.getTime() !== today.getTime()) today = now;
      return current(row, name, path);
    }
    return undefined;
  };
}

/** The documents that never change while the process runs, and the Markdown twins of some, by path. */
function fixedDocuments(facts: DiscoveryFacts, started: Date) {
  const fixed = new Map<string, Document>();
  const twins = new Map<string, Document>();
  for (const row of discoveryDocuments.filter(({ changes_with }) => !changes_with)) {
    const { path, aliases = [], twin, markdown } = row;
    const document = documentOf(row, row.content(facts, '') ?? '', started);
    for (const address of [path, ...aliases]) fixed.set(address, document);
    if (!twin || !markdown) continue;
    const text = documentOf({ content_type: types.markdown, headers: { vary: 'Accept' } }, markdown(facts), started);
    fixed.set(twin(path), text);
    twins.set(path, text);
  }
  return { fixed, twins };
}

const documentOf = (
  { content_type, headers = {} }: Pick<DiscoveryDocument, 'content_type' | 'headers'>,
  text: string,
  modified: Date,
): Document => compressLazily(makeDocument(text, { content_type, modified, scores: false, headers }));

const startOfDay = (now: Date): Date => new Date(now.toISOString().slice(0, 10));
