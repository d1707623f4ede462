import type { HtmlReading } from './html/reading.ts';
import { walkHtml } from './html/walk.ts';
import { isAddressed, unlessAddressed, withoutAddressed, withoutComments } from './injection.ts';
import { roleOf } from './roles.ts';
import type { Page, ReadItem } from './site.ts';
import type { SiteStyles } from './style/site-styles.ts';
import { readMarkdown } from './text/markdown.ts';
import { fold, foldLines, sentencesOf, turnsDirection, wordCount } from './text/plain-text.ts';

type Line = { text: string; code: boolean; row: number | undefined };

/** Longest part of a page that is read, in characters, and most of its sentences; what is longer is read up to here. */
const bounds = { html: 3_000_000, markdown: 400_000, sentences: 4000 };

/** A page as facts read it. Undefined where the parser gives up: such a page is unreadable, not empty. */
export function readPage(item: ReadItem, text: string, home: string, styles: SiteStyles): Page | undefined {
  const url = new URL(item.final_url);
  const format = formatOf(item, text);
  const read =
    format === 'html'
      ? readHtmlPage(text.slice(0, bounds.html), url, styles)
      : readMarkdownPage(text.slice(0, bounds.markdown), url);
  if (!read) return undefined;
  return {
    ...withoutOrders(read),
    item,
    url: item.final_url,
    path: url.pathname,
    role: roleOf(url, home, read.title, item.role),
    format,
    lang:
      (read.lang ?? item.headers['content-language'])
        ?.trim()
        .toLowerCase()
        .split(/[-_,\s]/)[0] || undefined,
    turned: turnsDirection(text),
  };
}

export function formatOf(item: ReadItem, text: string): Page['format'] {
  if (/markdown/.test(item.content_type)) return 'markdown';
  if (/html/.test(item.content_type)) return 'html';
  const path = new URL(item.final_url).pathname.toLowerCase();
  if (path.endsWith('.md') || /\/llms[^/]*\.txt$/.test(path)) return 'markdown';
  if (item.content_type === '' && /^\s{0,99}<(?:!doctype|html|head|body)/i.test(text.slice(0, 200))) return 'html';
  return 'text';
}

/** Sentences that speak to a program that judges the site say nothing about the offer: facts do not read them. */
function withoutOrders(read: Read): Read & Pick<Page, 'addressed'> {
  const seen = read.sentences.filter(isAddressed);
  const hidden = read.hidden.split('\n').flatMap((line) => sentencesOf(fold(line)).filter(isAddressed));
  const addressed = [...seen, ...hidden].slice(0, 20);
  if (seen.length === 0) return { ...read, addressed };
  return {
    ...read,
    addressed,
    sentences: read.sentences.filter((sentence) => !isAddressed(sentence)),
    text: withoutAddressed(read.text),
    full_text: withoutAddressed(read.full_text),
    headings: read.headings.filter(({ text }) => !isAddressed(text)),
    lists: read.lists.map((list) => list.map(unlessAddressed)),
    tables: read.tables.map(({ rows }) => ({ rows: rows.map((row) => row.map(unlessAddressed)) })),
    links: read.links.map((link) => ({ ...link, text: unlessAddressed(link.text) })),
  };
}

type Read = Omit<Page, 'item' | 'url' | 'path' | 'role' | 'format' | 'turned' | 'addressed'>;

function readHtmlPage(html: string, url: URL, styles: SiteStyles): Read | undefined {
  const read = walkHtml(html, styles.looksOf(html, url.href));
  if (!read.whole) return undefined;
  const base = absolute(read.base ?? '', url.href) ?? url.href;
  const main = withoutLayout(read).filter(({ area }) => area === 'main');
  const text = main.map((block) => block.text).join('\n');
  const full_text = read.text.blocks.map((block) => block.text).join('\n');
  return {
    lang: read.lang,
    title: read.title.slice(0, 500),
    shape: [...read.shape].sort().join(' '),
    meta: read.meta,
    canonical: read.canonical === undefined ? undefined : absolute(read.canonical, base),
    headings: read.headings,
    text,
    full_text,
    sentences: sentencesOfLines(main),
    words: wordCount(text),
    links: read.links.flatMap((link) => {
      const target = link.hidden ? undefined : absolute(link.href, base);
      return target === undefined
        ? []
        : [{ url: target, text: link.text, area: link.area === 'main' ? ('main' as const) : ('nav' as const) }];
    }),
    head_links: read.head_links.flatMap(({ rel, href, type }) => {
      const target = absolute(href, base);
      return target === undefined ? [] : [{ rel, url: target, type }];
    }),
    tables: read.tables,
    lists: read.lists,
    code: read.code,
    quoted: [...read.quoted, ...signedLines(main)],
    tools: read.tools,
    forms: read.forms.map(({ action, fields }) => ({ action: absolute(action, base) ?? url.href, fields })),
    buttons: read.buttons,
    framed: read.framed.flatMap(({ address, text }) => {
      const target = absolute(address, base);
      return target === undefined || new URL(target).host === url.host ? [] : [{ url: target, text }];
    }),
    scripts: read.scripts
      .flatMap((address) => absolute(address, base) ?? [])
      .filter((address) => new URL(address).host !== url.host),
    data: read.data,
    broken_data: read.broken_data,
    shell: isShell(full_text, read),
    hidden: read.text.hidden,
  };
}

