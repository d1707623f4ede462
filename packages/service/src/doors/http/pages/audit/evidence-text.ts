import { html } from 'ghtml';
import { hostOf, shortened } from '../../html/format.ts';

/** A text of an audit as people read it: sentences without addresses, and the addresses, which are shown as links beside it. */
type Read = { text: string; addresses: readonly string[] };

const ADDRESS = /https?:\/\/[^\s()<>"]+/g;
/** What may be beside the addresses of a source: the day on which it was read, and what separates them. */
const BESIDE = /\d{4}-\d{2}-\d{2}|[\s,;]/g;

/** Takes the addresses out of a text: sources in brackets go, and one in the middle of a sentence is named by its path. */
export function withoutAddresses(text: string): Read {
  const addresses = new Set<string>();
  const noted = (written: string) => {
    const address = written.replace(/[.,;:]$/, '');
    if (!URL.canParse(address)) return undefined;
    addresses.add(address);
    return { url: new URL(address), after: written.slice(address.length) };
  };
  const plain = text
    .replace(/ ?\(([^()]*)\)/g, (whole, inside: string) => {
      const found = inside.match(ADDRESS);
      if (!found || inside.replace(ADDRESS, '').replace(BESIDE, '') !== '') return whole;
      return found.every(noted) ? '' : whole;
    })
    .replace(ADDRESS, (written) => {
      const found = noted(written);
      return found ? `${pathOf(found.url)}${found.after}` : written;
    });
  return { text: plain, addresses: [...addresses] };
}

/** How addresses of one site differ: by path and query, or the host where there is neither. */
function pathOf({ host, pathname, search }: URL): string {
  return pathname === '/' && !search ? host : `${pathname}${search}`;
}

const CHIP_MAX = 34;
const CHIPS_MAX = 6;

/** Addresses of sources as small links; '' without any. Pages of others are no recommendation. */
export function sourceChips(addresses: readonly string[], website: string): string {
  if (!addresses.length) return '';
  const host = hostOf(website);
  const name = (address: string) => {
    const url = new URL(address);
    return shortened(
      hostOf(address) === host || url.pathname === '/' ? pathOf(url) : hostOf(address) + pathOf(url),
      CHIP_MAX,
    );
  };
  const items = addresses
    .slice(0, CHIPS_MAX)
    .map((address) => html`<li><a href="${address}" rel="nofollow ugc noopener external">${name(address)}</a></li>`);
  return html`<ul class="chips" aria-label="Pages that show it">!${items}</ul>`;
}
