import { type CopiedSite, isHtml } from './copied-site.ts';

const htmlParagraph = /<p\b[^>]*>(?:(?!<p\b)[\s\S])*?<\/p>/gi;

/** Says every paragraph of pages and Markdown twice. */
export function repeatParagraphs(site: CopiedSite): void {
  const twice = (separator: string) => (paragraph: string) => {
    site.changed += 1;
    return `${paragraph}${separator}${paragraph}`;
  };
  for (const file of site.all()) {
    if (isHtml(file)) site.edit(file, (html) => html.replace(htmlParagraph, twice('\n')));
    else if (/\.mdx?$/i.test(file)) site.edit(file, (text) => repeatBlocks(text, twice('\n\n')));
  }
}

/** Repeats the blocks of Markdown that are plain paragraphs: no front matter, headings, lists, tables, quotations or code. */
function repeatBlocks(markdown: string, twice: (paragraph: string) => string): string {
  let in_fence = false;
  return markdown
    .split(/(\n{2,})/)
    .map((block) => {
      const fences = block.match(/^\s*(?:```|~~~)/gm)?.length ?? 0;
      const is_plain =
        !in_fence && fences === 0 && /^[\p{L}\p{N}"“*_[(]/u.test(block) && !/^(?:[*_] |\d+[.)]|.*\|)/.test(block);
      if (fences % 2 === 1) in_fence = !in_fence;
      return is_plain ? twice(block.trimEnd()) : block;
    })
    .join('');
}
