import { content, type Node, prose } from '../../../../content/content.ts';
import type { ContentPage } from '../../html/content.ts';

/** A block of a page of plain text: a paragraph, a list, a table, or lines of a file. Addresses in text become links. */
type Block =
  | string
  | readonly string[]
  | { code: string }
  | { head: readonly string[]; rows: readonly (readonly string[])[] };

/** A page of plain text. All texts are our own. */
export type TextPage = Pick<ContentPage, 'language'> & {
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

export const textPage = ({ title, intro = [], parts, ...page }: TextPage): ContentPage => ({
  ...page,
  title: `${title} · Readymark`,
  content: content`<div class="prose"><h1>${title}</h1>
${intro.map(blockOf)}
${parts.map((part) => content`<h2 id="${part.id}">${part.title}</h2>${part.text.map(blockOf)}`)}
</div>`,
});

function blockOf(block: Block): Node {
  if (typeof block === 'string') return content`<p>${prose(block)}</p>`;
  if ('code' in block) return content`<pre class="block"><code>${block.code}</code></pre>`;
  if ('rows' in block)
    return content`<section class="wide" tabindex="0" aria-label="${block.head.join(', ')}"><table><thead><tr>${block.head.map((cell) => content`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${block.rows.map(([first, ...rest]) => content`<tr><th scope="row">${first}</th>${rest.map((cell) => content`<td>${prose(cell)}</td>`)}</tr>`)}</tbody></table></section>`;
  return content`<ul class="dots">${block.map((item) => content`<li>${prose(item)}</li>`)}</ul>`;
}
