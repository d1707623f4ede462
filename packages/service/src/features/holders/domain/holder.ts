import { createHash } from 'node:crypto';
import type { Limit } from '../../../domain/limit/limit.ts';

const DAY_MS = 86_400_000;
/** How long a proof counts after the token was found. */
export const PROVEN_DAYS = 90;
export const PROVEN_MS = PROVEN_DAYS * DAY_MS;
/** How long a private draft is kept. */
export const DRAFT_DAYS = 30;
export const DRAFT_MS = DRAFT_DAYS * DAY_MS;
/** How long no other draft of a domain is made. */
export const REST_MS = DAY_MS;
/** Between two looks for a token: each asks the DNS and the site. */
export const LOOK_MS = 5_000;

/** Who started the job of a private draft, in the place of an operator. */
export const HOLDER = 'domain-holder';

/** Pages that one client may begin. */
export const beginLimit: Limit = { name: 'domain-holders', quota: 20, window: 3_600, window_words: 'one hour' };

/** Private drafts of all sites. */
export const draftLimit = (quota: number): Limit => ({
  ...{ name: 'private-drafts', quota, window: 86_400, window_words: '24 hours' },
});

/** What the address of a page ends with: 16 random bytes. */
export const secretOf = (random: Uint8Array): string => Buffer.from(random).toString('hex');
export const isSecret = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Where a token may be found, as people call it. */
export const placeNames: Readonly<Record<string, string>> = {
  dns: 'a TXT record',
  file: 'a file',
  page: 'an element of the home page',
};
