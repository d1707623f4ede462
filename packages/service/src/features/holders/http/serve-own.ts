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
import { httpParts } from '../../../doors/http/feature-part.ts';
import { contentPage } from '../../../doors/http/html/content.ts';
import { type PageContent, page, pageHeaders } from '../../../doors/http/html/page.ts';
import type { OwnRefused, OwnVisit } from '../../../doors/http/own/own-part.ts';
import { openProgress } from '../../../doors/http/progress.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { findRequest, requestsOf } from '../../../store/requests.ts';
import { draftPath, LOST_PATH, OWN_PATH, ownPath } from '../domain/addresses.ts';
import { beginLimit, lookLimit } from '../domain/holder.ts';
import { LINK_MS, sendsMail } from '../domain/link.ts';
import { beginHolder } from '../operations/begin-holder.ts';
import { heldCompany, knownHolder, provenHolder } from '../operations/known-holder.ts';
import { type Found, lookForToken } from '../operations/look-for-token.ts';
import { deleteOwnDraft, ownDrafts, shownDraft } from '../operations/own-drafts.ts';
import { registrationFor } from '../operations/registration.ts';
import { requestReaudit, requestWithDraft } from '../operations/request-own-audit.ts';
import { sendContact, sendLost, sendProof } from '../operations/send-link.ts';
import { startDraft } from '../operations/start-draft.ts';
import { removeContact } from '../operations/use-link.ts';
import { contactOf } from '../store/contacts.ts';
import { progressOf } from '../store/holders.ts';
import { openLink } from '../store/links.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { beginPage, sentPage } from './begin-page.ts';
import { draftBanner, pointsOf } from './draft-banner.ts';
import { ownPage } from './own-page.ts';

const FIELDS_MAX = 5;

