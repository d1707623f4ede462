import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** What may be in a head. (`template` may, too, but where its content ends is not as simple.) */
const allowed: ReadonlySet<string> = new Set([
  ...['html', 'head', 'base', 'link', 'meta'],
  ...['title', 'style', 'script', 'noscript'],
]);
/** Those of them whose content is text for a browser. That of `noscript` is where scripts run. */
const texts: ReadonlySet<string> = new Set(['title', 'style', 'script', 'noscript']);
const SPACE = '\\t\\n\\f\\r ';
/** Begins a body where no tag does. */
const BODY_TEXT = new RegExp(`[^${SPACE}]`);
/** An end tag with attributes may end later than it seems. */
const TAG_END = new RegExp(`^[${SPACE}]{0,99}>`);
const NOSCRIPT_END = /<\/noscript/i;
/** In encodings that are not read here (UTF-16, ISO-2022-JP), such a character says that those after it are not what they look like. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/**
 * The contents of the `meta` elements of one name in the head of a page, as a browser finds them (HTML 13.2.6.4.4): for what only the
 * owner of a page may say, while others may write in attributes, in the title, in scripts as data and in the body. The reading ends where
 * the head does, with or without a tag, and where it is not certain how a browser goes on.
 *
 * @param html a page, or its beginning: what is cut off is no element
 * @param name in small letters
 * @param most how many `meta` elements are looked at, whatever their name
 */
export function headMetas(html: string, name: string, most: number): string[] {
  const control = html.search(CONTROL);
  const head = new Head(control < 0 ? html : html.slice(0, control), most);
  return head.metas.flatMap((meta) => (meta.get('name')?.toLowerCase() === name ? (meta.get('content') ?? []) : []));
}

class Head implements TokenizerCallbacks {
  /** Attributes, by name in small letters. */
  readonly metas: ReadonlyMap<string, string>[] = [];
  readonly #page: string;
  readonly #most: number;
  readonly #tokenizer = new Tokenizer({}, this);
  /** The start tag that is being read. */
  #tag = '';
  #attributes = new Map<string, string>();
  #attribute = '';
  #value = '';
  /** The element whose text is skipped, and where its text begins. */
  #skipped: { element: string; from: number } | undefined;

  constructor(page: string, most: number) {
    this.#page = page;
    this.#most = most;
    // Never ended: a tag that is cut off is none.
    this.#tokenizer.write(page);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end);
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end);
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#page.slice(start, end);
  }

  onattribentity(character: number): void {
    this.#value += String.fromCodePoint(character);
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onopentagend(end: number): void {
    if (this.#ended || this.#skipped) return;
    const element = this.#tag;
    if (!allowed.has(element)) this.#end();
    else if (texts.has(element)) this.#skipped = { element, from: end };
    else if (element === 'meta' && this.metas.push(this.#attributes) === this.#most) this.#end();
  }

  onclosetag(start: number, end: number): void {
    if (this.#ended) return;
    const element = this.#nameAt(start, end);
    if (this.#skipped && this.#skipped.element !== element) return;
    const uncertain = !TAG_END.test(this.#page.slice(end, end + 100)) || !(this.#skipped || allowed.has(element));
    if (uncertain || element === 'head' || element === 'html') this.#end();
    // The first end tag ends it, also where it was read as part of a comment or an attribute.
    if (this.#skipped?.element === 'noscript') {
      const { from } = this.#skipped;
      if (from + this.#page.slice(from).search(NOSCRIPT_END) + '</'.length !== start) this.#end();
    }
    this.#skipped = undefined;
  }

  ontext(start: number, end: number): void {
    const text = this.#page.slice(start, end);
    if (!this.#skipped) {
      if (BODY_TEXT.test(text)) this.#end();
    } else if (this.#skipped.element === 'script') {
      // After these two, the next end tag does not end a script.
      const opening = text.indexOf('<!--');
      if (opening >= 0 && /<script/i.test(text.slice(opening))) this.#end();
    }
  }

  ontextentity(character: number): void {
    if (!this.#skipped && BODY_TEXT.test(String.fromCodePoint(character))) this.#end();
  }

  /** For a browser it ended earlier. */
  oncdata(): void {
    this.#end();
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  get #ended(): boolean {
    return !this.#tokenizer.running;
  }

  #end(): void {
    this.#tokenizer.pause();
  }

  #nameAt(start: number, end: number): string {
    return this.#page.slice(start, end).toLowerCase();
  }
}
