import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nearest, withNearest } from '../../../catalogue/search/nearest.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { caching } from '../../../documents/caching.ts';
import { Fault, type Problem, problem } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { Listing } from '../discovery/listing.ts';
import { wantsMarkdown, wantsPage } from '../documents/accept.ts';
import { pathname, queryOf } from '../documents/documents.ts';
import { blocks, plain } from '../html/markdown.ts';
import { type Navigation, page, pageHeaders } from '../html/page.ts';
import { errorPage, type Suggested } from './error-page.ts';
import { retractedCompanies, retractedMarkdown, retractedPage } from './retracted-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Links to all public pages, for pages that are drawn for one request. */
    navigation: Navigation;
  }
}

/** Companies suggested at most. */
const SUGGESTIONS_MAX = 5;

/** Whether an error is sent as a page: to browsers, except under the prefixes that are only for programs. */
export function wantsErrorPage({ headers, method, url }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(api|mcp|\.well-known)(\/|$|\?)/.test(url) && wantsPage(headers.accept ?? '');
}

/** Sends an error as a page; headers that belong to its code are already on the reply. */
export function sendErrorPage(
  reply: FastifyReply,
  body: Problem,
  base_url: string,
  content = errorPage(body),
): FastifyReply {
  return reply
    .code(body.status)
    .headers({ ...pageHeaders, 'x-content-type-options': 'nosniff', 'cache-control': caching.none, vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .send(page(content, { base_url, navigation: reply.server.navigation }));
}

/** Sends an error as Markdown, where a page and its twin were taken away: whoever kept the address reads it. */
function sendErrorText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': caching.none, vary: 'Accept', 'access-control-allow-origin': '*' })
    .type('text/markdown; charset=utf-8')
    .send(text);
}

/** What draws pages, as far as it says why it draws none. */
type Refusing<Prepared> = {
  prepare(path: string, query: string): Promise<Prepared> | undefined;
  refusal(path: string, query: string, prepared?: Prepared): Fault;
};

/**
 * The routes of pages. A request gets here when there was no page to draw: the reply says why, with suggestions.
 *
 * @param table all pages
 */
export function servePageRefusals<Prepared>(
  app: FastifyInstance,
  pages: Refusing<Prepared>,
  table: readonly Listing[],
  ctx: Context,
): void {
  const retracted = retractedCompanies(ctx);
  const { BASE_URL } = ctx.settings;
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathname(request.raw.url);
    const query = queryOf(request.raw.url);
    const fault = pages.refusal(path, query, await pages.prepare(path, query));
    const near = fault.code === 'not_found' ? suggested(ctx.catalogue.current(), path, fault, table) : [];
    const body = problem(fault, BASE_URL);
    const gone = fault.code === 'gone' ? await retracted(slugIn(path)) : undefined;
    if (fault.code === 'gone' && (path.endsWith('.md') || wantsMarkdown(request.headers.accept ?? ''))) {
      const { title, message, remedy } = body;
      const text = gone ? retractedMarkdown(body, gone, BASE_URL) : blocks(`# ${title}`, plain(message), remedy);
      return sendErrorText(reply, body.status, text);
    }
    if (!wantsErrorPage(request)) throw fault.details.nearest ? fault : withSuggestions(fault, near);
    return sendErrorPage(reply, body, BASE_URL, gone ? retractedPage(body, gone) : errorPage(body, near));
  };
  const routes = routesOf(table);
  for (const url of routes) app.get(url, refuse);
  for (const url of foldersOf(table, routes)) app.get(url, (_request, reply) => reply.redirect('/', 301));
}

const withSuggestions = ({ code, message, details }: Fault, near: readonly Suggested[]) =>
  new Fault(code, withNearest(message, near), details);

/** The companies that an address most likely means; none for the address of a page that is not about companies. */
function suggested(
  snapshot: Snapshot,
  path: string,
  { details }: Fault,
  table: readonly Listing[],
): readonly Suggested[] {
  if (details.nearest) return details.nearest.flatMap((slug) => snapshot.entry(slug) ?? []);
  const about_company = table.some(
    (page) => page.path.includes('{slug}') && path.startsWith(page.path.split('{', 1)[0] ?? ''),
  );
  const slug = slugIn(path);
  // The company is there, so something of it is missing that no other company has.
  return about_company && !snapshot.entry(slug) ? nearest(snapshot, slug, SUGGESTIONS_MAX) : [];
}

/** What is behind the folder of a page of a company. */
const slugIn = (path: string): string => path.replace(/^\/\w+\/|\.(md|svg)$/g, '').split('/', 1)[0] ?? '';

/** A route for every page and twin; one segment is one part of the name. */
const routesOf = (table: readonly Listing[]): ReadonlySet<string> =>
  new Set(
    table.flatMap(({ path, twin, names }) => {
      if (!names) return [path, twin?.(path) ?? path];
      const parts = path.split('/');
      return parts.map((part, at) => (part.includes('{') || at === parts.length - 1 ? `:part${at}` : part)).join('/');
    }),
  );

/** The folders of page families that are not pages themselves, with and without the last slash. */
const foldersOf = (table: readonly Listing[], routes: ReadonlySet<string>): readonly string[] =>
  table
    .filter(({ names }) => names)
    .map(({ path }) => path.replace(/\/[^/]*$/, ''))
    .filter((folder) => !folder.includes('{') && !routes.has(folder))
    .flatMap((folder) => [folder, `${folder}/`]);
