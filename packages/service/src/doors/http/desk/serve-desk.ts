import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault, problem } from '../../../domain/fault.ts';
import { BODY_LIMIT_BYTES } from '../../../domain/limit/limit.ts';
import type { Context } from '../../../operations/context.ts';
import { type SignedIn, signIn, signOut } from '../../../operations/sessions/sessions.ts';
import { readFormBodies, valuesOf } from '../bodies/form-body.ts';
import { pathname, sendDocument } from '../documents/documents.ts';
import { nothingHere } from '../errors/nothing-here.ts';
import { faultOf, sendFault } from '../errors/problems.ts';
import type { Metrics } from '../metrics.ts';
import { Answer } from './answer.ts';
import { deskAssets } from './assets.ts';
import type { DeskForm, DeskPage, Visit } from './definition.ts';
import type { Frame } from './frame.ts';
import { noSessionCookie, sessionCookie, sessionIdsIn } from './session/cookie.ts';
import { type DeskAddress, deskAddress, isDeskHost, refuseOtherOrigins } from './session/origin.ts';
import { continuationOf, deskPath, keptFormPage } from './session/sign-in-page.ts';
import { type CountClient, Visits } from './session/visits.ts';
import { deskForms, deskPages } from './site.ts';

/** Fields of one form that are read, at most: the largest has some for each of twenty criteria. */
const FIELDS_MAX = 500;

/** A form that was kept is sent with the token: it may be as large as the largest form, and a little more. */
const signInLimit = (forms: readonly DeskForm[]) =>
  2 * Math.max(BODY_LIMIT_BYTES, ...forms.map(({ body_limit = 0 }) => body_limit));

const asset_folder = '/desk/assets/';
/** What the desk is made of beside its own tables. `countClient` throws Fault rate_limited (decision 74), for calls without a session. */
type DeskParts = Pick<Visit, 'site' | 'parts'> & { metrics: Pick<Metrics, 'signedIn'>; countClient: CountClient };

/**
 * The operators' desk in a browser (decision 119): its pages and forms from the table in site.ts, behind a session. Every
 * reply is for one reader and one moment: no cache, no search engine and no other site sees it.
 */
export function serveDesk(app: FastifyInstance, ctx: Context, given: DeskParts): void {
  const [pages, forms] = [deskPages(given.parts), deskForms(given.parts)];
  const navigation = pages.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, name: nav }]));
  const { style, script } = deskAssets(given.parts);
  const assets = new Map([style, script].map(({ path, document }) => [path.slice(asset_folder.length), document]));
  const frame = { base_url: ctx.settings.BASE_URL, navigation, assets: { style: style.path, script: script.path } };
  const desk = deskAddress(ctx.settings);
  const door = new DeskDoor(ctx, desk, frame, given);
  app.register(async (scope) => {
    // On a host of its own the desk is nowhere else: elsewhere its addresses are unknown ones.
    if (desk.own_host)
      scope.addHook('onRequest', async ({ headers }, reply) => {
        if (!isDeskHost(headers.host, desk)) return sendFault(reply, nothingHere(), ctx.settings.BASE_URL);
      });
    readFormBodies(scope, FIELDS_MAX);
    scope.setErrorHandler((error, request, reply) =>
      door.answer(request, reply).fault(undefined, door.noted(request, error, request.routeOptions.bodyLimit)),
    );
    scope.get<{ Params: { file: string } }>(`${asset_folder}:file`, (request, reply) => {
      const asset = assets.get(request.params.file);
      if (!asset) throw nothingHere();
      return sendDocument(request, reply, asset, { cors: false });
    });
    const limit = { bodyLimit: signInLimit(forms) };
    scope.post('/desk/sign-in', limit, (request, reply) => door.signIn(request, reply));
    scope.post('/desk/sign-out', (request, reply) => door.signOut(request, reply));
    for (const page of [...pages, anyOther])
      scope.get(routeOf(page.path), (request, reply) => door.show(page, request, reply));
    for (const form of forms) {
      const options = form.body_limit === undefined ? {} : { bodyLimit: form.body_limit };
      scope.post(routeOf(form.path), options, (request, reply) => door.submit(form, request, reply));
    }
  });
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Addresses without a page. It asks for a session, too: who is not signed in does not learn which addresses there are. */
const anyOther: DeskPage = {
  path: '/desk/*',
  async draw({ path }) {
    // Addresses of forms, where somebody reloads or goes back.
    if (/^\/desk\/(sign-(in|out))?$/.test(path)) return { see_other: '/desk' };
    throw new Fault('not_found', 'There is no such page at the desk.');
  },
};

