import { html } from 'ghtml';
import { blocks, plain, table } from '../html/markdown.ts';
import type { PageContent } from '../html/page.ts';

/** A block of a page of plain text: a paragraph, a list, a table, or lines of a file. Addresses in text become links. */
type Block =
  | string
  | readonly string[]
  | { code: string }
  | { head: readonly string[]; rows: readonly (readonly string[])[] };

/** A page of plain text, written once for its HTML and its Markdown. All texts are our own. */
export type TextPage = {
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  intro?: readonly Block[];
  parts: readonly {
    title: string;
    text: readonly Block[];
    /** Where other pages link to it. */
    id?: string;
  }[];
  /** HTML for the head: structured data. */
  head?: string;
};

/** A text with its addresses (also `mailto:`) as links, and with code in code; addresses with a part to fill in are code. */
const linked = (text: string) =>
  text.split(/`([^`]*)`/).map((part, at) => (at % 2 ? html`<code>${part}</code>` : withLinks(part)));

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

function htmlOf(block: Block): string {
  if (typeof block === 'string') return html`<p>!${linked(block)}</p>`;
  if ('code' in block) return html`<pre class="block"><code>${block.code}</code></pre>`;
  if ('rows' in block)
    return html`<section class="wide" tabindex="0" aria-label="${block.head.join(', ')}"><table><thead><tr>!${block.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>!${block.rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${first}</th>!${rest.map((cell) => html`<td>!${linked(cell)}</td>`)}</tr>`)}</tbody></table></section>`;
  return html`<ul class="dots">!${block.map((item) => html`<li>!${linked(item)}</li>`)}</ul>`;
}

function markdownOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``;
  if ('rows' in block)
    return table(
      block.head,
      block.rows.map((row) => row.map(plain)),
    );
  return block.map((item) => `- ${item}`).join('\n');
}

export const textPage = ({ title, description, intro = [], parts, head }: TextPage): PageContent => ({
  title: `${title} · Readymark`,
  description,
  main: html`<div class="prose"><h1>${title}</h1>
!${intro.map(htmlOf)}
!${parts.map((part) => html`<h2!${part.id ? html` id="${part.id}"` : ''}>${part.title}</h2>!${part.text.map(htmlOf)}`)}
</div>`,
  ...(head !== undefined && { head }),
});

export const textMarkdown = ({ title, intro = [], parts }: TextPage): string =>
  blocks(
    `# ${title}`,
    ...intro.map(markdownOf),
    ...parts.flatMap((part) => [`## ${part.title}`, ...part.text.map(markdownOf)]),
  );
