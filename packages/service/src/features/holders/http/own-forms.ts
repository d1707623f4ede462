import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault, type FaultCode, problem } from '../../../domain/fault.ts';
import { fieldsOf, readFormBodies, refuseForeignForms } from '../../../doors/http/bodies/form-body.ts';
import { sendErrorPage } from '../../../doors/http/errors/pages.ts';
import { faultOf } from '../../../doors/http/errors/problems.ts';
import { contentPage } from '../../../doors/http/html/content.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { beginPage } from './begin-page.ts';
import { type OwnPages, ownHeaders } from './own-pages.ts';

const FIELDS_MAX = 5;

type FirstForm = { website: string; email: string };
/** Where to go, or what is shown. */
type Answer = { path: string } | PageContent;

/** How fields are called on the page. */
const fieldNames: Readonly<Record<string, string>> = { website: 'website', email: 'e-mail address' };

/** What was wrong with a form, to be shown on its page. */
function wrongOf({ message, details: { errors = [] } }: Fault): string {
  if (errors.length === 0) return message;
  return errors.map(({ field, message }) => `The ${fieldNames[field] ?? field} ${message}.`).join(' ');
}

/** Whether something was wrong with what was sent, and not with us or the address: then its page says so. */
const isOfForm = (error: unknown, others: readonly FaultCode[]): error is Fault =>
  error instanceof Fault && !others.includes(error.code);

export const see = (reply: FastifyReply, path: string): FastifyReply => reply.headers(ownHeaders).redirect(path, 303);

/** Reads bodies of forms in this scope, and answers what fails with a page that is kept nowhere. */
export function readOwnForms(scope: FastifyInstance, ctx: Context): void {
  const { BASE_URL: base_url } = ctx.settings;
  readFormBodies(scope, FIELDS_MAX);
  scope.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error, request.routeOptions.bodyLimit);
    if (fault.code === 'internal' && !(error instanceof Fault))
      ctx.log.error({ err: error, route: request.routeOptions.url }, 'a page of a holder failed');
    if (fault.details.retry_after !== undefined) reply.header('retry-after', String(fault.details.retry_after));
    reply.headers(ownHeaders);
    return sendErrorPage(reply, problem(fault, base_url), base_url);
  });
}

/** A form of the page: what is refused is said on it. */
export function ownForm(
  scope: FastifyInstance,
  { ctx, pages, path }: { ctx: Context; pages: OwnPages; path: string },
  act: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { BASE_URL: base_url } = ctx.settings;
  scope.post(path, async (request, reply) => {
    refuseForeignForms(request.headers, base_url);
    try {
      return await withStoreErrors(ctx, () => act(request, reply));
    } catch (error) {
      if (!isOfForm(error, ['internal', 'not_found', 'unavailable'])) throw error;
      const refused = { form: path.split('/').at(-1) ?? '', values: fieldsOf(request.body) };
      return pages.show(request, reply, { wrong: wrongOf(error), status: problem(error, base_url).status, refused });
    }
  });
}

/** A form of the page where one begins: refused, it comes back with what was typed and what is wrong. */
export function firstForm(
  scope: FastifyInstance,
  { ctx, pages, path, name }: { ctx: Context; pages: OwnPages; path: string; name: 'begin' | 'lost' },
  act: (typed: FirstForm, client: string) => Promise<Answer>,
): void {
  const { BASE_URL: base_url } = ctx.settings;
  scope.post(path, async (request, reply) => {
    refuseForeignForms(request.headers, base_url);
    const fields = fieldsOf(request.body);
    const typed = { website: fields.get('website') ?? '', email: fields.get('email')?.trim() ?? '' };
    try {
      const answer = await withStoreErrors(ctx, () => act(typed, request.ip));
      return 'path' in answer ? see(reply, answer.path) : pages.send(reply, 200, answer);
    } catch (error) {
      if (!isOfForm(error, ['internal', 'unavailable'])) throw error;
      const { retry_after } = error.details;
      if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
      const content = beginPage(ctx, { form: name, ...typed, wrong: wrongOf(error) });
      return pages.send(reply, problem(error, base_url).status, { ...contentPage(content), noindex: true });
    }
  });
}
