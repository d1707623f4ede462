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

/** A page that says that there is none: by its title or first heading, and not because it writes about such pages. */
export function saysNotFound(page: Pick<Page, 'title' | 'headings' | 'text'>): boolean {
  if (page.text.length > 3000) return false;
  return [page.title, page.headings.find(({ level }) => level === 1)?.text ?? ''].some((line) =>
    /^\W{0,9}404\b|\b404\W{0,9}$|\b(?:page|file|document|site) (?:was |could |can )?(?:not |n['’]t )(?:be )?found\b|^\W{0,9}not found\W{0,9}$/i.test(
      line.slice(0, 200),
    ),
  );
}
