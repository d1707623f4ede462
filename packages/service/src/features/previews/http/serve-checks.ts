import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault, problem } from '../../../domain/fault.ts';
import { fieldsOf, readFormBodies, refuseForeignForms } from '../../../doors/http/bodies/form-body.ts';
import { wantsMarkdown } from '../../../doors/http/documents/accept.ts';
import { sendErrorPage } from '../../../doors/http/errors/pages.ts';
import { faultOf, sendFault } from '../../../doors/http/errors/problems.ts';
import { limitHeaders } from '../../../doors/http/fairness/limits.ts';
import { contentMarkdown, contentPage } from '../../../doors/http/html/content.ts';
import { page, pageHeaders } from '../../../doors/http/html/page.ts';
import type { AddedToPages } from '../../../doors/http/pages/page-input.ts';
import { openProgress } from '../../../doors/http/progress.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { beginPreview } from '../operations/begin-preview.ts';
import { countPreview } from '../operations/client-previews.ts';
import { shown } from '../operations/shown.ts';
import { siteToPreview } from '../operations/site-to-preview.ts';
import { findPreview, progressOf } from '../store/previews.ts';
import { CHECK_PATH, checkPath, progressPath } from './addresses.ts';
import { checkPage } from './check-page.ts';
import { previewPage } from './preview-page.ts';

/** The preview of a host, or of one before `.md`: a site may have such a name itself. Faults: invalid_request. */
async function previewAt(ctx: Context, host: string) {
  const of = async (name: string) => {
    const site = siteToPreview(name);
    return { site, row: await findPreview(ctx.store.db, site.host) };
  };
  const whole = await of(host);
  return whole.row || !/^[^.]+\..+\.md$/.test(host) ? whole : of(host.slice(0, -'.md'.length));
}

const FIELDS_MAX = 10;

/** True for one reader for a moment, and for no search engine. */
const headers = { ...pageHeaders, 'cache-control': caching.none, 'x-robots-tag': 'noindex', vary: 'Accept' };

/** Takes the form of /check, shows previews, and streams how far they are (decision 180). */
export function serveChecks(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
  added: AddedToPages,
): void {
  const { BASE_URL: base_url } = ctx.settings;
  const progress = openProgress((hosts) => progressOf(ctx.store.db, hosts));
  app.addHook('preClose', async () => progress.close());

  const drawn = (reply: FastifyReply, status: number, content: ReturnType<typeof checkPage>, markdown = false) =>
    reply
      .code(status)
      .headers(headers)
      .type(markdown ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8')
      .send(
        markdown
          ? contentMarkdown(content.content, base_url)
          : page(contentPage(content), { base_url, navigation: app.navigation }),
      );

  const begin = (website: string, client: string) =>
    withStoreErrors(ctx, () =>
      beginPreview(ctx, website, { registration_id: null, before_begun: () => countPreview(ctx, client) }),
    );

  app.register(async (scope) => {
    readFormBodies(scope, FIELDS_MAX);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error, request.routeOptions.bodyLimit);
      if (fault.code === 'internal' && !(error instanceof Fault))
        ctx.log.error({ err: error, route: request.routeOptions.url }, 'a check failed');
      if (fault.details.retry_after !== undefined) reply.header('retry-after', String(fault.details.retry_after));
      return sendErrorPage(reply, problem(fault, base_url), base_url);
    });
    scope.post(CHECK_PATH, { config: { counts_client: true } }, async (request, reply) => {
      refuseForeignForms(request.headers, base_url);
      const values = fieldsOf(request.body);
      // The search of the leaderboard sends what was typed there.
      const website = (values.get('website') ?? values.get('q') ?? '').trim();
      try {
        const { row } = await begin(website, request.ip);
        return reply.headers(headers).redirect(checkPath(row.host), 303);
      } catch (error) {
        if (!(error instanceof Fault) || error.code === 'internal') throw error;
        const { quota, retry_after, errors = [] } = error.details;
        if (quota) reply.headers(limitHeaders(quota));
        if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
        const wrong = errors.length ? `The website ${errors[0]?.message}.` : error.message;
        const { status } = problem(error, base_url);
        return drawn(reply, status, checkPage({ ...ctx, base_url }, { website: website.slice(0, 2_048), wrong }));
      }
    });
  });

  const find = async (request: FastifyRequest) => {
    countClient(request);
    const { host } = request.params as { host: string };
    const found = await withStoreErrors(ctx, () => previewAt(ctx, host));
    return { ...found, markdown: found.site.host !== siteToPreview(host).host };
  };

  app.get(checkPath(':host'), async (request, reply) => {
    const { site, row, ...named } = await find(request);
    if (!row)
      return sendFault(
        reply,
        new Fault('not_found', `There is no preview of ${site.host} any more, or none yet: ask for one at /check.`),
        base_url,
      );
    const markdown = named.markdown || wantsMarkdown(request.headers.accept ?? '');
    const preview = shown(ctx, row);
    const rubric = ctx.rubrics.get(preview.rubric_version);
    return drawn(reply, 200, previewPage({ preview, rubric, base_url, now: ctx.now(), added }), markdown);
  });

  app.get(progressPath(':host'), async (request, reply) => {
    const { site, row } = await find(request);
    if (!row) throw new Fault('not_found', 'There is no such preview.');
    progress.follow(site.host, reply);
  });
}