/** Lines of a row that only places parts of the page: a table is in it, or a heading beside paragraphs. They are no row. */
function withoutLayout({ text: { blocks }, headed_rows, outer_rows }: HtmlReading): HtmlReading['text']['blocks'] {
  if (headed_rows.size === 0 && outer_rows.size === 0) return blocks;
  const long = new Set(blocks.filter(({ text }) => text.length >= PARAGRAPH).map(({ row }) => row));
  const places = (row: number) => outer_rows.has(row) || (headed_rows.has(row) && long.has(row));
  return blocks.map((block) => (block.row !== undefined && places(block.row) ? { ...block, row: undefined } : block));
}

/** From so many characters on, a line in a cell is a paragraph. */
const PARAGRAPH = 60;

/** Nothing to read without scripts: an element that programs fill, and none of the signs of content. */
function isShell(
  text: string,
  page: {
    marker: boolean;
    main: boolean;
    asks_for_scripts: boolean;
    headings: readonly unknown[];
    paragraphs: number;
    code: readonly unknown[];
  },
): boolean {
  if (!page.marker) return page.asks_for_scripts && text.length < 200;
  const headings = page.headings.length;
  return !(
    text.length >= 1500 ||
    (headings > 0 && text.length >= 500) ||
    headings >= 3 ||
    (page.paragraphs >= 5 && text.length >= 150) ||
    (page.main && headings > 0) ||
    page.code.length >= 3
  );
}

/** Whose words they are: `— Ann B., Leeds`. */
const SIGNED = /(?:^|[.!?”"»] ?)[—–] ?\p{Lu}[\p{L}.'’ -]{1,40}(?:[,(|·][^—–]{0,60})?$/u;

/** Lines that end with a name behind a dash, or are above a line that is one. */
const signedLines = (lines: readonly { text: string }[]): string[] =>
  lines.flatMap(({ text }, at) => {
    if (!/[—–]/.test(text) || !SIGNED.test(text)) return [];
    return /^[—–]/.test(text) ? [lines[at - 1]?.text ?? ''] : [text];
  });

function readMarkdownPage(markdown: string, url: URL): Read {
  const { text: shown, hidden } = withoutComments(markdown);
  const read = readMarkdown(shown);
  const text = read.lines.map((line) => line.text).join('\n');
  const meta = new Map<string, string>();
  for (const [name, value] of read.front) meta.set(name, value);
  return {
    lang: read.front.get('lang') ?? read.front.get('language'),
    title: (read.title || read.front.get('title') || '').slice(0, 500),
    shape: '',
    meta,
    canonical: absolute(read.front.get('canonical') ?? read.front.get('canonical_url') ?? '', url.href, false),
    headings: read.headings,
    text,
    full_text: text,
    sentences: sentencesOfLines(read.lines),
    words: wordCount(text),
    links: read.links.flatMap((link) => {
      const target = absolute(link.href, url.href);
      return target === undefined ? [] : [{ url: target, text: link.text, area: 'main' as const }];
    }),
    head_links: [],
    tables: read.tables,
    lists: read.lists,
    code: read.code.map(foldLines),
    forms: [],
    buttons: [],
    framed: [],
    scripts: [],
    quoted: signedLines(read.lines),
    tools: [],
    data: [],
    broken_data: 0,
    shell: false,
    hidden,
  };
}

/** Sentences of lines; the cells of a row are one, if it is short enough, because a row says one thing. */
function sentencesOfLines(lines: readonly Line[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length && found.length < bounds.sentences; at++) {
    const line = lines[at];
    if (!line || line.code) continue;
    if (line.row === undefined) {
      found.push(...sentencesOf(line.text));
      continue;
    }
    const cells: string[] = [];
    let length = 0;
    while (lines[at]?.row === line.row) {
      const { text } = lines[at] as Line;
      cells.push(text);
      length += text.length + 1;
      at++;
    }
    at--;
    if (length <= 400) found.push(cells.join(' '));
    else for (const cell of cells) found.push(...sentencesOf(cell));
  }
  return found.slice(0, bounds.sentences);
}

/** A link without its fragment; undefined where it leads nowhere else. */
function absolute(href: string, base: string, empty = true): string | undefined {
  const trimmed = href.trim();
  if (trimmed.startsWith('#') || /^(?:javascript|data|blob):/i.test(trimmed) || trimmed.length > 2000) return undefined;
  if (trimmed === '' && !empty) return undefined;
  const url = URL.parse(trimmed, base);
  if (!url) return undefined;
  url.hash = '';
  return url.href;
}
