import { childrenOf, type Element, elementsOf, isElement, isList, type Node } from '../../../content/content.ts';
import { contentHtml } from '../../../content/html.ts';
import { blocks, escaped, fenced, table } from './markdown.ts';
import type { PageContent } from './page.ts';

/** What a page contains, in all its forms. */
export type ContentPage = Omit<PageContent, 'main'> & { content: Node };

export const contentPage = ({ content, ...page }: ContentPage): PageContent => ({
  ...page,
  main: contentHtml(content),
});

/**
 * Content as Markdown, its title first. Links lead to the Markdown of pages; those to a place on the same page are only text.
 *
 * @param base_url see `PageInput`
 */
export function contentMarkdown(node: Node, base_url: string): string {
  const { title = [], rest = [] } = Object.groupBy(blocksOf(node, base_url), (block) =>
    block.startsWith('# ') ? 'title' : 'rest',
  );
  return blocks(...title, ...rest);
}

const holders = /^(?:article|details|div|header|nav|section)$/;
const blockTags = /^(?:h\d|p|ul|ol|dl|table|pre|article|details|div|header|nav|section)$/;

/** Paragraphs, lists and tables. */
const blocksOf = (node: Node, base: string): string[] =>
  childrenOf(node).flatMap((one) => {
    if (!isElement(one)) return [line(one, base)];
    const { tag, content } = one;
    if (holders.test(tag)) return blocksOf(content, base);
    if (tag === 'ul' || tag === 'ol') return listOf(elementsOf(content, 'li'), base);
    if (tag === 'dl')
      return elementsOf(content, 'div')
        .map((fact) => `- ${partsOf(fact, base).join(': ')}`)
        .join('\n');
    if (tag === 'table') return [tableOf(elementsOf(content, 'tr'), base)];
    if (tag === 'pre') return [fenced(textOf(content))];
    return [`${/^h\d$/.test(tag) ? `${'#'.repeat(Number(tag[1]))} ` : ''}${line(content, base)}`];
  });

/** Items that consist of blocks are no list in Markdown. */
function listOf(items: readonly Element[], base: string): string[] {
  const blocks = items.some(({ content }) =>
    childrenOf(content).some((one) => isElement(one) && blockTags.test(one.tag)),
  );
  return blocks
    ? blocksOf(
        items.map(({ content }) => content),
        base,
      )
    : [items.map(({ content }) => `- ${line(content, base)}`).join('\n')];
}

function tableOf([head, ...rows]: readonly Element[], base: string): string {
  const numbers = childrenOf(head?.content).flatMap((cell, at) =>
    isElement(cell) && cell.attributes.class === 'num' ? [at] : [],
  );
  return table(
    head ? partsOf(head, base) : [],
    rows.map((row) => partsOf(row, base)),
    numbers,
  );
}

/** The cells of a row, or a term and its value. */
const partsOf = ({ content }: Element, base: string): string[] =>
  childrenOf(content)
    .filter(isElement)
    .map((one) => line(one.content, base));

/** A line. Text that would begin a heading or a list there is escaped. */
function line(node: Node, base: string): string {
  const text = inLine(node, base).trim();
  return beginsWithText(node) ? text.replace(/^(\d+)([.)])/, '$1\\$2').replace(/^(?:[#=]|[+-](?!\d))/, '\\$&') : text;
}

function beginsWithText(node: Node): boolean {
  const [first] = childrenOf(node);
  if (!isElement(first)) return typeof first === 'string';
  return first.tag !== 'a' && first.tag !== 'code' && beginsWithText(first.content);
}

function inLine(node: Node, base: string): string {
  if (isList(node)) return node.map((one) => inLine(one, base)).join('');
  if (node === false || node === null || node === undefined) return '';
  if (typeof node !== 'object') return escaped(String(node));
  if ('prose' in node) return node.prose;
  if ('markdown' in node) return node.markdown;
  if ('read' in node) return inLine(node.read, base);
  const { tag, attributes, content } = node;
  if (tag === 'code') return `\`${textOf(content)}\``;
  const text = inLine(content, base);
  const { href = '#' } = attributes;
  if (tag === 'a' && !href.startsWith('#')) return `[${text}](${twinOf(href, base)})`;
  // A paragraph in a cell of a table.
  return tag === 'p' && text ? `; ${text}` : text;
}

const textOf = (node: Node): string =>
  childrenOf(node)
    .map((one) => (isElement(one) ? textOf(one.content) : String(one)))
    .join('');

/** The address of the Markdown of a page, and of anything else its own. */
function twinOf(to: string, base: string): string {
  if (!to.startsWith('/')) return to;
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(to) ?? [];
  return `${base}${path === '/' ? '/index' : path}${path.includes('.') ? '' : '.md'}${query}`;
}
