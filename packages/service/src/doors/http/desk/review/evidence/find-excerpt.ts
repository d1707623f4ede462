/** Where in a text an excerpt is, in UTF-16 units. */
export type Range = { from: number; to: number };

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Longest reference that is read, such as `&#x1F600;`. */
const REFERENCE_MAX = 10;

/**
 * Finds an excerpt in the page that it was taken from. An excerpt has the words of a page with white space folded, so tags,
 * references and white space of the page are read over: in one pass, whatever the page contains.
 */
export function findExcerpt(page: string, excerpt: string): Range | undefined {
  const words = excerpt.replace(/\s+/g, ' ').trim();
  if (words === '') return undefined;
  const exact = page.indexOf(words);
  if (exact >= 0) return { from: exact, to: exact + words.length };
  for (const tag of [' ', '', undefined]) {
    const { text, starts } = folded(page, tag);
    const at = text.indexOf(words);
    const [from, last] = [starts[at], starts[at + words.length - 1]];
    if (at >= 0 && from !== undefined && last !== undefined) return { from, to: last + 1 };
  }
  return undefined;
}

/** Most characters of most pages. */
const plain = /^[!-~]$/;

/** A page as its words, and where each unit of them begins in the page. @param tag what a tag is read as; undefined as itself */
function folded(page: string, tag: string | undefined): { text: string; starts: number[] } {
  const starts: number[] = [];
  const parts: string[] = [];
  let spaced = true;
  const add = (character: string, at: number) => {
    if (plain.test(character)) {
      spaced = false;
      parts.push(character);
    } else if (/\s/.test(character)) {
      if (spaced) return;
      spaced = true;
      parts.push(' ');
    } else if (/[\p{Cc}\p{Cf}]/u.test(character)) return;
    else {
      spaced = false;
      parts.push(character);
    }
    starts.push(at);
  };
  for (let at = 0; at < page.length; at++) {
    const character = page[at] ?? '';
    if (tag !== undefined && character === '<' && /[a-z/!?]/i.test(page[at + 1] ?? '')) {
      const end = page.indexOf('>', at);
      if (end < 0) break;
      if (tag !== '') add(tag, at);
      at = end;
    } else if (tag !== undefined && character === '&') {
      const length = page.slice(at, at + REFERENCE_MAX).indexOf(';');
      const meant = length > 0 ? reference(page.slice(at + 1, at + length)) : undefined;
      add(meant ?? character, at);
      if (meant !== undefined) at += length;
    } else add(character, at);
  }
  return { text: parts.join(''), starts };
}

/** The one character that a reference stands for; undefined for other ones. */
function reference(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,5})|(\d{1,6}))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return names[name];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code < 0xd800 ? String.fromCharCode(code) : undefined;
}
