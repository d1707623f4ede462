import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../../../../domain/fault.ts';
import type { Settings } from '../../../../settings.ts';
import { refuseForeignForms } from '../../bodies/form-body.ts';
import { hostName, loopbackNames } from '../../request-target.ts';

/** Where the desk is: its address without trailing slash, and the names by which this node is reached directly. */
export type DeskAddress = {
  base_url: string;
  /** Whether public pages are under another host. */
  own_host: boolean;
  local: readonly string[];
};

/** The address of the desk from the settings. Loopback names count for a node that listens there, as behind a proxy. */
export function deskAddress({ BASE_URL, DESK_URL, HOST }: Settings): DeskAddress {
  const base_url = DESK_URL || BASE_URL;
  const local = loopbackNames.includes(HOST) || HOST === '::1' ? loopbackNames : [];
  return { base_url, own_host: new URL(base_url).hostname !== new URL(BASE_URL).hostname, local };
}

/** Whether the Host header names the desk. Ports are ignored: a proxy may listen on another one. */
export function isDeskHost(host: string | undefined, { base_url, local }: DeskAddress): boolean {
  const name = hostName(host);
  return name !== undefined && (name === new URL(base_url).hostname || local.includes(name));
}

/**
 * Refuses forms that do not come from a page of the desk, or were sent to another host (decision 119). Browsers name the origin of
 * every form that they post; what names none is no browser, and the desk is for browsers (programs have `/api/desk` and tokens).
 *
 * @throws Fault forbidden
 */
export function refuseOtherOrigins(headers: IncomingHttpHeaders, desk: DeskAddress): void {
  const { base_url } = desk;
  if (headers.origin === undefined)
    throw new Fault('forbidden', 'This form has no Origin header. Programs use /api/desk with an operator token.');
  if (!isDeskHost(headers.host, desk))
    throw new Fault('forbidden', `This form was sent to another host. The desk is at ${base_url}/desk.`);
  refuseForeignForms({ host: headers.host, origin: headers.origin }, base_url);
  refuseForeignForms(headers, base_url);
}
