import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault, problem } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { BODY_LIMIT_BYTES, limitMessage } from '../../../domain/limit/limit.ts';
import { deskFormToken, largeFormLimit } from '../../../domain/operators/session.ts';
import type { Context } from '../../../operations/context.ts';
import { execute } from '../../../operations/run.ts';
import { type SignedIn, sessionOf, signIn, signOut } from '../../../operations/sessions/sessions.ts';
import { pathname, queryOf, sendDocument } from '../documents/documents.ts';
import { nothingHere } from '../errors/nothing-here.ts';
import { faultOf } from '../errors/problems.ts';
import { readFormBodies, valuesOf } from '../forms/read-form.ts';
import type { Metrics } from '../metrics.ts';
import { deskAssets } from './assets.ts';
import { noSessionCookie, sessionCookie, sessionIdsIn } from './cookie.ts';
import type { DeskContent, DeskForm, DeskPage, Visit, WholeReply } from './definition.ts';
import { faultPage } from './fault-page.ts';
import { deskPage } from './frame.ts';
import { refuseOtherOrigins } from './origin.ts';
import { sendText } from './send-text.ts';
import { type Continuation, continuationOf, deskAddress, keptFormPage, signInPage } from './sign-in-page.ts';
import { deskForms, deskPages } from './site.ts';

/** Fields of one form that are read, at most: the largest has some for each of twenty criteria. */
const FIELDS_MAX = 500;

/** A form that was kept is sent with the token: it may be as large as the largest form, and a little more. */
const SIGN_IN_LIMIT = 2 * Math.max(BODY_LIMIT_BYTES, ...deskForms.map(({ body_limit = 0 }) => body_limit));

const asset_folder = '/desk/assets/';
const assets = new Map(deskAssets.map(({ path, document }) => [path.slice(asset_folder.length), document]));

const navigation = deskPages.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, name: nav }]));

/**
 * The operators' desk in a browser (decision 119): its pages and forms from the table in site.ts, behind a session. Every
 * reply is for one reader and one moment: no cache, no search engine and no other site sees it.
 *
 * @param countClient throws Fault rate_limited (decision 74), for calls without a session
 */
