/** A page of a fixture site: written in Markdown with a head of `name: value` lines, served as HTML and as it is. */
type SitePage = { head: Record<string, string>; markdown: string };

export function readPage(text: string): SitePage {
  const [, head = '', markdown = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const pairs = head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2));
  return { head: Object.fromEntries(pairs), markdown };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function inline(text: string): string {
  return escaped(text)
    .split(/`([^`]*)`/)
    .map((part, at) =>
      at % 2
        ? `<code>${part}</code>`
        : part
            .replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, '<a href="$2">$1</a>')
            .replace(/\*\*([^*]*)\*\*/g, '<strong>$1</strong>'),
    )
    .join('');
}

const cells = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
const row = (line: string, tag: string) =>
  `<tr>${cells(line)
    .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
    .join('')}</tr>`;

function block(text: string): string {
  const lines = text.split('\n');
  const [first = ''] = lines;
  const heading = /^(#{1,4}) (.*)$/.exec(first);
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`;
  if (first.startsWith('<')) return text;
  if (first.startsWith('|'))
    return `<table><thead>${row(first, 'th')}</thead><tbody>${lines
      .slice(2)
      .map((line) => row(line, 'td'))
      .join('')}</tbody></table>`;
  const list = /^(- |\d+\. )/.exec(first);
  if (list) {
    const tag = list[1] === '- ' ? 'ul' : 'ol';
    return `<${tag}>${text
      .split(/^(?:- |\d+\. )/m)
      .slice(1)
      .map((item) => `<li>${inline(item.trim())}</li>`)
      .join('')}</${tag}>`;
  }
  return `<p>${inline(text)}</p>`;
}

/** Headings, paragraphs, lists, tables, code and links: as much of Markdown as the fixture sites use. */
export function htmlOf(markdown: string): string {
  return markdown
    .split(/^```\w*\n([\s\S]*?)^```$/m)
    .map((part, at) =>
      at % 2
        ? `<pre><code>${escaped(part)}</code></pre>`
        : part
            .split(/\n{2,}/)
            .map((one) => one.trim())
            .filter(Boolean)
            .map(block)
            .join('\n'),
    )
    .join('\n');
}
