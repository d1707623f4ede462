import type { Page, ReadItem, Site } from '../read/site.ts';
import { hostOf, isArticle, pathOf } from './seen.ts';

/** Pages that describe how to use what is offered; not news, not law. */
const TELLING = ['home', 'docs', 'agent', 'product', 'integrations', 'help', 'pricing', 'signup', 'other'];
export const telling = (site: Site): Page[] =>
  site.pages.filter((page) => TELLING.includes(page.role) && !isArticle(page));

const CALL = /(?<![A-Za-z])(GET|POST|PUT|PATCH|DELETE)\s{1,4}(?:https?:\/\/[\w.-]{3,80})?(\/[\w\-./{}:]{1,120})/g;
const ADDRESS = /https?:\/\/[\w.-]{3,80}\/[\w\-./{}:]{1,120}/g;
const INTERFACE_PATH = /\/(?:api|v\d{1,2}|graphql|rest|mcp|rpc)(?:\/|$)/;

/** Calls that a text shows: `GET /orders`, or an address of an interface of this company. */
function callsIn(site: Site, text: string): string[] {
  const [label = ''] = site.domain.split('.');
  const written = [...text.matchAll(CALL)].map(
    ([, method, path]) => `${method} ${path?.replace(/[.:/{]+$/, '') ?? ''}`,
  );
  const addressed = [...text.matchAll(ADDRESS)]
    .map(([url]) => url.replace(/[.:]+$/, ''))
    .filter((url) => {
      const host = hostOf(url);
      const own = host.endsWith(site.domain) || host.split('.').slice(-2)[0] === label;
      return own && (/^(?:api|mcp|gateway|graphql)\./.test(host) || INTERFACE_PATH.test(pathOf(url)));
    });
  return [...written, ...addressed];
}

/** Calls with the page that shows each first. GraphQL has one address for all of its operations. */
export function reference(site: Site): { calls: Map<string, { item: ReadItem; excerpt: string }>; graphql: boolean } {
  const calls = new Map<string, { item: ReadItem; excerpt: string }>();
  const texts = [
    ...telling(site).map((page) => ({
      item: page.item,
      text: [...page.headings.map(({ text }) => text), page.text, ...page.code].join('\n'),
    })),
    ...site.llms.map(({ item }) => ({ item, text: item.text ?? '' })),
  ];
  for (const { item, text } of texts)
    for (const call of callsIn(site, text)) if (!calls.has(call)) calls.set(call, { item, excerpt: call });
  return { calls, graphql: [...calls.keys()].some((call) => /graphql/.test(call)) };
}