/** What happens to a request: who asks, whether its form is one of ours, and what is answered. */
class DeskDoor {
  readonly #ctx: Context;
  readonly #base_url: string;
  readonly #desk: DeskAddress;
  readonly #frame: Frame;
  readonly #metrics: Pick<Metrics, 'signedIn'>;
  readonly #visits: Visits;

  constructor(ctx: Context, desk: DeskAddress, frame: Frame, given: DeskParts) {
    this.#ctx = ctx;
    this.#desk = desk;
    this.#frame = frame;
    this.#base_url = ctx.settings.BASE_URL;
    this.#metrics = given.metrics;
    this.#visits = new Visits(ctx, desk, given, given.countClient);
  }

  answer(request: FastifyRequest, reply: FastifyReply): Answer {
    return new Answer(request, reply, this.#frame);
  }

  /** An error as a Fault; what nobody foresaw is logged. */
  noted(request: FastifyRequest, error: unknown, body_limit?: number): Fault {
    const fault = faultOf(error, body_limit);
    if (fault.code === 'internal' && !(error instanceof Fault))
      this.#ctx.log.error({ err: error, route: request.routeOptions.url }, 'a page of the desk failed');
    return fault;
  }

  async show(page: DeskPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const answer = this.answer(request, reply);
    const visit = await this.#visits.of(request);
    if (!visit) {
      const to = { next: deskPath(request.raw.url ?? null), kept: undefined };
      const why = this.#visits.severalCookies(request);
      return answer.signIn(to, page.path === '/desk' && why === undefined ? 200 : 401, why);
    }
    try {
      return await answer.send(visit, await page.draw(visit));
    } catch (error) {
      return answer.fault(visit, this.noted(request, error));
    }
  }

  async submit(form: DeskForm, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseOtherOrigins(request.headers, this.#desk);
    const answer = this.answer(request, reply);
    const visit = await this.#visits.of(request);
    const values = valuesOf(request.body);
    const path = pathname(request.raw.url);
    if (!visit) {
      this.#visits.countLarge(request);
      return answer.signIn(
        { next: '/desk', kept: { path, values } },
        401,
        this.#visits.severalCookies(request) ?? 'You are signed out, so this was not saved.',
      );
    }
    if (values.get('form') !== visit.token(path)) return answer.otherForm(visit, values);
    try {
      return await answer.send(visit, await form.submit(visit, values));
    } catch (error) {
      const fault = this.noted(request, error);
      const content = visit.wants_json
        ? undefined
        : await form.again?.(visit, { values, fault }).catch(() => undefined);
      if (!content) return answer.fault(visit, fault);
      return answer.page(visit, { status: problem(fault, this.#base_url).status, ...content });
    }
  }

  /** Begins a session, and shows the page or the form that was asked for without one. */
  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseOtherOrigins(request.headers, this.#desk);
    this.#visits.countLarge(request);
    const answer = this.answer(request, reply);
    const values = valuesOf(request.body);
    const to = continuationOf(values);
    // The new cookie would be one of several again.
    const several = this.#visits.severalCookies(request);
    if (several !== undefined) return answer.signIn(to, 401, several);
    let signed_in: SignedIn;
    try {
      signed_in = await signIn(this.#ctx, values.get('token')?.trim() ?? '', request.ip);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { code } = error;
      this.#metrics.signedIn(code === 'invalid_token' ? 'refused' : code === 'rate_limited' ? 'slowed' : 'failed');
      return answer.signIn(to, problem(error, this.#base_url).status, error);
    }
    this.#metrics.signedIn('accepted');
    await this.#endSessions(request);
    reply.header('set-cookie', sessionCookie(this.#desk, signed_in.session_id));
    const visit = this.#visits.in(request, signed_in);
    if (!to.kept) return answer.send(visit, { see_other: to.next });
    const content = keptFormPage(visit, to.kept, 'You were signed out when you sent this.');
    return answer.page(visit, { ...content, status: 200 });
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseOtherOrigins(request.headers, this.#desk);
    const answer = this.answer(request, reply);
    const visit = await this.#visits.of(request);
    const values = valuesOf(request.body);
    if (visit && values.get('form') !== visit.token('/desk/sign-out')) return answer.otherForm(visit, values);
    await this.#endSessions(request, visit !== undefined && values.has('everywhere'));
    reply.header('set-cookie', noSessionCookie(this.#desk));
    return answer.seeOther('/desk');
  }

  async #endSessions({ headers }: FastifyRequest, everywhere = false): Promise<void> {
    for (const id of sessionIdsIn(headers, this.#desk)) await signOut(this.#ctx, id, everywhere);
  }
}
