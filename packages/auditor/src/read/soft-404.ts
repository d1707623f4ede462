import { createHash } from 'node:crypto';
import type { Page, ReadItem } from './site.ts';

/** Paths that name a file for programs: a page for people in its place means that there is none. */
const machinePath = /\.(?:txt|json|ya?ml|md|xml|gz)$|^\/\.well-known\//;

/** A page for people where a file for machines was asked for. */
export function isPageInsteadOfFile(item: Pick<ReadItem, 'url' | 'content_type'>, text: string): boolean {
  const html = /html/.test(item.content_type) || /^\s{0,99}<(?:!doctype html|html)/i.test(text.slice(0, 300));
  return html && machinePath.test(new URL(item.url).pathname.toLowerCase());
}

/** What a page says, without digits: the same for two answers that differ in a date or a number only. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text.replace(/\d+/g, '')).digest('hex');

/** Words of titles of pages that are not there, between single spaces. */
const absent = ['page', 'file', 'document', 'site'].flatMap((what) =>
  [
    'not found',
    'was not found',
    'could not be found',
    'cannot be found',
    'can not be found',
    'can t be found',
    'couldn t be found',
    'isn t found',
  ].map((verb) => ` ${what} ${verb} `),
);

/** A page that says that there is none: by its title or first heading, and not because it writes about such pages. */
export function saysNotFound(page: Pick<Page, 'title' | 'headings' | 'text'>): boolean {
  if (page.text.length > 3000) return false;
  return [page.title, page.headings.find(({ level }) => level === 1)?.text ?? ''].some((line) => {
    const words =
      line
        .slice(0, 200)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    const said = ` ${words.join(' ')} `;
    return (
      words[0] === '404' || words.at(-1) === '404' || said === ' not found ' || absent.some((one) => said.includes(one))
    );
  });
}

/** Most words of a page that only asks who one is, or only says that nobody is here. */
const MOST_WORDS = 120;

/** What a page says, in the languages that are judged, of a domain that nobody uses. */
const DOMAIN = /\b(?:domain|domaine|dominio|domínio|domein)/i;
const NOBODYS =
  /\b(?:for sale|buy this domain|parked|available for purchase|zum verkauf|geparkt|à vendre|parqué|en venta|aparcado|in vendita|parcheggiato|te koop|geparkeerd|à venda|estacionado)(?![a-z])/i;

/**
 * Why nothing of a site can be read behind its only page: it asks for a password and says little else, or it says that the domain is
 * nobody's. Undefined for any other page.
 */
export function closedDoor({ words, forms, title, full_text }: Page): string | undefined {
  if (words > MOST_WORDS) return undefined;
  if (forms.some(({ fields }) => fields.some((field) => /^password(?: |$)/.test(field))))
    return 'The page only asks for a password.';
  const said = `${title}\n${full_text.slice(0, 2000)}`;
  return DOMAIN.test(said) && NOBODYS.test(said)
    ? 'The page only says that the domain is for sale or parked.'
    : undefined;
}
