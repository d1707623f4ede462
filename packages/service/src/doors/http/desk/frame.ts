import { html } from 'ghtml';
import { caching } from '../../../documents/caching.ts';
import { page, pageHeaders } from '../html/page.ts';
import type { DeskContent, Key, Visit } from './definition.ts';
import { formStart, message } from './parts.ts';

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
 * What all pages of the desk have in common: the address of the service, without trailing slash, the navigation, and the
 * addresses of stylesheet and script.
 */
export type Frame = { base_url: string; navigation: readonly Link[]; assets: { style: string; script: string } };

/**
 * A page of the desk in its frame.
 *
 * @param visit undefined for who is not signed in: then there is no navigation
 */
export function deskPage(
  { title, main, head = '', keys: own_keys = [] }: DeskContent,
  { base_url, navigation, assets, visit }: Frame & { visit: Visit | undefined },
): string {
  // Every page below another one leads up, by its own link.
  const keys = main.includes('<p class="path">') ? [...own_keys, ['u', 'one page up'] as const] : own_keys;
  const aside =
    visit &&
    html`<div class="signed-in">!${keyOpener(keys)}<span>Signed in as <b>${visit.caller.name}</b></span> !${formStart(visit, '/desk/sign-out')}<button class="quiet">Sign out</button></form></div>`;
  const everywhere =
    visit &&
    html`!${formStart(visit, '/desk/sign-out')}<button class="quiet" name="everywhere" value="1">Sign out everywhere</button></form>`;
  const footer = html`<p>The operators’ desk. Public pages begin at the <a href="${base_url}/">leaderboard</a>.</p>!${everywhere ?? ''}!${keyList(keys)}`;
  return page(
    {
      title: `${title} · Readymark desk`,
      description: 'The operators’ desk of Readymark.',
      main: unsigned(visit) + main,
      head,
    },
    {
      base_url,
      navigation: { header: visit ? navigation : [], footer: [] },
      own: {
        ...assets,
        home: { path: '/desk', name: 'Readymark desk' },
        here: visit && nearest(navigation, visit.path),
        aside: aside ?? '',
        footer,
      },
    },
  );
}

/** What every page begins with while nothing that is published becomes public (decision 167). */
function unsigned(visit: Visit | undefined): string {
  const why = visit?.ctx.signer.failure()?.message;
  return why === undefined
    ? ''
    : message('wrong', `What is published now is not public until the log is signed. ${why}`);
}

/** The entry of the navigation that a page belongs to; requests belong to the queue. */
const nearest = (navigation: readonly Link[], path: string) =>
  path.startsWith('/desk/requests/')
    ? '/desk'
    : navigation
        .map((link) => link.path)
        .find((start) => path === start || (start !== '/desk' && path.startsWith(`${start}/`)));

/** Opens the keys of a page as a dialog; the script shows it, because there are no keys without one. */
const keyOpener = (keys: readonly Key[]): string =>
  keys.length
    ? html`<button type="button" class="quiet" hidden data-open-keys aria-haspopup="dialog">Keys <kbd aria-hidden="true">?</kbd></button>`
    : '';

/** The keys of a page, in its footer; the script makes the dialog of it. */
const keyList = (keys: readonly Key[]): string =>
  keys.length
    ? html`<details class="keys" data-keys><summary>Keys of this page</summary>
<dl>!${[...keys, ['?', 'these keys'] as const].map(
        ([names, does]) =>
          html`<div><dt>!${names.split(' ').map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${does}</dd></div>`,
      )}</dl>
<p class="hint">They need JavaScript, and do nothing while you type in a field.</p></details>`
    : '';
