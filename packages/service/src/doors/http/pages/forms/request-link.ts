import { html } from 'ghtml';
import { siteName } from '../../../../catalogue/search/search.ts';

/** A link to the form that requests an audit, filled in with what was searched for in vain: a name or a web address. */
export function requestLink(q: string, words = 'Request an audit'): string {
  const known = q === '' ? {} : siteName(q) === undefined ? { company: q } : { website: withScheme(q) };
  const query = new URLSearchParams(known);
  return html`<a href="/request${query.size ? `?${query}` : ''}">${words}</a>`;
}

const withScheme = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}/`);
