import { siteOf } from '@readymark/auditor/site-owner';
import { parse } from 'tldts';

/** Domain tokens: with one, a company proves that it controls the domain of its website (decisions 155 and 181). */

const DAY_MS = 86_400_000;
/** How long a token is valid. */
export const TOKEN_DAYS = 14;
export const TOKEN_MS = TOKEN_DAYS * DAY_MS;
/** How long replies may be published after the token was found. */
export const PROVEN_MS = 7 * DAY_MS;
/** How long after a token the contact is kept. */
export const CONTACT_KEPT_DAYS = 90;
export const CONTACT_KEPT_MS = CONTACT_KEPT_DAYS * DAY_MS;

const LABEL = 'readymark-reply';

/** Where a token is looked for. `dns_name` is null where names below the host belong to others. */
type PlacesToLook = { dns_name: string | null; file_url: string; page_url: string };

/** The places for the website of a company. */
export function placesOf(website: string): PlacesToLook {
  const { host, suffix } = siteOf(website);
  const hostname = hostOf(website);
  return {
    dns_name: suffix ? null : `_${LABEL}.${host}`,
    file_url: `https://${hostname}/.well-known/${LABEL}.txt`,
    page_url: `https://${hostname}/`,
  };
}

const hostOf = (website: string) => new URL(website).hostname.replace(/\.$/, '');

/** What to write in the TXT record or the file. */
export const tokenText = (token: string) => `${LABEL}=${token}`;

/** The element of the home page that has the token. */
export const tokenElement = (token: string) => `<meta name="${LABEL}" content="${token}">`;

/** Whether one of some texts (TXT records, lines of the file) is the token. */
export const hasToken = (texts: readonly string[], token: string): boolean =>
  texts.some((text) => [token, tokenText(token)].includes(text.trim()));

/** A new token of 16 random bytes. */
export const tokenOf = (random: Uint8Array): string => Buffer.from(random).toString('hex');

/** Whether the host of a website is a public name, so that somebody can prove that they control it. */
export function isProvable(website: string): boolean {
  const { domain, isIcann } = parse(hostOf(website), { extractHostname: false });
  return isIcann === true && domain !== null;
}

/** Whether a token for one website is valid for another. */
export const sameHost = (one: string, other: string): boolean => hostOf(one) === hostOf(other);
