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
