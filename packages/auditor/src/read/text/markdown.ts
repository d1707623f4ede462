import { fold, withoutEnd } from './plain-text.ts';

/**
 * What Markdown says, line by line: enough of CommonMark and its tables for reading, in linear time whatever the input
 * (complete parsers take quadratic time on nested quotes and brackets).
 */
type MarkdownReading = {
  title: string;
  front: ReadonlyMap<string, string>;
  headings: { level: number; text: string }[];
  lines: { text: string; code: boolean; row: number | undefined }[];
  /** `noted`: the note follows a colon or a dash, so that it is about the link. */
  links: { href: string; text: string; note: string; noted: boolean; section: string }[];
  tables: { rows: string[][] }[];
  lists: string[][];
  code: string[];
  /** A block quote right after the title. */
  quote: boolean;
};

const bounds = { lines: 100_000, line: 20_000 };

export function readMarkdown(text: string): MarkdownReading {
  const reader = new Reader();
  const lines = text.split(/\r\n|\n|\r/, bounds.lines);
  for (const line of lines.slice(reader.front(lines))) reader.line(line.slice(0, bounds.line));
  reader.end();
  return reader.read;
}

class Reader {
  readonly #front = new Map<string, string>();
  readonly read: MarkdownReading = {
    title: '',
    front: this.#front,
    headings: [],
    lines: [],
    links: [],
    tables: [],
    lists: [],
    code: [],
    quote: false,
  };
  #fence: { mark: string; lines: string[] } | undefined;
  #paragraph: string[] = [];
  #table: { rows: string[][] } | undefined;
  #list: string[] | undefined;
  #section = '';
  #row = 0;

  /** How many lines of front matter there are. */
  front(lines: readonly string[]): number {
    if (lines[0]?.trim() !== '---') return 0;
    for (let at = 1; at < Math.min(lines.length, 200); at++) {
      const line = (lines[at] ?? '').slice(0, 1000);
      if (line.trim() === '---') return at + 1;
      const said = /^([\w-]{1,60}):\s?(.*)$/.exec(line);
      if (said) this.#front.set((said[1] ?? '').toLowerCase(), fold((said[2] ?? '').replace(/^["']|["']$/g, '')));
    }
    return 0;
  }

