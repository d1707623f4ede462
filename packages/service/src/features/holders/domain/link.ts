import type { Limit } from '../../../domain/limit/limit.ts';
import { signToken } from '../../../domain/links/signed-token.ts';

/**
 * Links by mail to the page of a holder (decision 182). `proof`: whoever reads the mail of an administrator holds the domain.
 * `contact`: letters to the company are welcome at this address. `open`: the address of the page was lost.
 */
export type LinkPurpose = 'proof' | 'contact' | 'open';

/** Whether letters leave this service; without a server for mail they are files, which nobody gets. */
export const sendsMail = ({ SMTP_URL }: { SMTP_URL: string }): boolean => SMTP_URL !== '';

const DAY_MS = 86_400_000;
/** How long a link works. */
export const LINK_DAYS = 3;
export const LINK_MS = LINK_DAYS * DAY_MS;
/** How long it is stored that one was sent, without the address: so long it counts. */
export const LINK_KEPT_DAYS = 30;
export const LINK_KEPT_MS = LINK_KEPT_DAYS * DAY_MS;

/** Links to one address, at most: in any day, and in any thirty. */
const linksMax = { day: 3, month: 10 } as const;

/** Links to addresses of any domain that the pages of one site ask for: whoever holds a domain must not write to everybody. */
export const contactLimit: Limit = { name: 'contact-links', quota: 10, window: 86_400, window_words: '24 hours' };

/** Whether an address gets another one. @param sent when the earlier ones were asked for */
export function maySendLink(sent: readonly Date[], now: Date): boolean {
  const within = (ms: number) => sent.filter((at) => at.getTime() > now.getTime() - ms).length;
  return within(DAY_MS) < linksMax.day && within(LINK_KEPT_MS) < linksMax.month;
}

/**
 * The mailboxes that belong to whoever runs a domain, also where anybody can get another one. Certificate authorities write to
 * the same (CA/Browser Forum, Baseline Requirements, 3.2.2.4.4).
 */
const administrators = ['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster'] as const;

/** The addresses that prove a site. @param site what its owner registered, such as `acme.com` */
export const administratorsOf = (site: string): string[] => administrators.map((name) => `${name}@${site}`);

/** Where a link leads. @param base_url without trailing slash @param created_at when it was asked for, ISO 8601 */
export function linkUrl(secret: string, base_url: string, { path, link_id, created_at }: LinkPlace): string {
  const expires = new Date(Date.parse(created_at) + LINK_MS);
  return `${base_url}${path}?t=${signToken(secret, 'own', { id: link_id, expires })}`;
}

type LinkPlace = { path: string; link_id: string; created_at: string };
