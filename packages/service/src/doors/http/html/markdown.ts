/**
 * Text of others as Markdown that shows it unchanged. Everything that could begin markup is escaped, and line breaks
 * become spaces, so no company can forge a heading, a link or a table cell.
 */
export function plain(text: string): string {
  return escaped(text)
    .trim()
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^[#+=-]/, '\\$&');
}

/** The same of a part of a line, which begins none. */
export const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|~&]/g, '\\$&');

/** A table; cells are Markdown already. The columns named in `right` are numbers. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  right: readonly number[] = [],
): string {
  const rule = head.map((_, at) => (right.includes(at) ? '---:' : '---'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Blocks separated by empty lines, and a line break at the end; empty blocks are left out. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A fenced block of code; the fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Approximate number of tokens of a text, for `x-markdown-tokens`: four bytes each. */
export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
