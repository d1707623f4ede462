import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of a session (decision 119): readable by no script, sent to the desk alone, and only from its own pages. */
const nameFor = (base_url: string) => (base_url.startsWith('https:') ? '__Secure-readymark_desk' : 'readymark_desk');

const attributes = (base_url: string) =>
  `; Path=/desk; HttpOnly; SameSite=Strict${base_url.startsWith('https:') ? '; Secure' : ''}`;

/** The value of Set-Cookie for a new session. It ends with the browser, and on the server when it is not used. */
export const sessionCookie = (base_url: string, session_id: string): string =>
  `${nameFor(base_url)}=${session_id}${attributes(base_url)}`;

/** The value of Set-Cookie that removes it. */
export const noSessionCookie = (base_url: string): string => `${nameFor(base_url)}=${attributes(base_url)}; Max-Age=0`;

/** The ids of sessions in a request: another site of the same domain may have set a second cookie of this name. */
export function sessionIdsIn({ cookie = '' }: IncomingHttpHeaders, base_url: string): string[] {
  const start = `${nameFor(base_url)}=`;
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
    .slice(0, 4);
}