  line(line: string): void {
    const fence = /^\s{0,12}(`{3,20}|~{3,20})/.exec(line)?.[1];
    if (this.#fence) {
      if (fence?.startsWith(this.#fence.mark)) this.#endFence();
      else this.#fence.lines.push(line);
      return;
    }
    if (fence) {
      this.#endParagraph();
      this.#fence = { mark: fence, lines: [] };
      return;
    }
    const trimmed = line.trim();
    if (trimmed === '') {
      this.#endParagraph();
      return;
    }
    const heading = /^(#{1,6})(?:\s+|$)/.exec(trimmed);
    if (heading) {
      this.#heading(heading[1]?.length ?? 1, trimmed.slice(heading[0].length).replace(/\s#+$/, ''));
      return;
    }
    if (/^(?:=+|-{2,})$/.test(trimmed) && this.#paragraph.length > 0 && !this.#list) {
      this.#underlined(trimmed[0] === '=' ? 1 : 2);
      return;
    }
    if (/^(?:[-*_]\s?){3,60}$/.test(trimmed)) {
      this.#endParagraph();
      return;
    }
    if (trimmed.startsWith('|')) {
      this.#tableRow(trimmed);
      return;
    }
    this.#table = undefined;
    const item = /^(?:[-*+]|\d{1,4}[.)])\s+/.exec(trimmed);
    if (item) {
      this.#item(trimmed.slice(item[0].length));
      return;
    }
    if (trimmed.startsWith('>')) {
      if (this.read.headings.length === 1 && this.read.lines.length === 1) this.read.quote = true;
      this.#paragraph.push(trimmed.replace(/^[>\s]{1,40}/, ''));
      return;
    }
    this.#paragraph.push(trimmed);
  }

  end(): void {
    if (this.#fence) this.#endFence();
    this.#endParagraph();
  }

  #endFence(): void {
    const code = this.#fence?.lines ?? [];
    this.#fence = undefined;
    this.read.code.push(code.join('\n').slice(0, 4000));
    for (const line of code) {
      const text = fold(line);
      if (text !== '') this.read.lines.push({ text, code: true, row: undefined });
    }
  }

  #endParagraph(): void {
    this.#table = undefined;
    const lines = this.#paragraph;
    this.#paragraph = [];
    const list = this.#list;
    this.#list = undefined;
    if (lines.length === 0) return;
    const text = this.#inline(lines.join(' '));
    if (text === '') return;
    this.read.lines.push({ text, code: false, row: undefined });
    list?.push(text.slice(0, 1000));
  }

  #heading(level: number, words: string): void {
    this.#endParagraph();
    const text = this.#inline(words);
    if (text === '') return;
    this.read.headings.push({ level, text: text.slice(0, 300) });
    this.read.lines.push({ text, code: false, row: undefined });
    if (level === 1 && this.read.title === '') this.read.title = text;
    if (level <= 2) this.#section = level === 2 ? text : '';
  }

  #underlined(level: number): void {
    const words = this.#paragraph.join(' ');
    this.#paragraph = [];
    this.#heading(level, words);
  }

  #tableRow(line: string): void {
    if (this.#paragraph.length > 0) this.#endParagraph();
    if (!this.#table) {
      this.#table = { rows: [] };
      this.read.tables.push(this.#table);
    }
    if (/^\|[\s:|-]*$/.test(line)) return;
    const row = ++this.#row;
    const cells = line
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split('|', 100)
      .map((cell) => this.#inline(cell));
    this.#table.rows.push(cells.map((cell) => cell.slice(0, 1000)));
    for (const text of cells) if (text !== '') this.read.lines.push({ text, code: false, row });
  }

  #item(words: string): void {
    const before = this.#list;
    this.#endParagraph();
    const list = before ?? this.#lastList();
    this.#list = list;
    this.#paragraph = [words];
  }

  /** A list goes on over blank lines as long as nothing else comes between. */
  #lastList(): string[] {
    const last = this.read.lists.at(-1);
    if (last && last.at(-1) === this.read.lines.at(-1)?.text.slice(0, 1000)) return last;
    const opened: string[] = [];
    this.read.lists.push(opened);
    return opened;
  }

  /** Text without marks; links are noted. */
  #inline(written: string): string {
    const words = withoutTags(written);
    let plain = '';
    let from = 0;
    for (const { index: at } of words.matchAll(/\[|https?:/g)) {
      const found = at < from ? undefined : linkAt(words, at);
      if (!found) continue;
      plain += words.slice(from, at - (found.image ? 1 : 0));
      from = at + found.length;
      if (found.image) continue;
      const text = unmarked(found.label ?? '');
      plain += found.label === undefined ? words.slice(at, from) : text;
      if (this.read.links.length < 5000) {
        const after = unmarked(words.slice(from, from + 300));
        const note = after.replace(/^\s{0,9}[:–—-]\s{0,9}/, '');
        this.read.links.push({ href: found.href, text, note, noted: note !== after, section: this.#section });
      }
    }
    return unmarked(plain + words.slice(from));
  }
}

/** Elements of HTML in Markdown: links become those of Markdown, the others are left out. */
function withoutTags(words: string): string {
  if (!words.includes('<')) return words;
  const open: string[] = [];
  return words.replace(/<[a-z/][^<>]*>/gi, (tag) => {
    if (/^<https?:/i.test(tag)) return tag.slice(1, -1);
    if (/^<\/a>$/i.test(tag)) return open.length > 0 ? `](${open.pop()})` : ' ';
    const href = /^<a\s/i.test(tag) ? /href=["']?([^"'\s>]+)/i.exec(tag.slice(0, 2000))?.[1] : undefined;
    if (href === undefined) return ' ';
    open.push(href);
    return '[';
  });
}

type Link = { href: string; label: string | undefined; image: boolean; length: number };

/** The link that begins at a place: `[label](address "title")`, or a bare address. What is looked at is bounded. */
function linkAt(words: string, at: number): Link | undefined {
  if (words[at] === '[') {
    const named = /^\[([^[\]]*)\]\(\s*<?([^\s()<>]+)(?:[\s>][^()]*)?\)/.exec(words.slice(at, at + 3000));
    if (!named) return undefined;
    return { href: named[2] ?? '', label: named[1] ?? '', image: words[at - 1] === '!', length: named[0].length };
  }
  const bare = /^https?:\/\/[^\s<>()[\]`"']+/.exec(words.slice(at, at + 2000))?.[0];
  if (!bare) return undefined;
  const href = withoutEnd(bare, /[.,;:!?*_]/);
  return { href, label: undefined, image: false, length: href.length };
}

const unmarked = (words: string): string =>
  fold(
    words
      .replace(/<\/?[a-z][^<>]{0,500}>|<!--|-->/gi, ' ')
      .replace(/\*\*|__|`+|\\(?=[*_`[\]|#])/g, '')
      .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/g, '$1'),
  );
