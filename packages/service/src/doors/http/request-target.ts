import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A target as it is sent to a proxy. Names of users are no part of an address of ours (RFC 9110 4.2.4). */
const absolute = /^https?:\/\/([^/?#@\\]+)(.*)/is;

/**
 * Reads the target of each request as RFC 9112 3.2 demands: one in absolute form is answered like the path in it, under the host in it,
 * whatever Host says; and a request with two Host headers is refused, because proxies would take one or the other.
 *
 * @param refuse answers the request with two Host headers
 */
export function readTargets(
  handler: RequestListener,
  refuse: (response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (hasTwoHosts(request)) return refuse(response);
    const [, host, rest] = request.url?.startsWith('/') ? [] : (absolute.exec(request.url ?? '') ?? []);
    if (host !== undefined && rest !== undefined) {
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      request.headers.host = host;
    }
    handler(request, response);
  };
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let found = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (found) return true;
    found = true;
  }
  return false;
}

/** Names under which programs of this machine reach it. A page of the open web has another one, also when that leads here. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The name in a Host header, without its port; undefined where there is none. */
export const hostName = (host: string | undefined): string | undefined =>
  host === undefined ? undefined : URL.parse(`http://${host}/`)?.hostname;