/** The address opens the page: no cache, history of another site or search engine learns of it. */
const headers = {
  ...pageHeaders,
  ...{ 'cache-control': caching.none, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' },
};

type At = { secret: string; job_id: string };
const at = (request: FastifyRequest) => request.params as At;

/** Requests on the page, at most: one waits at a time, so these are years. */
const REQUESTS_SHOWN = 20;

type FirstForm = { website: string; email: string };
/** Where to go, or what is shown. */
type Answer = { path: string } | PageContent;

/** How fields are called on the page. */
const fieldNames: Readonly<Record<string, string>> = { website: 'website', email: 'e-mail address' };

/** What is said on the page of what was just done. */
type Said = { found?: Found; wrong?: string; status?: number; refused?: OwnRefused };

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

  const ownParts = httpParts(ctx.features).then((parts) => parts.flatMap(({ own_parts = [] }) => own_parts));

  const visitOf = (secret: string, holder: DomainHolderRow, client: string): OwnVisit => {
    const snapshot = ctx.catalogue.current();
    const found = heldCompany(snapshot, holder.website);
    return {
      ...{ ctx, holder, path: ownPath(secret) },
      company: found && snapshot.entry(found.slug),
      registration: () => registrationFor(ctx, holder, client),
    };
  };

  /** The page as it is now. @param said what was just looked for, or what was refused */
  async function draw(request: FastifyRequest, reply: FastifyReply, said: Said = {}): Promise<FastifyReply> {
    const { secret } = at(request);
    const holder = await knownHolder(ctx, secret);
    const drafts = await ownDrafts(ctx, secret);
    const row = holder.request_id === null ? undefined : await findRequest(ctx.store.db, holder.request_id);
    const { status = 200, refused, ...shown } = said;
    const visit = visitOf(secret, holder, request.ip);
    const parts =
      holder.proven_at === null ? [] : await Promise.all((await ownParts).map((part) => part.draw(visit, refused)));
    const { db } = ctx.store;
    const { holder_id, registration_id } = holder;
    const sent = registration_id === null ? [] : await requestsOf(db, registration_id, { limit: REQUESTS_SHOWN });
    const content = ownPage({
      ...{ secret, holder, drafts, base_url, parts, sends_mail: sendsMail(ctx.settings), now: ctx.now() },
      ...{ listed: visit.company, request: row },
      earlier: sent.filter(({ request_id }) => request_id !== holder.request_id),
      elsewhere: visit.company ? undefined : ctx.catalogue.current().atSite(holder.website),
      contact: registration_id === null ? undefined : await contactOf(db, registration_id),
      link: await openLink(db, holder_id, new Date(ctx.now().getTime() - LINK_MS).toISOString()),
      ...shown,
    });
    return sendPage(reply, status, content);
  }

  const sendPage = (reply: FastifyReply, status: number, content: PageContent) =>
    reply
      .code(status)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(page(content, { base_url, navigation: app.navigation }));

  const see = (reply: FastifyReply, path: string) => reply.headers(headers).redirect(path, 303);

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
            ? errors.map(({ field, message }) => `The ${fieldNames[field] ?? field} ${message}.`).join(' ')
            : error.message;
          const refused = { form: path.split('/').at(-1) ?? '', values: fieldsOf(request.body) };
          return draw(request, reply, { wrong, status: problem(error, base_url).status, refused });
        }
      });

    /** A form of the page where one begins: refused, it comes back with what was typed and what is wrong. */
    const first = (name: 'begin' | 'lost', path: string, act: (typed: FirstForm, client: string) => Promise<Answer>) =>
      scope.post(path, async (request, reply) => {
        refuseForeignForms(request.headers, base_url);
        const fields = fieldsOf(request.body);
        const typed = { website: fields.get('website') ?? '', email: fields.get('email')?.trim() ?? '' };
        try {
          count(begins, request.ip, 'pages begun by one client');
          const answer = await withStoreErrors(ctx, () => act(typed, request.ip));
          return 'path' in answer ? see(reply, answer.path) : sendPage(reply, 200, answer);
        } catch (error) {
          if (!(error instanceof Fault) || ['internal', 'unavailable'].includes(error.code)) throw error;
          const { errors = [], retry_after } = error.details;
          if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
          const wrong = errors.length
            ? errors.map(({ field, message }) => `The ${fieldNames[field] ?? field} ${message}.`).join(' ')
            : error.message;
          const content = beginPage(ctx, { form: name, ...typed, wrong });
          return sendPage(reply, problem(error, base_url).status, { ...contentPage(content), noindex: true });
        }
      });
    first('begin', OWN_PATH, async ({ website }) => ({ path: ownPath(await beginHolder(ctx, website)) }));
    first('lost', LOST_PATH, async ({ website, email }, client) => {
      await sendLost(ctx, website, email, client);
      return sentPage();
    });
    scope.get(ownPath(':secret'), (request, reply) => withStoreErrors(ctx, () => draw(request, reply)));
    form(`${ownPath(':secret')}/look`, async (request, reply) => {
      count(looks, request.ip, 'looks for tokens of one client');
      // Whoever begins pages for the site of another must not have it asked without end.
      count(looked, (await knownHolder(ctx, at(request).secret)).site, 'looks for tokens of one domain');
      return draw(request, reply, { found: await lookForToken(ctx, at(request).secret) });
    });
    const mailed = { mail: sendProof, contact: sendContact };
    for (const [name, send] of Object.entries(mailed))
      form(`${ownPath(':secret')}/${name}`, async (request, reply) => {
        count(begins, request.ip, 'links by mail for one client');
        const email = fieldsOf(request.body).get('email')?.trim() ?? '';
        await send(ctx, at(request).secret, email, request.ip);
        return see(reply, ownPath(at(request).secret));
      });
    form(`${ownPath(':secret')}/no-letters`, async (request, reply) => {
      await removeContact(ctx, at(request).secret);
      return see(reply, ownPath(at(request).secret));
    });
    form(`${ownPath(':secret')}/draft`, async (request, reply) => {
      await startDraft(ctx, at(request).secret);
      return see(reply, ownPath(at(request).secret));
    });
    form(`${ownPath(':secret')}/again`, async (request, reply) => {
      await requestReaudit(ctx, at(request).secret, request.ip);
      return see(reply, ownPath(at(request).secret));
    });
    for (const { name, submit } of (await ownParts).flatMap(({ forms }) => forms))
      form(`${ownPath(':secret')}/${name}`, async (request, reply) => {
        const { secret } = at(request);
        await submit(visitOf(secret, await provenHolder(ctx, secret), request.ip), fieldsOf(request.body));
        return see(reply, `${ownPath(secret)}#${name}`);
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
