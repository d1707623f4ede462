import { html } from 'ghtml';
import { isList, type Node } from './content.ts';

/** Content as HTML. */
export function contentHtml(node: Node): string {
  if (isList(node)) return node.map(contentHtml).join('');
  if (node === false || node === null || node === undefined) return '';
  if (typeof node !== 'object') return html`${node}`;
  if ('prose' in node) return linked(node.prose);
  if ('html' in node) return node.html;
  if ('seen' in node) return contentHtml(node.seen);
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => html` ${name}="${value}"`)
    .join('');
  return `<${node.tag}${attributes}>${contentHtml(node.content)}</${node.tag}>`;
}

/** A text of our own with its addresses (also `mailto:`) as links, and with code in code; addresses with a part to fill in are code. */
const linked = (text: string) =>
  text
    .split(/`([^`]*)`/)
    .map((part, at) => (at % 2 ? html`<code>${part}</code>` : withLinks(part)))
    .join('');

const withLinks = (text: string) =>
  text
    .split(/([\s()])/)
    .map((word) => {
      const end = '.,;:'.includes(word.at(-1) ?? ' ') ? -1 : word.length;
      const [address, rest] = [word.slice(0, end), word.slice(end)];
      if (/^mailto:./.test(address)) return html`<a href="${address}">${address.slice('mailto:'.length)}</a>${rest}`;
      if (!/^(?:https?:\/\/|\/[a-z])./.test(address)) return html`${word}`;
      if (address.includes('{') || address.startsWith('/api/')) return html`<code>${address}</code>${rest}`;
      return html`<a href="${address}">${address}</a>${rest}`;
    })
    .join('');
