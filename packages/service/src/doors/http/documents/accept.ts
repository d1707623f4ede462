import { weightedItems } from './weights.ts';

/**
 * Whether an `Accept` header prefers the Markdown of a page to its HTML (RFC 9110 12.5.1). Every client that does not
 * name Markdown gets HTML, except on the front page (`namesHtml`).
 */
export function wantsMarkdown(accept: string): boolean {
  if (!accept.includes('markdown')) return false;
  const items = weightedItems(accept);
  const markdown = items.findIndex(({ name }) => name === 'text/markdown');
  const html = items.findIndex(({ name }) => name === 'text/html' || name === 'application/xhtml+xml');
  const q = items[markdown]?.q ?? 0;
  if (q === 0) return false;
  const html_q = items[html]?.q ?? 0;
  // At equal weight the type that comes first is preferred.
  return q > html_q || (q === html_q && markdown < html);
}

/** Whether an `Accept` header names HTML, as every browser does; programs often say only that they take anything. */
export function namesHtml(accept: string): boolean {
  return accept.includes('html') && weightOf(accept, HTML_TYPES) > 0;
}

/**
 * Programs that draw a preview of a link, by what they call themselves: they read the head of the HTML and say only that they take
 * anything (decision 191).
 */
const previewer =
  /facebookexternalhit|facebot|twitterbot|linkedinbot|slackbot|discordbot|telegrambot|whatsapp|skypeuripreview|pinterestbot|redditbot|mastodon|bluesky|embedly|iframely/i;

/** What such programs count as if they had sent. */
const PREVIEW = 'text/html;preview';
export const isPreview = (accept: string): boolean => accept === PREVIEW;

/** The `Accept` header of a request, as it is meant. */
export function acceptOf(headers: { accept?: string | undefined; 'user-agent'?: string | undefined }): string {
  const { accept = '', 'user-agent': agent } = headers;
  return agent && /^$|^\*\/\*$/.test(accept) && previewer.test(agent) ? PREVIEW : accept;
}

/** Whether an `Accept` header prefers JSON, of any kind or that of problems, to the HTML of a page. */
export function wantsJson(accept: string): boolean {
  if (!accept.includes('json')) return false;
  return weightOf(accept, JSON_TYPES) > weightOf(accept, HTML_TYPES);
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const JSON_TYPES = ['application/json', 'application/problem+json'];

/** The highest weight that an `Accept` header names for one of these types; 0 without any. */
const weightOf = (accept: string, types: readonly string[]) =>
  Math.max(
    0,
    ...weightedItems(accept)
      .filter(({ name }) => types.includes(name))
      .map(({ q }) => q),
  );

/** Whether an error should be sent as a page: browsers name HTML. */
export function wantsPage(accept: string): boolean {
  if (!accept.includes('text/html')) return false;
  const html = weightOf(accept, ['text/html']);
  return html > 0 && html >= weightOf(accept, JSON_TYPES);
}
