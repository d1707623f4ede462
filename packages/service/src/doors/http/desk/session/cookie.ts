import type { IncomingHttpHeaders } from 'node:http';
import type { DeskAddress } from './origin.ts';

/**
 * The cookie of a session (decision 119): readable by no script, and sent only from pages of the desk's own host. On a host of its
 * own it has the prefix that no other host can set; beside the public pages it is sent to the desk alone.
 */
const nameFor = ({ base_url, own_host }: DeskAddress) => {
  const prefix = base_url.startsWith('https:') ? (own_host ? '__Host-' : '__Secure-') : '';
  return `${prefix}readymark_desk`;
};

const attributes = ({ base_url, own_host }: DeskAddress) =>
  `; Path=${own_host ? '/' : '/desk'}; HttpOnly; SameSite=Strict${base_url.startsWith('https:') ? '; Secure' : ''}`;

/** The value of Set-Cookie for a new session. It ends with the browser, and on the server in time. */
export const sessionCookie = (desk: DeskAddress, session_id: string): string =>
  `${nameFor(desk)}=${session_id}${attributes(desk)}`;

/** The value of Set-Cookie that removes it. */
export const noSessionCookie = (desk: DeskAddress): string => `${nameFor(desk)}=${attributes(desk)}; Max-Age=0`;

/** The ids of sessions in a request. More than one: another site of the same domain has set a cookie of this name. */
export function sessionIdsIn({ cookie = '' }: IncomingHttpHeaders, desk: DeskAddress): string[] {
  const start = `${nameFor(desk)}=`;
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
    .slice(0, 4);
}

/** What a browser with more than one cookie of a session is answered: nobody can know which of them is its own. */
export const severalCookies = (desk: DeskAddress): string =>
  `Your browser sent more than one cookie named ${nameFor(desk)}, so none of them counts. Another site of the same domain may have set one. Delete the cookies of this site and its domain in your browser, then sign in.`;
