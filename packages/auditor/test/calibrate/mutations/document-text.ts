import { basename } from 'node:path';
import { type CopiedSite, isHtml } from './copied-site.ts';

/** Where a piece of text is: the level of the heading that it is part of (0: none), and the piece before it in its block. */
type Place = { heading: number; before: string };
type TextChange = (text: string, place: Place) => string;

const silent = new Set(['script', 'style', 'pre', 'code', 'textarea', 'svg', 'kbd', 'samp', 'template']);
const wholeElement = /^<(?:script|style|svg|textarea|template)\b[\s\S]*<\/\w+\s*>$/i;
const htmlParts =
  /(<!--[\s\S]*?-->|<(?:script|style|svg|textarea|template)\b[\s\S]*?<\/(?:script|style|svg|textarea|template)\s*>|<[!?/a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>)/;
const markdownParts = /(`[^`]*`|\]\([^)]*\)|<?https?:\/\/[^\s)>]+>?|<[^>]+>|(?<![\w/])\/[a-z0-9._~-]+(?:\/[\w.~-]*)*)/i;

/** Changes the text of HTML, outside scripts, styles and code. */
function inHtml(html: string, change: TextChange): string {
  const out: string[] = [];
  const open: string[] = [];
  let heading = 0;
  let before = '';
  for (const part of html.split(htmlParts)) {
    if (part === '') continue;
    const [, closing, tag] = /^<(\/?)([a-zA-Z][\w-]*)/.exec(part) ?? [];
    if (tag !== undefined || /^<[!?]/.test(part)) {
      out.push(part);
      if (tag === undefined || (!closing && wholeElement.test(part))) continue;
      const name = tag.toLowerCase();
      const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
      if (closing) {
        const at = open.lastIndexOf(name);
        if (at >= 0) open.splice(at);
      } else if (!part.endsWith('/>') && silent.has(name)) open.push(name);
      if (level > 0) heading = closing ? 0 : level;
      if (/^(?:p|div|td|th|li|tr|h\d|section|br)$/.test(name)) before = '';
    } else if (open.length > 0) out.push(part);
    else {
      out.push(change(part, { heading, before }));
      before = part;
    }
  }
  return out.join('');
}

/** The same for Markdown: outside fences, code spans and addresses. */
function inMarkdown(text: string, change: TextChange): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]?.slice(0, 3);
      if (mark !== undefined) {
        fence = fence === mark ? undefined : (fence ?? mark);
        return line;
      }
      if (fence !== undefined) return line;
      const heading = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
      return line
        .split(markdownParts)
        .map((part, at) => (at % 2 === 1 ? part : change(part, { heading, before: '' })))
        .join('');
    })
    .join('\n');
}

/** Changes the text of every page and every Markdown file of a site. */
export function inTexts(site: CopiedSite, change: TextChange): void {
  for (const file of site.all()) {
    if (isHtml(file)) site.edit(file, (text) => inHtml(text, change));
    else if (/\.mdx?$/i.test(file) || /^llms[\w.-]*\.txt$/i.test(basename(file)))
      site.edit(file, (text) => inMarkdown(text, change));
  }
}
