import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { limitMessage } from '../../../domain/limit/limit.ts';
import { fieldsOf } from '../../../doors/http/bodies/form-body.ts';
import type { DraftSite } from '../../../doors/http/drafts/drawn-draft.ts';
import { openProgress } from '../../../doors/http/progress.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { draftPath, LOST_PATH, OWN_PATH, ownPath } from '../domain/addresses.ts';
import { beginLimit } from '../domain/holder.ts';
import { LookLimits } from '../domain/look-limits.ts';
import { beginHolder } from '../operations/begin-holder.ts';
import { provenHolder } from '../operations/known-holder.ts';
import { lookForToken } from '../operations/look-for-token.ts';
import { deleteOwnDraft, ownDrafts } from '../operations/own-drafts.ts';
import { requestReaudit, requestWithDraft } from '../operations/request-own-audit.ts';
import { sendContact, sendLost, sendProof } from '../operations/send-link.ts';
import { startDraft } from '../operations/start-draft.ts';
import { removeContact } from '../operations/use-link.ts';
import { progressOf } from '../store/holders.ts';
import { sentPage } from './begin-page.ts';
import { firstForm, ownForm, readOwnForms, see } from './own-forms.ts';
import { at, OwnPages } from './own-pages.ts';

type Step = (request: FastifyRequest) => Promise<unknown>;

/** Pages of those who hold a domain: proof, private drafts, and what is published of them (decision 181). */
export function serveOwn(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
  site: DraftSite,
): void {
  const pages = new OwnPages(app, ctx, site);
  const begins = countedBy(ctx, new ClientLimit(beginLimit));
  app.register(async (scope) => {
    readOwnForms(scope, ctx);
    scope.addHook('onRequest', async (request) => countClient(request));
    firstForm(scope, { ctx, pages, path: OWN_PATH, name: 'begin' }, async ({ website }, client) => {
      begins(client, 'pages begun by one client');
      return { path: ownPath(await beginHolder(ctx, website)) };
    });
    firstForm(scope, { ctx, pages, path: LOST_PATH, name: 'lost' }, async ({ website, email }, client) => {
      begins(client, 'pages begun by one client');
      await sendLost(ctx, website, email, client);
      return sentPage();
    });
    scope.get(ownPath(':secret'), (request, reply) => withStoreErrors(ctx, () => pages.show(request, reply)));
    serveProofs(scope, ctx, pages, begins);
    serveSteps(scope, ctx, pages);
    for (const { name, submit } of (await pages.parts).flatMap(({ forms }) => forms))
      ownForm(scope, { ctx, pages, path: `${ownPath(':secret')}/${name}` }, async (request, reply) => {
        const { secret } = at(request);
        await submit(pages.visit(secret, await provenHolder(ctx, secret), request.ip), fieldsOf(request.body));
        return see(reply, `${ownPath(secret)}#${name}`);
      });
    serveDrafts(scope, ctx, pages);
  });
}

/** Counts what one client does, and refuses what is more than the limit. */
const countedBy = (ctx: Context, limit: ClientLimit) => (whose: string, what: string) => {
  const quota = limit.take(whose, ctx.now());
  if (quota) throw new Fault('rate_limited', limitMessage(quota, what), { quota, retry_after: quota.reset });
};

/** A look for the token, and links by mail. */
function serveProofs(
  scope: FastifyInstance,
  ctx: Context,
  pages: OwnPages,
  begins: ReturnType<typeof countedBy>,
): void {
  const limits = new LookLimits();
  ownForm(scope, { ctx, pages, path: `${ownPath(':secret')}/look` }, async (request, reply) => {
    const found = await lookForToken(ctx, at(request).secret, { client: request.ip, limits });
    return pages.show(request, reply, { found });
  });
  for (const [name, send] of Object.entries({ mail: sendProof, contact: sendContact }))
    ownForm(scope, { ctx, pages, path: `${ownPath(':secret')}/${name}` }, async (request, reply) => {
      begins(request.ip, 'links by mail for one client');
      const email = fieldsOf(request.body).get('email')?.trim() ?? '';
      await send(ctx, at(request).secret, email, request.ip);
      return see(reply, ownPath(at(request).secret));
    });
}

/** What is done by one press, and shown on the page then. */
function serveSteps(scope: FastifyInstance, ctx: Context, pages: OwnPages): void {
  const steps: Readonly<Record<string, Step>> = {
    'no-letters': (request) => removeContact(ctx, at(request).secret),
    draft: (request) => startDraft(ctx, at(request).secret),
    again: (request) => requestReaudit(ctx, at(request).secret, request.ip),
  };
  for (const [name, step] of Object.entries(steps))
    ownForm(scope, { ctx, pages, path: `${ownPath(':secret')}/${name}` }, async (request, reply) => {
      await step(request);
      return see(reply, ownPath(at(request).secret));
    });
}

/** How far a private draft is, its pages, and what can be done with it. */
function serveDrafts(scope: FastifyInstance, ctx: Context, pages: OwnPages): void {
  const progress = openProgress((job_ids) => progressOf(ctx.store.db, job_ids));
  scope.addHook('preClose', async () => progress.close());
  scope.get(`${ownPath(':secret')}/progress`, async (request, reply) => {
    const drafts = await withStoreErrors(ctx, () => ownDrafts(ctx, at(request).secret));
    const open = drafts.find(({ finished_at }) => finished_at === null);
    if (!open) throw new Fault('not_found', 'No draft is under way.');
    progress.follow(open.job_id, reply);
  });
  const draft = draftPath(':secret', ':job_id');
  scope.get(draft, (request, reply) => withStoreErrors(ctx, () => pages.showDraft(request, reply)));
  ownForm(scope, { ctx, pages, path: `${draft}/delete` }, async (request, reply) => {
    const { secret, job_id } = at(request);
    await deleteOwnDraft(ctx, secret, job_id);
    return see(reply, ownPath(secret));
  });
  ownForm(scope, { ctx, pages, path: `${draft}/request` }, async (request, reply) => {
    const { secret, job_id } = at(request);
    const company = fieldsOf(request.body).get('company')?.trim() ?? '';
    await requestWithDraft(ctx, secret, { job_id, company, client: request.ip });
    return see(reply, ownPath(secret));
  });
}
