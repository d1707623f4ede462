import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nearest } from '../../../catalogue/search.ts';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { type Problem, problem } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import { wantsPage } from '../documents/accept.ts';
import { pathname, queryOf } from '../documents/documents.ts';
import { pageHeaders } from '../html/page.ts';
import { nearCompared } from '../pages/compare/view.ts';
import { errorPage } from '../pages/error-page.ts';
import type { Pages } from '../pages/pages.ts';

/** Companies suggested at most. */
const SUGGESTIONS_MAX = 5;

/** Whether a fault is told as a page: to browsers, outside of the addresses that are for programs alone. */
export function tellsPage({ headers, method, url }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(api|mcp|\.well-known)(\/|$|\?)/.test(url) && wantsPage(headers.accept ?? '');
}

/** Sends a fault as a page; headers that belong to its code stand on the reply already. */
export function sendErrorPage(
  reply: FastifyReply,
  told: Problem,
  base_url: string,
  near: readonly Entry[] = [],
): FastifyReply {
  return reply
    .code(told.status)
    .headers({ ...pageHeaders, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .send(errorPage(told, base_url, near));
}

/**
 * The routes of pages: what comes here got no document from `pages.lookup`, so all that is left to say is why, and what
 * was perhaps meant.
 */
export function servePageRefusals(app: FastifyInstance, pages: Pages, ctx: Context): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathname(request.raw.url);
    const query = queryOf(request.raw.url);
    const fault = pages.refusal(path, query);
    if (!tellsPage(request)) throw fault;
    const snapshot = ctx.catalogue.current();
    const compared = path.startsWith('/compare');
    const near =
      fault.code !== 'not_found'
        ? []
        : compared
          ? nearCompared(snapshot, query)
          : nearest(snapshot, path.replace(/^\/\w+\//, ''), SUGGESTIONS_MAX);
    return sendErrorPage(reply, problem(fault, ctx.settings.BASE_URL), ctx.settings.BASE_URL, near);
  };
  for (const url of ['/', '/index.md', '/compare', '/compare.md', '/audits/:slug', '/badge/:file', '/problems/:code'])
    app.get(url, refuse);
  for (const url of ['/audits', '/audits/', '/badge', '/badge/'])
    app.get(url, (_request, reply) => reply.redirect('/', 301));
}