export function serveDesk(
  app: FastifyInstance,
  ctx: Context,
  metrics: Pick<Metrics, 'signedIn'>,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
): void {
  const { BASE_URL } = ctx.settings;

  const wantsJson = ({ headers }: FastifyRequest) => headers.accept === 'application/json';

  const large_forms = new ClientLimit(largeFormLimit);

  /** Drawing a form of a megabyte anew takes a tenth of a second: no client may ask for that all the time. */
  function countLarge({ headers, ip }: FastifyRequest): void {
    if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= BODY_LIMIT_BYTES) return;
    const quota = large_forms.take(ip, ctx.now());
    if (!quota) return;
    const message = limitMessage(quota, 'large forms without a session');
    throw new Fault('rate_limited', message, { quota, retry_after: quota.reset });
  }

  async function visitOf(request: FastifyRequest): Promise<Visit | undefined> {
    // What scripts ask for by themselves, every few seconds, is no use of the session; what they send is.
    const used = !(request.method === 'GET' && wantsJson(request));
    for (const id of sessionIdsIn(request.headers, BASE_URL)) {
      const signed_in = await sessionOf(ctx, id, used);
      if (signed_in) return visitIn(request, signed_in);
    }
    countClient(request);
    return undefined;
  }

  function visitIn(request: FastifyRequest, { session_id, caller }: SignedIn): Visit {
    return {
      ctx,
      caller,
      path: pathname(request.raw.url),
      params: request.params as Record<string, string>,
      query: new URLSearchParams(queryOf(request.raw.url)),
      wants_json: wantsJson(request),
      token: (path) => deskFormToken(session_id, path),
      call: async (operation, input) => (await execute(ctx, operation, caller, input, { client: request.ip })).body,
    };
  }

  const sendPage = (request: FastifyRequest, reply: FastifyReply, visit: Visit | undefined, content: DeskContent) =>
    sendText(request, reply, {
      status: content.status ?? 200,
      type: 'text/html; charset=utf-8',
      body: deskPage(content, { base_url: BASE_URL, navigation, visit }),
    });

  const sendJson = (request: FastifyRequest, reply: FastifyReply, status: number, body: unknown) =>
    sendText(request, reply, { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) });

  function sendAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    answer: DeskContent | WholeReply | { json: unknown } | { see_other: string },
  ): Promise<FastifyReply> | FastifyReply {
    if ('see_other' in answer)
      return visit.wants_json
        ? sendJson(request, reply, 200, { see: answer.see_other })
        : reply.header('cache-control', caching.none).redirect(answer.see_other, 303);
    if ('json' in answer) return sendJson(request, reply, 200, answer.json);
    if ('body' in answer) return sendText(request, reply, { status: 200, ...answer });
    return sendPage(request, reply, visit, answer);
  }

  /** What went wrong, in the form that the caller reads. Faults name the next step of the desk, not of the interface. */
  function sendFault(request: FastifyRequest, reply: FastifyReply, visit: Visit | undefined, fault: Fault) {
    const body = problem(fault, BASE_URL, 'operator');
    if (fault.details.retry_after !== undefined) reply.header('retry-after', String(fault.details.retry_after));
    if (wantsJson(request)) {
      const { error, message, errors } = body;
      return sendJson(request, reply, body.status, { error, message, ...(errors && { errors }) });
    }
    return sendPage(request, reply, visit, faultPage(fault, BASE_URL));
  }

  /** Asks to sign in; what was typed is carried along. */
  function askToSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    to: Continuation,
    { why, status }: { why?: string; status: number },
  ) {
    if (wantsJson(request)) {
      const message = why ?? 'You are not signed in. Sign in in another tab; what you typed stays here.';
      return sendJson(request, reply, 401, { error: 'invalid_token', message });
    }
    const other_site = request.headers['sec-fetch-site'] === 'cross-site';
    return sendPage(
      request,
      reply,
      undefined,
      signInPage(to, { ...(why !== undefined && { why }), status, other_site }),
    );
  }

  const bindPage = (scope: FastifyInstance, { path, draw }: DeskPage) =>
    scope.get(routeOf(path), async (request, reply) => {
      const visit = await visitOf(request);
      if (!visit) {
        const to = { next: deskAddress(request.raw.url ?? null), kept: undefined };
        return askToSignIn(request, reply, to, { status: path === '/desk' ? 200 : 401 });
      }
      try {
        return await sendAnswer(request, reply, visit, await draw(visit));
      } catch (error) {
        return sendFault(request, reply, visit, noted(ctx, request, error));
      }
    });

  const bindForm = (scope: FastifyInstance, form: DeskForm) =>
    scope.post(
      routeOf(form.path),
      form.body_limit === undefined ? {} : { bodyLimit: form.body_limit },
      async (request, reply) => {
        refuseOtherOrigins(request.headers, BASE_URL);
        const visit = await visitOf(request);
        const values = valuesOf(request.body);
        const path = pathname(request.raw.url);
        if (!visit) {
          countLarge(request);
          const to = { next: '/desk', kept: { path, values } };
          return askToSignIn(request, reply, to, { status: 401, why: signed_out });
        }
        if (values.get('form') !== visit.token(path)) return otherForm(request, reply, visit, values);
        try {
          return await sendAnswer(request, reply, visit, await form.submit(visit, values));
        } catch (error) {
          const fault = noted(ctx, request, error);
          if (!form.again || visit.wants_json) return sendFault(request, reply, visit, fault);
          const content = await form.again(visit, values, fault).catch(() => faultPage(fault, BASE_URL));
          return sendPage(request, reply, visit, { status: problem(fault, BASE_URL).status, ...content });
        }
      },
    );

  /** A form of another session, or one that was changed: nothing is done, and nothing is lost. */
  function otherForm(request: FastifyRequest, reply: FastifyReply, visit: Visit, values: URLSearchParams) {
    const why = 'This form belongs to another sign-in, so it was not accepted.';
    if (visit.wants_json)
      return sendJson(request, reply, 403, { error: 'forbidden', message: why, form: visit.token(visit.path) });
    return sendPage(request, reply, visit, keptFormPage(visit, { path: visit.path, values }, why));
  }

  app.register(async (scope) => {
    readFormBodies(scope, FIELDS_MAX);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error, request.routeOptions.bodyLimit);
      if (fault.code === 'internal' && !(error instanceof Fault))
        ctx.log.error({ err: error, route: request.routeOptions.url }, 'a page of the desk failed');
      return sendFault(request, reply, undefined, fault);
    });

    scope.get<{ Params: { file: string } }>(`${asset_folder}:file`, (request, reply) => {
      const asset = assets.get(request.params.file);
      if (!asset) throw nothingHere();
      return sendDocument(request, reply, asset, { cors: false });
    });

    scope.post('/desk/sign-in', { bodyLimit: SIGN_IN_LIMIT }, async (request, reply) => {
      refuseOtherOrigins(request.headers, BASE_URL);
      countLarge(request);
      const values = valuesOf(request.body);
      const to = continuationOf(values);
      let signed_in: SignedIn;
      try {
        signed_in = await signIn(ctx, values.get('token')?.trim() ?? '', request.ip);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        metrics.signedIn(
          error.code === 'invalid_token' ? 'refused' : error.code === 'rate_limited' ? 'slowed' : 'failed',
        );
        const { retry_after } = error.details;
        if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
        return askToSignIn(request, reply, to, { why: error.message, status: problem(error, BASE_URL).status });
      }
      metrics.signedIn('accepted');
      for (const id of sessionIdsIn(request.headers, BASE_URL)) await signOut(ctx, id);
      reply.header('set-cookie', sessionCookie(BASE_URL, signed_in.session_id));
      const visit = visitIn(request, signed_in);
      if (!to.kept) return sendAnswer(request, reply, visit, { see_other: to.next });
      return sendPage(request, reply, visit, {
        ...keptFormPage(visit, to.kept, 'You were signed out when you sent this.'),
        status: 200,
      });
    });

    scope.post('/desk/sign-out', async (request, reply) => {
      refuseOtherOrigins(request.headers, BASE_URL);
      const visit = await visitOf(request);
      if (visit && valuesOf(request.body).get('form') !== visit.token('/desk/sign-out'))
        return otherForm(request, reply, visit, valuesOf(request.body));
      for (const id of sessionIdsIn(request.headers, BASE_URL)) await signOut(ctx, id);
      return reply
        .header('set-cookie', noSessionCookie(BASE_URL))
        .header('cache-control', caching.none)
        .redirect('/desk', 303);
    });

    for (const page of deskPages) bindPage(scope, page);
    for (const form of deskForms) bindForm(scope, form);

    // Who is not signed in does not learn which addresses there are.
    bindPage(scope, {
      path: '/desk/*',
      async draw({ path }) {
        // Addresses of forms, where somebody reloads or goes back.
        if (/^\/desk\/(sign-(in|out))?$/.test(path)) return { see_other: '/desk' };
        throw new Fault('not_found', 'There is no such page at the desk.');
      },
    });
  });
}

const signed_out = 'You are signed out, so this was not saved.';

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** An error as a Fault; what nobody foresaw is logged. */
function noted(ctx: Context, request: FastifyRequest, error: unknown): Fault {
  if (error instanceof Fault) return error;
  ctx.log.error({ err: error, route: request.routeOptions.url }, 'a page of the desk failed');
  return faultOf(error);
}
