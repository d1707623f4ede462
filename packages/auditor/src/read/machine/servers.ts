import { NO_SUCH_NAME } from '../../evidence/evidence.ts';
import type { ReadItem, Site } from '../site.ts';

/** The role of an address that was asked for because a description or a sample of a call names it. */
export const API_SERVER = 'api_server';

/** The host of a website, with and without `www.`, is the same. */
export const plainHost = (host: string): string => host.replace(/^www\./, '');

/** Hosts whose names do not exist, among those that were asked: of several, the one that a redirect led to last. */
export const absentHosts = (items: readonly ReadItem[]): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ problem, detail }) => problem === 'unreachable' && detail?.endsWith(NO_SUCH_NAME))
      .flatMap(({ url, redirects }) => URL.parse(redirects.at(-1)?.url ?? url)?.host ?? []),
  );

/** Whether a text names a host, and not a longer one that has its name. */
export function namesHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at !== -1; at = text.indexOf(host, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + host.length]];
    const longer = /[\w-]/.test(after) || (after === '.' && /\w/.test(text[at + host.length + 1] ?? ''));
    if (!/[\w.-]/.test(before) && !longer) return true;
  }
  return false;
}

/** Whether a host was asked, and exists. A bundle of before hosts of samples were asked has none that was: then nothing says that it does not. */
export const isHostThere = ({ items, absent_hosts }: Pick<Site, 'items' | 'absent_hosts'>, host: string): boolean =>
  !absent_hosts.has(host) &&
  (items.some(({ url }) => URL.parse(url)?.host === host) || items.every(({ role }) => role !== API_SERVER));

/** Whether an answer is a page: that something is there, or that nothing is. An interface says both in its own form. What was redirected says neither. */
export const isPageAnswer = ({ status, content_type, redirects }: ReadItem): boolean =>
  redirects.length === 0 &&
  /html/.test(content_type) &&
  status !== null &&
  ((status >= 200 && status < 300) || status === 404 || status === 410);

/** Whether what a sample of a call names on the website is there: it answers as an interface does, or is a program to install. */
export function isCallable(item: ReadItem): boolean {
  const { status, content_type, final_url } = item;
  if (status === null) return false;
  if (status < 200 || status >= 300) return !isPageAnswer(item);
  return /json|event-stream|protobuf/.test(content_type) || /\.(?:sh|ps1|py)$/.test(new URL(final_url).pathname);
}
