import type { LlmsDocument, Site } from '../../read/site.ts';
import { homeOf, pathOf } from '../presence.ts';

/** llms.txt itself; llms-full.txt where there is nothing else. Best first. */
export const indexes = (site: Site): LlmsDocument[] =>
  site.llms
    .filter(({ kind }) => kind === 'llms')
    .sort(
      (a, b) =>
        Number(isMain(site, b)) - Number(isMain(site, a)) || b.level - a.level || b.links.length - a.links.length,
    );

/** The file that covers an address: of those in a folder around it, the nearest (llms.txt v2). */
function llmsFor(site: Site, url: string): LlmsDocument | undefined {
  const folder = ({ item }: LlmsDocument) => new URL('.', item.final_url).href;
  return site.llms
    .filter((document) => document.kind === 'llms' && url.startsWith(folder(document)))
    .sort((one, other) => folder(other).length - folder(one).length)[0];
}

const isMain = (site: Site, document: LlmsDocument): boolean =>
  document === llmsFor(site, homeOf(site)?.url ?? `${site.origin}/`);

/** Characters of an index that is read at once. */
const MOST_CHARACTERS = 50_000;

/** A list of links in the form of llms.txt, and no text of pages: half of its lines are links. */
function isIndex({ item, level, chars }: LlmsDocument): boolean {
  const lines = (item.text ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const linking = lines.filter((line) => /^\s{0,9}[-*] \[[^\]]{1,300}\]\(/.test(line)).length;
  return level === 4 && chars <= MOST_CHARACTERS && linking * 2 >= lines.length;
}

/**
 * The links that an llms.txt leads to: its own, and those of indexes in the same form that it links. A short file may leave the rest
 * to a longer one; agents follow the link.
 */
export function linksFrom(site: Site, document: LlmsDocument): LlmsDocument['links'] {
  const named = new Set(document.links.map(({ url }) => url));
  const further = site.llms.filter((one) => one !== document && named.has(one.item.final_url) && isIndex(one));
  const all = [...document.links, ...further.flatMap(({ links }) => links)];
  return [...new Map(all.map((link) => [link.url, link])).values()];
}

/** Addresses in a text, as links or bare. */
export function addressesIn({ item, links }: LlmsDocument): string[] {
  const bare = [...(item.text ?? '').matchAll(/https?:\/\/[^\s<>()[\]"'`]{4,300}/g)].map(([url]) =>
    url.replace(/[.,;:]{1,3}$/, ''),
  );
  return [...new Set([...links.map(({ url }) => url), ...bare])];
}

/** Links as Markdown writes them, with a text that says what they lead to; not bare addresses. */
export const written = ({ item }: LlmsDocument): boolean => /\]\((?:https?:)?\/{1,2}[^)\s]/.test(item.text ?? '');

/** The level, where sections of bare addresses are no sections of links. */
export const levelOf = (document: LlmsDocument): number =>
  document.chars < 50 ? 1 : Math.max(1, document.level === 4 && !written(document) ? 3 : document.level);

/** Topics that llms.txt may lead to or treat, by words in its links and headings. */
export const TOPICS: Readonly<Record<string, RegExp>> = {
  pricing: /\b(?:pricing|prices?|plans|rates|tariffs?|fees|costs?|preise|tarifs)\b/i,
  interface: /\b(?:apis?|openapi|mcp|sdks?|graphql|endpoints?|swagger|webhooks?|cli|developers?)\b/i,
  docs: /\b(?:docs|documentation|reference|guides?|quick-?start|getting[- ]started|manual|tutorials?)\b/i,
  contact: /\b(?:contact|support|booking|book|order|reservations?|help|faq|kontakt)\b/i,
};

export const speaksOf = (site: Site, document: LlmsDocument, topic: RegExp): boolean =>
  linksFrom(site, document).some(
    ({ url, text }) => topic.test(text) || topic.test(pathOf(url).replace(/[-_/.]/g, ' ')),
  ) || addressesIn(document).some((url) => topic.test(pathOf(url).replace(/[-_/.]/g, ' ')));
