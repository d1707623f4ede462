import type { LlmsDocument, ReadItem } from './site.ts';
import { readMarkdown } from './text/markdown.ts';

/** Every llms.txt and llms-full.txt that was found, with how far it follows the proposal (levels as Common Crawl counts them). */
export function readLlms(items: readonly ReadItem[]): LlmsDocument[] {
  const found = new Map<string, LlmsDocument>();
  for (const item of items) {
    if (item.text === undefined || item.status !== 200 || item.soft_404 || found.has(item.final_url)) continue;
    const kind = /\/llms(-full)?\.txt$/i.exec(new URL(item.final_url).pathname);
    // A link may give it another name: the collector asks for what says that it describes a page.
    if ((!kind && item.role !== 'llms') || /html|json/.test(item.content_type)) continue;
    found.set(item.final_url, readOne(item, item.text, kind?.[1] ? 'full' : 'llms'));
  }
  return [...found.values()];
}

function readOne(item: ReadItem, text: string, kind: LlmsDocument['kind']): LlmsDocument {
  const read = readMarkdown(text);
  const links = read.links.flatMap(({ href, text: label, note, section }) => {
    const url = URL.parse(href, item.final_url);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    url.hash = '';
    return [{ url: url.href, text: label, note, section }];
  });
  const sections = read.headings
    .filter(({ level }) => level === 2)
    .map(({ text: title }) => ({
      title,
      links: links.filter(({ section }) => section === title).map(({ section: _, ...link }) => link),
    }));
  return {
    item,
    level: levelOf(text, read, sections),
    kind,
    title: read.title,
    sections,
    links: links.map(({ section: _, ...link }) => link),
    chars: text.length,
  };
}

function levelOf(
  text: string,
  read: ReturnType<typeof readMarkdown>,
  sections: readonly { links: readonly unknown[] }[],
): LlmsDocument['level'] {
  if (/^\s{0,99}[<{[]/.test(text.slice(0, 200)) && read.headings.length === 0) return 0;
  if (read.headings[0]?.level !== 1) return 1;
  const linked = sections.some(({ links }) => links.length > 0);
  if (!read.quote) return 2;
  return linked ? 4 : 3;
}
