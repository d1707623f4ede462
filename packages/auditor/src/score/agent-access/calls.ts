import type { Page, ReadItem, Site } from '../../read/site.ts';
import { hostOf, isArticle, isOwn, labelOf, pathOf } from '../presence.ts';

/** Pages that describe how to use what is offered; not news, not law. */
const TELLING = ['home', 'docs', 'agent', 'product', 'integrations', 'help', 'pricing', 'signup', 'other'];
export const telling = (site: Site): Page[] =>
  site.pages.filter((page) => TELLING.includes(page.role) && !isArticle(page));

const CALL = /(?<![A-Za-z])(GET|POST|PUT|PATCH|DELETE)\s{1,4}(?:https?:\/\/|(?=\/))([^\s"'`<>]{2,200})/g;
const ADDRESS = /https?:\/\/[\w.-]{3,80}\/[\w\-./{}:]{1,120}/g;
const INTERFACE_PATH = /\/(?:api|v\d{1,2}|graphql|rest|mcp|rpc)(?:\/|$)/;

/** Without the full stop of the sentence, and without what was cut. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && '.:{'.includes(path[end - 1] ?? '')) end--;
  return path.slice(0, end);
}

type Call = { name: string; words: string };

/** Calls that a text shows: `GET /orders`, or an address of an interface of this company. `words` are as in the text. */
function callsIn(site: Site, text: string): Call[] {
  const label = labelOf(site);
  const written = [...text.matchAll(CALL)].flatMap(([words, method, target = '']) => {
    const path = /^[\w\-./{}:]+/.exec(target.slice(target.indexOf('/')))?.[0] ?? '';
    return path.startsWith('/') ? [{ name: `${method} ${withoutEnd(path)}`, words }] : [];
  });
  const addressed = [...text.matchAll(ADDRESS)]
    .map(([url]) => withoutEnd(url))
    .filter((url) => {
      const host = hostOf(url);
      const own = isOwn(site, url) || host.split('.').slice(-2)[0] === label;
      return own && (/^(?:api|mcp|gateway|graphql)\./.test(host) || INTERFACE_PATH.test(pathOf(url)));
    })
    .map((url) => ({ name: url, words: url }));
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
    for (const { name, words } of callsIn(site, text)) if (!calls.has(name)) calls.set(name, { item, excerpt: words });
  return { calls, graphql: [...calls.keys()].some((call) => /graphql/.test(call)) };
}
