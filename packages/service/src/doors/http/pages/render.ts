import { pathOfStandard } from '@readymark/auditor/standards/standards';
import { QUOTATION_RIGHTS } from '../../../catalogue/families/quotations.ts';
import { caching } from '../../../documents/caching.ts';
import { compressLazily, type Document, makeDocument } from '../../../documents/document.ts';
import { tokens } from '../html/markdown.ts';
import { type Navigation, page, pageHeaders } from '../html/page.ts';
import { BADGE_LICENCE } from '../share/image-listings.ts';
import type { Form, PageMatch } from './page-definition.ts';
import type { PageInput } from './page-input.ts';

/** Links of the front page for agents (RFC 8288). The licence is added to everything that shows scores. */
const FRONT_LINKS = [
  `<${pathOfStandard('api_catalog')}>; rel="api-catalog"`,
  `<${pathOfStandard('ard')}>; rel="ard"; type="application/json"`,
  `<${pathOfStandard('openapi')}>; rel="service-desc"; type="application/json"`,
  '</docs>; rel="service-doc"',
].join(', ');

const LLMS_TXT = pathOfStandard('llms_txt');

/** The last line of a Markdown twin: tools that read pages for agents show no headers (decision 216). */
const DIRECTIVE = `\nFor agents: ${LLMS_TXT}\n`;

/** Of every page in every form: the llms.txt that covers it (decision 195). */
const DESCRIBED = `<${LLMS_TXT}>; rel="describedby"; type="text/plain"`;

/** A cache that shows an outage of yesterday, or none while there is one, would be worse than none (decision 61). */
const MOMENTARY = { 'cache-control': caching.momentary };
const PERSONAL = { 'cache-control': caching.none };
/** Chosen by who asks: a cache that all others read must not keep it (decision 191). */
const PREVIEW = { 'cache-control': caching.none, vary: 'Accept, User-Agent' };

/** Renders a page in one form, as a document like all public ones (decision 5). */
export function renderPage(
  { snapshot, today, publisher, health, noted }: PageInput,
  found: PageMatch,
  form: Form,
  navigation: Navigation,
): Document {
  const frame = { base_url: publisher.base_url, publisher, navigation, path: found.key, markdown: found.twin };
  const is_html = form === 'html' || form === 'preview';
  const drawn = is_html ? (found.html ? page(found.html(), frame) : '') : (found[form]?.() ?? '');
  const text = form === 'markdown' && !drawn.includes(LLMS_TXT) ? `${drawn}${DIRECTIVE}` : drawn;
  // Scores become stale at midnight, so a page may be newer than its snapshot.
  const times = [snapshot.modified.getTime(), Date.parse(`${today}T00:00:00Z`)];
  if (noted.changed_at !== undefined) times.push(Date.parse(noted.changed_at));
  if (found.momentary && health) times.push(Date.parse(health.since));
  const modified = new Date(Math.max(...times));
  const content = {
    html: 'text/html; charset=utf-8',
    preview: 'text/html; charset=utf-8',
    markdown: 'text/markdown; charset=utf-8',
    svg: 'image/svg+xml',
    json: 'application/json; charset=utf-8',
  } as const;
  return compressLazily(
    makeDocument(text, {
      modified,
      scores: found.scores && !found.quotes,
      content_type: content[form],
      headers: {
        ...headersOf(found, form, text),
        ...(found.momentary && MOMENTARY),
        ...(found.personal && is_html && PERSONAL),
        ...(form === 'preview' && PREVIEW),
      },
    }),
  );
}

function headersOf(found: PageMatch, form: Form, text: string): Record<string, string> {
  if (form === 'svg')
    return { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", link: BADGE_LICENCE };
  if (form === 'json') return { vary: 'Accept' };
  const front = found.key === '/' ? FRONT_LINKS : '';
  const is_html = form === 'html' || form === 'preview';
  const twin = is_html && found.twin ? `<${found.twin}>; rel="alternate"; type="text/markdown"` : '';
  const link = [front, DESCRIBED, twin, found.quotes ? QUOTATION_RIGHTS : ''].filter(Boolean).join(', ');
  const own = is_html ? pageHeaders : { 'x-markdown-tokens': String(tokens(text)) };
  return { ...own, vary: 'Accept', link };
}
