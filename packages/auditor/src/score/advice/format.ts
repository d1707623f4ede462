import { plainText } from '../../evidence/draft-text.ts';
import { unlessAddressed } from '../../read/injection.ts';

/**
 * Words of a site for a snippet: on one line, without characters that are not seen, at most `most` long, and nothing
 * where they speak to a program that judges.
 */
export function words(text: string, most: number): string {
  const line = plainText(unlessAddressed(text.slice(0, 2000)).replace(/\s+/g, ' '));
  if (line.length <= most) return line.toWellFormed();
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, '')}…`;
}

/** Words in Markdown, where no character of them is a mark of it. */
export const inMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>|#~]/g, '\\$&');

/** An address as the target of a Markdown link. */
export const inLink = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);

/** A block of JSON-LD to be pasted into a page: no text in it can end the element that it is in. */
export function jsonLd(value: unknown): string {
  const escaped: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
  const json = JSON.stringify(value, null, 2).replace(/[<>&]/g, (mark) => escaped[mark] ?? mark);
  return `<script type="application/ld+json">\n${json}\n</script>`;
}
