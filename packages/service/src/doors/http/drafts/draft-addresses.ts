import { html } from 'ghtml';

/** Addresses in pages of a draft: those of its company lead to the draft, all others are the public ones (decision 131). */

/** A draft that is shown: its company, and the path at which it is. */
export type DraftPlace = { slug: string; path: string };

/** @param of the address that is shown, where it is not the page of the company */
const draftAddress = ({ path }: Pick<DraftPlace, 'path'>, of = '', fragment = ''): string =>
  `${path}${of && `?of=${encodeURIComponent(of)}`}${fragment}`;

/** Whether a root-relative address is about a company: one of its pages, images and documents, or a form with its slug. */
export function isAbout(slug: string, address: string): boolean {
  const [path = '', query = ''] = address.split(/[?#]/, 2);
  const end = /^\/(?:audits|badge|share|api\/audits)\/([a-z0-9-]+)(?:[./]|$)/.exec(path);
  if (end) return end[1] === slug;
  return /^\/(compare|watch)$/.test(path) && /(?:^|&)slugs?=([a-z0-9-]+)/.exec(query)?.[1] === slug;
}

/**
 * HTML whose links and images of a company lead to the draft. Texts cannot contain what is looked for: they have no
 * quotation mark that is not escaped.
 */
export function inDraft(text: string, place: DraftPlace): string {
  const { slug } = place;
  return formsInDraft(text, place).replaceAll(/ (href|src)="(\/[^"]*)"/g, (whole, name: string, escaped: string) => {
    const address = unescaped(escaped);
    if (!isAbout(slug, address)) return whole;
    const at = address.indexOf('#');
    const [of, fragment] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
    return html` ${name}="${draftAddress(place, of === `/audits/${slug}` ? '' : of, fragment)}"`;
  });
}

/** Forms that ask for another page of the company: their fields follow after `of`. */
const formsInDraft = (text: string, { slug, path }: DraftPlace): string =>
  text.replaceAll(/ action="(\/[^"]*)" method="get">/g, (whole, escaped: string) => {
    const of = unescaped(escaped);
    if (!isAbout(slug, of)) return whole;
    return html` action="${path}" method="get"><input type="hidden" name="of" value="${of}">`;
  });

/** The address that a draft was asked for, with the fields of a form that led to it; '' for the page of the company. */
export function ofQuery(query: URLSearchParams): string {
  const of = query.get('of') ?? '';
  const fields = new URLSearchParams([...query].filter(([name]) => name !== 'of'));
  if (of === '' || fields.size === 0) return of;
  return `${of}${of.includes('?') ? '&' : '?'}${fields}`;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an attribute that was escaped. */
const unescaped = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,3})|(\w{2,4}));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
