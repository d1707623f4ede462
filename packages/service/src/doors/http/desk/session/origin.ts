import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../../../../domain/fault.ts';
import { refuseForeignForms } from '../../bodies/form-body.ts';

/**
 * Refuses forms that do not come from a page of this service (decision 119). Browsers name the origin of every form that
 * they post; what names none is no browser, and the desk is for browsers (programs have `/api/desk` and tokens).
 *
 * @throws Fault forbidden
 */
export function refuseOtherOrigins(headers: IncomingHttpHeaders, base_url: string): void {
  if (headers.origin === undefined)
    throw new Fault('forbidden', 'This form has no Origin header. Programs use /api/desk with an operator token.');
  refuseForeignForms({ host: headers.host, origin: headers.origin }, base_url);
  refuseForeignForms(headers, base_url);
}
