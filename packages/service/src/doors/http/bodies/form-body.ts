import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { isEncoded } from '../../../domain/limit/limit.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads bodies of forms, and nothing else: `application/x-www-form-urlencoded` in UTF-8, as `URLSearchParams`.
 *
 * @param fields_max fields that are read at most; the others are dropped
 */
export function readFormBodies(scope: FastifyInstance, fields_max: number): void {
  const refuse = () => new Fault('unsupported_media_type', 'The body must be that of the form on this page.');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
    throw refuse();
  });
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: { headers: IncomingHttpHeaders }, body: Buffer) => {
      if (isEncoded(request.headers['content-encoding'])) throw refuse();
      try {
        return new URLSearchParams(firstFields(utf8.decode(body), fields_max));
      } catch {
        throw new Fault('malformed', 'The form is not in UTF-8.');
      }
    },
  );
}

/** The first fields of a form. It is cut before it is read: a million fields would keep everybody waiting for seconds. */
function firstFields(text: string, fields_max: number): string {
  let end = -1;
  for (let count = 0; count < fields_max; count++) {
    end = text.indexOf('&', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** The fields of a form; empty when there was no body. */
export const valuesOf = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The same by name: of a name that was sent twice the first value counts. */
export const fieldsOf = (body: unknown): ReadonlyMap<string, string> => new Map([...valuesOf(body)].reverse());

/**
 * Refuses forms that pages of other sites send (decision 116): they would act in the name of the visitor's address. Browsers
 * say where a form comes from; a program that says nothing is no browser, and may send what it likes anyway.
 *
 * @param base_url the service's own address; its host also counts as in `Host`, for those who reach a node directly
 * @throws Fault forbidden
 */
export function refuseForeignForms(headers: IncomingHttpHeaders, base_url: string): void {
  const { host } = headers;
  const site = headers['sec-fetch-site'];
  const own = site === undefined ? isOwn(headers.origin, host, base_url) : site === 'same-origin' || site === 'none';
  if (!own) throw new Fault('forbidden', 'This form was not sent from a page of this service.');
}

function isOwn(origin: string | undefined, host: string | undefined, base_url: string): boolean {
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  return from !== null && (from.origin === new URL(base_url).origin || from.host === host);
}
