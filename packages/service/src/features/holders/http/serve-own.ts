import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault, problem } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { limitMessage } from '../../../domain/limit/limit.ts';
import { fieldsOf, readFormBodies, refuseForeignForms } from '../../../doors/http/bodies/form-body.ts';
import { ofQuery } from '../../../doors/http/drafts/draft-addresses.ts';
import { type DraftSite, drawnDraft } from '../../../doors/http/drafts/drawn-draft.ts';
import { sendErrorPage } from '../../../doors/http/errors/pages.ts';
import { faultOf } from '../../../doors/http/errors/problems.ts';
import { page, pageHeaders } from '../../../doors/http/html/page.ts';
import { openProgress } from '../../../doors/http/progress.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { findRequest } from '../../../store/requests.ts';
import { beginLimit, lookLimit } from '../domain/holder.ts';
import { beginHolder } from '../operations/begin-holder.ts';
import { knownHolder } from '../operations/known-holder.ts';
import { type Found, lookForToken } from '../operations/look-for-token.ts';
import { deleteOwnDraft, ownDrafts, shownDraft } from '../operations/own-drafts.ts';
import { requestWithDraft } from '../operations/request-with-draft.ts';
import { startDraft } from '../operations/start-draft.ts';
import { progressOf } from '../store/holders.ts';
import { draftPath, OWN_PATH, ownPath } from './addresses.ts';
import { draftBanner, pointsOf } from './draft-banner.ts';
import { ownPage } from './own-page.ts';

const FIELDS_MAX = 5;

/** The address opens the page: no cache, history of another site or search engine learns of it. */
const headers = {
  ...pageHeaders,
  ...{ 'cache-control': caching.none, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' },
};

/** Pages of those who hold a domain: proof, private drafts, and what is published of them (decision 181). */
export function serveOwn(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
  site: DraftSite,
): void {
  const { BASE_URL: base_url } = ctx.settings;
  const begins = new ClientLimit(beginLimit);
  const looks = new ClientLimit(lookLimit);
  const looked = new ClientLimit(lookLimit);
  const progress = openProgress((job_ids) => progressOf(ctx.store.db, job_ids));
  app.addHook('preClose', async () => progress.close());

  const count = (limit: ClientLimit, whose: string, what: string) => {
    const quota = limit.take(whose, ctx.now());
    if (quota) throw new Fault('rate_limited', limitMessage(quota, what), { quota, retry_after: quota.reset });
  };

  /** The page as it is now. @param said what was just looked for, or what was refused */
  async function draw(
    reply: FastifyReply,
    secret: string,
    said: { found?: Found; wrong?: string; status?: number } = {},
  ): Promise<FastifyReply> {
    const holder = await knownHolder(ctx, secret);
    const drafts = await ownDrafts(ctx, secret);
    const row = holder.request_id === null ? undefined : await findRequest(ctx.store.db, holder.request_id);
    const found = ctx.catalogue.current().atSite(holder.website);
    const { status = 200, ...shown } = said;
    const content = ownPage({
      ...{ secret, holder, drafts, base_url, now: ctx.now() },
      ...{ listed: found && ctx.catalogue.current().entry(found.slug), request: row },
      ...shown,
    });
    return reply
      .code(status)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(page(content, { base_url, navigation: app.navigation }));
  }

  const see = (reply: FastifyReply, path: string) => reply.headers(headers).redirect(path, 303);
  type At = { secret: string; job_id: string };
  const at = (request: FastifyRequest) => request.params as At;

  app.register(async (scope) => {
    readFormBodies(scope, FIELDS_MAX);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error, request.routeOptions.bodyLimit);
      if (fault.code === 'internal' && !(error instanceof Fault))
        ctx.log.error({ err: error, route: request.routeOptions.url }, 'a page of a holder failed');
      if (fault.details.retry_after !== undefined) reply.header('retry-after', String(fault.details.retry_after));
      reply.headers(headers);
      return sendErrorPage(reply, problem(fault, base_url), base_url);
    });
    scope.addHook('onRequest', async (request) => countClient(request));

    /** A form of the page: what is refused is said on it. */
    const form = (path: string, act: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
      scope.post(path, async (request, reply) => {
        refuseForeignForms(request.headers, base_url);
        try {
          return await withStoreErrors(ctx, () => act(request, reply));
        } catch (error) {
          if (!(error instanceof Fault) || ['internal', 'not_found', 'unavailable'].includes(error.code)) throw error;
          const { errors = [] } = error.details;
          const wrong = errors.length
            ? errors.map(({ field, message }) => `${field} ${message}.`).join(' ')
            : error.message;
          return draw(reply, at(request).secret, { wrong, status: problem(error, base_url).status });
        }
      });

    scope.post(OWN_PATH, async (request, reply) => {
      refuseForeignForms(request.headers, base_url);
      count(begins, request.ip, 'pages begun by one client');
      const website = fieldsOf(request.body).get('website')?.trim() ?? '';
      return see(reply, ownPath(await withStoreErrors(ctx, () => beginHolder(ctx, website))));
    });
    scope.get(ownPath(':secret'), (request, reply) => withStoreErrors(ctx, () => draw(reply, at(request).secret)));
    form(`${ownPath(':secret')}/look`, async (request, reply) => {
      count(looks, request.ip, 'looks for tokens of one client');
      // Whoever begins pages for the site of another must not have it asked without end.
      count(looked, (await knownHolder(ctx, at(request).secret)).site, 'looks for tokens of one domain');
      return draw(reply, at(request).secret, { found: await lookForToken(ctx, at(request).secret) });
    });
    form(`${ownPath(':secret')}/draft`, async (request, reply) => {
      await startDraft(ctx, at(request).secret);
      return see(reply, ownPath(at(request).secret));
    });
    scope.get(`${ownPath(':secret')}/progress`, async (request, reply) => {
      const drafts = await withStoreErrors(ctx, () => ownDrafts(ctx, at(request).secret));
      const open = drafts.find(({ finished_at }) => finished_at === null);
      if (!open) throw new Fault('not_found', 'No draft is under way.');
      progress.follow(open.job_id, reply);
    });
    const draft = draftPath(':secret', ':job_id');
    scope.get(draft, (request, reply) => withStoreErrors(ctx, () => drawDraft(request, reply)));
    form(`${draft}/delete`, async (request, reply) => {
      const { secret, job_id } = at(request);
      await deleteOwnDraft(ctx, secret, job_id);
      return see(reply, ownPath(secret));
    });
    form(`${draft}/request`, async (request, reply) => {
      const { secret, job_id } = at(request);
      const company = fieldsOf(request.body).get('company')?.trim() ?? '';
      await requestWithDraft(ctx, secret, { job_id, company, client: request.ip });
      return see(reply, ownPath(secret));
    });
  });

  async function drawDraft(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { secret, job_id } = at(request);
    const shown = await shownDraft(ctx, secret, job_id);
    const { slug } = shown.draft.record;
    const of = ofQuery(new URLSearchParams(request.url.split('?', 2)[1] ?? '')) || `/audits/${slug}`;
    const drawn = drawnDraft(ctx, {
      ...{ site, snapshot: shown.snapshot, of, place: { slug, path: draftPath(secret, job_id) } },
      banner: (input) => draftBanner(input, secret, shown),
      note: 'A private draft by a machine: not reviewed, not published.',
      private_draft: pointsOf(shown.draft),
    });
    if (!drawn) throw new Fault('not_found', 'This part of the page is there when the audit is public.');
    return reply.headers(headers).type(drawn.type).send(drawn.body);
  }
}
