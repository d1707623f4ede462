import { completeAddress } from '@readymark/auditor/collect/guard/typed-address';
import type { FieldError } from '@readymark/rubric/field';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault, invalidFields, problem } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { fieldsOf, readFormBodies, refuseForeignForms } from '../../../doors/http/bodies/form-body.ts';
import { sendErrorPage } from '../../../doors/http/errors/pages.ts';
import { faultOf } from '../../../doors/http/errors/problems.ts';
import { limitHeaders } from '../../../doors/http/fairness/limits.ts';
import { type PageContent, page, pageHeaders } from '../../../doors/http/html/page.ts';
import { callerLimits } from '../../../doors/http/pages/page-input.ts';
import { registerAgent } from '../../../operations/agent/register-agent.ts';
import { requestAudit } from '../../../operations/agent/request-audit.ts';
import { watchCompany } from '../../../operations/agent/watch-company.ts';
import type { Context } from '../../../operations/context.ts';
import { clientFormLimit, formToken, isFormToken } from '../domain/form.ts';
import { submitForm } from '../operations/submit-form.ts';
import type { FilledForm } from './fields.ts';
import { requestForm } from './request-form.ts';
import { repeatedPage, requestedPage, watchedPage } from './sent-page.ts';
import { watchDraft, watchForm } from './watch-form.ts';

/** Answers of forms may show a key: no cache, history or other site learns of them. */
const formHeaders = {
  ...pageHeaders,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': caching.none,
  'x-robots-tag': 'noindex',
};

/** Ours have less than ten fields. */
const FIELDS_MAX = 20;

type Values = ReadonlyMap<string, string>;

/** One form: how it is drawn again with what was typed, and what it does. */
type FormRoute = {
  path: '/request' | '/watch';
  names: readonly string[];
  draw(filled: FilledForm): PageContent;
  submit(values: Values, client: string): Promise<PageContent | undefined>;
};

/**
 * Takes the forms of /request and /watch (decision 116). A refused form comes back with what was typed and what is wrong;
 * an accepted one is answered with the only page that ever shows the new key. The pages with the empty forms are in the
 * table of pages.
 */
export function serveForms(app: FastifyInstance, ctx: Context): void {
  const { BASE_URL, FORMS_PER_CLIENT_PER_HOUR } = ctx.settings;
  const clients = new ClientLimit(clientFormLimit(FORMS_PER_CLIENT_PER_HOUR));
  const show = (reply: FastifyReply, status: number, content: PageContent) =>
    reply
      .code(status)
      .headers(formHeaders)
      .send(page(content, { base_url: BASE_URL, navigation: app.navigation }));

  /** A form that was refused, drawn again. */
  function again(reply: FastifyReply, { names, draw }: FormRoute, values: Values, fault: Fault): FastifyReply {
    const { errors = [], quota, retry_after } = fault.details;
    if (quota) reply.headers(limitHeaders(quota));
    if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
    const sent = values.get('form') ?? '';
    const filled: FilledForm = {
      token: isFormToken(sent) ? sent : formToken(ctx.random),
      values: Object.fromEntries(names.map((name) => [name, values.get(name) ?? ''])),
      ...messagesOf(fault, errors),
    };
    return show(reply, problem(fault, BASE_URL).status, draw(filled));
  }

  app.register(async (scope) => {
    readFormBodies(scope, FIELDS_MAX);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error, request.routeOptions.bodyLimit);
      if (fault.code === 'internal' && !(error instanceof Fault))
        ctx.log.error({ err: error, route: request.routeOptions.url }, 'a form failed');
      if (fault.details.retry_after !== undefined) reply.header('retry-after', String(fault.details.retry_after));
      return sendErrorPage(reply, problem(fault, BASE_URL), BASE_URL);
    });
    for (const route of [requestRoute(ctx, clients), watchRoute(ctx, clients)])
      scope.post(route.path, { config: { counts_client: true } }, async (request: FastifyRequest, reply) => {
        refuseForeignForms(request.headers, BASE_URL);
        const values = fieldsOf(request.body);
        try {
          const sent = await route.submit(values, request.ip);
          return show(reply, 200, sent ?? repeatedPage(route.path));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          return again(reply, route, values, error);
        }
      });
  });
}

/** What is wrong, in the words of a form. The faults of single fields name them. */
function messagesOf(fault: Fault, errors: readonly FieldError[]): Pick<FilledForm, 'errors' | 'message'> {
  if (errors.length) return { errors };
  if (fault.code === 'invalid_token') {
    const message = 'is not one that this service made';
    return { errors: [{ field: 'api_key', message }] };
  }
  return { errors, message: fault.message };
}

/** What both forms have beside the fields of their operation. */
const common = (values: Values, client: string) => ({
  token: values.get('form') ?? '',
  email: values.get('email')?.trim() ?? '',
  api_key: values.get('api_key')?.trim() ?? '',
  client,
});

function requestRoute(ctx: Context, clients: ClientLimit): FormRoute {
  const { BASE_URL: base_url } = ctx.settings;
  return {
    path: '/request',
    names: ['company', 'website', 'notes', 'email'],
    draw: (filled) => requestForm({ limits: callerLimits(ctx.settings) }, filled),
    async submit(values, client) {
      const notes = values.get('notes')?.trim() || null;
      const typed = values.get('website')?.trim() ?? '';
      const read = isWord(typed) ? { address: typed } : completeAddress(typed);
      const website = 'address' in read ? read.address : '';
      const fields = { company: values.get('company') ?? '', website, notes };
      const form = { purpose: 'request', fields, ...common(values, client) } as const;
      const operations = { register: registerAgent, act: requestAudit };
      const sent = await submitForm(ctx, operations, form, clients).catch((error) => {
        throw 'refused' in read ? withMessage(error, 'website', read.refused) : error;
      });
      if (sent.state !== 'done') return undefined;
      const { request_id, company, listed } = sent.body;
      const slug = listed?.slug ?? null;
      const { new_key: key, asked } = sent;
      return requestedPage({ base_url, request_id, company, slug, key, asked });
    },
  };
}

/** Whether a text is nothing, or a word without a dot: no address, and refused as it was typed. */
const isWord = (text: string): boolean => /^[^.:/?#\uff0e\u3002]*$/.test(text);

/** A fault that says of a field what was found when it was read, beside what is wrong with the others. */
function withMessage(error: unknown, field: string, message: string): unknown {
  if (!(error instanceof Fault)) return error;
  const { errors = [] } = error.details;
  return invalidFields(errors.map((one) => (one.field === field ? { field, message } : one)));
}

function watchRoute(ctx: Context, clients: ClientLimit): FormRoute {
  return {
    path: '/watch',
    names: ['slug', 'email'],
    draw: (filled) => watchForm(ctx, watchDraft(ctx.catalogue.current(), filled.values.slug ?? ''), filled),
    async submit(values, client) {
      const { entry } = watchDraft(ctx.catalogue.current(), values.get('slug') ?? '');
      if (!entry)
        throw new Fault('invalid_request', 'The company is not listed.', {
          errors: [{ field: 'slug', message: 'must be one of the leaderboard' }],
        });
      const form = {
        purpose: 'watch',
        fields: { slug: entry.slug, watching: true },
        ...common(values, client),
      } as const;
      const sent = await submitForm(ctx, { register: registerAgent, act: watchCompany }, form, clients);
      if (sent.state === 'repeated') return undefined;
      return watchedPage({ ...entry, asked: sent.state === 'waiting' });
    },
  };
}
