import { html } from 'ghtml';
import { caching } from '../../../documents/caching.ts';
import { page, pageHeaders } from '../html/page.ts';
import { deskAssetPaths } from './assets.ts';
import type { DeskContent, Visit } from './definition.ts';
import { keyList, keyOpener } from './key-help.ts';
import { formStart } from './parts.ts';

/**
 * Headers of every reply of the desk: no cache, no search engine, no other site. Forms need an Origin, so a referrer is
 * sent within the service.
 */
export const deskHeaders = {
  ...pageHeaders,
  'cache-control': caching.none,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

type Link = { path: string; name: string };

/**
 * A page of the desk in its frame.
 *
 * @param visit undefined for who is not signed in: then there is no navigation
 */
export function deskPage(
  { title, main, head = '', keys = [] }: DeskContent,
  { base_url, navigation, visit }: { base_url: string; navigation: readonly Link[]; visit: Visit | undefined },
): string {
  const aside =
    visit &&
    html`<div class="who">!${keyOpener(keys)}<span>Signed in as <b>${visit.caller.name}</b></span> !${formStart(visit, '/desk/sign-out')}<button class="quiet">Sign out</button></form></div>`;
  const footer = html`<p>The operators’ desk. Public pages begin at the <a href="/">leaderboard</a>.</p>!${keyList(keys)}`;
  return page(
    { title: `${title} · Readymark desk`, description: 'The operators’ desk of Readymark.', main, head },
    {
      base_url,
      navigation: { header: visit ? navigation : [], footer: [] },
      own: {
        ...deskAssetPaths,
        home: { path: '/desk', name: 'Readymark desk' },
        here: visit && nearest(navigation, visit.path),
        aside: aside ?? '',
        footer,
      },
    },
  );
}

/** The entry of the navigation that a page belongs to; requests belong to the queue. */
const nearest = (navigation: readonly Link[], path: string) =>
  path.startsWith('/desk/requests/')
    ? '/desk'
    : navigation
        .map((link) => link.path)
        .find((start) => path === start || (start !== '/desk' && path.startsWith(`${start}/`)));
