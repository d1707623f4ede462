import { Parser } from 'htmlparser2';
import type { Look, Looks } from '../style/look.ts';
import { fold } from '../text/plain-text.ts';
import {
  type Area,
  type Attributes,
  addShape,
  areaOf,
  breaking,
  frameOf,
  isHidden,
  isPart,
  quotesOthers,
  skipped,
} from './elements.ts';
import { HtmlData } from './page-data.ts';
import { emptyReading, type HtmlReading } from './reading.ts';
import { Structures } from './structures.ts';
import { toolsInScript } from './web-tools.ts';

/** Bounds of one page. Browsers stop at a depth of 512; no page out of 737 that were tried broke one of these. */
const bounds = { depth: 400, elements: 60_000, attributes: 400 };

type Frame = {
  name: string;
  area: Area;
  part: boolean;
  skip: boolean;
  /** It says so itself, or one around it, in its attributes. */
  shut: boolean;
  hidden: boolean;
  look: Look | undefined;
  pre: boolean;
  row: number | undefined;
  /** What is done when the element ends. */
  close: (() => void) | undefined;
};

const outside: Frame = {
  name: '',
  area: 'main',
  part: false,
  skip: false,
  shut: false,
  hidden: false,
  look: undefined,
  pre: false,
  row: undefined,
  close: undefined,
};

/** Characters of words that are read aloud. */
const SHORT = 100;

class TooMuch extends Error {}

/** A tab, what opens a menu, and a button that is switched off start nothing. */
const startsNothing = (attributes: Attributes): boolean =>
  attributes.role === 'tab' ||
  attributes.disabled !== undefined ||
  attributes['aria-disabled'] === 'true' ||
  ['aria-expanded', 'aria-haspopup', 'data-toggle', 'data-bs-toggle'].some((name) => attributes[name] !== undefined);

/** A link to no address that a script acts on. */
const isButton = (href: string, attributes: Attributes): boolean =>
  /^(?:javascript:|#!?$)/i.test(href.trim()) &&
  (attributes.onclick !== undefined || attributes.role === 'button') &&
  !startsNothing(attributes);

const labelOf = (attributes: Attributes) => (attributes['aria-label'] ?? attributes.title ?? '').slice(0, 300);

/**
 * Reads a page in one pass, without a tree.
 *
 * @param looks what style does to its elements; without it, only what `hidden` and its like say is hidden
 */
export function walkHtml(html: string, looks?: Looks): HtmlReading {
  const walk = new Walk(looks);
  const parser = new Parser(
    {
      onattribute: () => walk.attribute(),
      onopentag: (name, attributes) => walk.open(name, attributes),
      ontext: (text) => walk.text(text),
      oncomment: (text) => walk.page.text.addHidden(`${text.slice(0, 2000)}\n`),
      onclosetag: (name) => walk.close(name),
    },
    { lowerCaseTags: true },
  );
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    walk.page.whole = false;
  }
  return walk.finish();
}

class Walk {
  readonly page = emptyReading();
  readonly #data = new HtmlData(this.page);
  readonly #frames: Frame[] = [];
  readonly #looks: Looks | undefined;
  #elements = 0;
  #attributes = 0;
  #titled = false;
  readonly #structures = new Structures(this.page);
  /** Text of a hidden link that is open. */
  #hidden: string[] | undefined;
  /** Text of a seen link that is open, with the words that are only read aloud. */
  #link_text: { text: string } | undefined;
  /** Text of a script or noscript that is open. */
  #raw: string[] | undefined;
  #top: Frame = outside;

  constructor(looks: Looks | undefined) {
    this.#looks = looks;
  }

  attribute(): void {
    if (++this.#attributes > bounds.attributes) throw new TooMuch();
  }

  open(name: string, attributes: Attributes): void {
    this.#attributes = 0;
    if (++this.#elements > bounds.elements || this.#frames.length >= bounds.depth) throw new TooMuch();
    const around = this.#top;
    if (breaking.has(name)) this.#endLine();
    const look = this.#looks?.of(name, attributes, around.look);
    const shut =
      around.shut || look?.gone === 'attribute' || (name !== 'html' && name !== 'body' && isHidden(name, attributes));
    const frame: Frame = {
      name,
      area: areaOf(name, attributes, around.area, around.part),
      part: around.part || isPart(name, attributes),
      skip: around.skip || skipped.has(name),
      shut,
      hidden: shut || look?.unseen === true,
      look,
      pre: around.pre || name === 'pre',
      row: around.row,
      close: undefined,
    };
    if (frame.area === 'main' && !frame.skip) addShape(this.page.shape, name, attributes);
    this.#frames.push(frame);
    this.#top = frame;
    if (frame.skip) this.#openSkipped(frame, around, attributes);
    else if (!frame.hidden) this.#openSeen(frame, attributes);
    else if (name === 'a' && attributes.href !== undefined) this.#hiddenLink(attributes.href, frame, attributes);
  }

  text(text: string): void {
    if (this.#raw) this.#raw.push(text);
    else if (this.#top.skip) return;
    else if (this.#top.hidden) {
      this.page.text.addHidden(text);
      if (this.#hidden && this.#hidden.length < 100) this.#hidden.push(text.slice(0, 300));
      // A link that shows a picture is named by words that are read aloud.
      else if (this.#link_text && !this.#top.shut && this.#link_text.text.length < SHORT)
        this.#link_text.text += text.slice(0, SHORT);
    } else this.page.text.add(text);
  }

  close(name: string): void {
    // The parser ends elements in the order in which they were opened, innermost first.
    if (breaking.has(name)) this.#endLine();
    const frame = this.#frames.pop();
    frame?.close?.();
    this.#top = this.#frames.at(-1) ?? outside;
  }

  finish(): HtmlReading {
    while (this.#frames.length > 0) this.close(this.#top.name);
    this.#endLine();
    return this.page;
  }

  #endLine(): void {
    this.page.text.end(this.#top.area, this.#top.pre, this.#top.row);
  }

  #openSkipped(frame: Frame, around: Frame, attributes: Attributes): void {
    const { name } = frame;
    if (around.skip || (name !== 'script' && name !== 'noscript')) {
      if (name === 'select' || name === 'textarea') this.#structures.field(name, attributes);
      if (name === 'iframe' && !around.skip && !frame.hidden) this.#framed(attributes);
      return;
    }
    const jsonLd = name === 'script' && /ld\+json/i.test(attributes.type ?? '');
    if (name === 'script' && !jsonLd && attributes.src !== undefined) {
      if (this.page.scripts.length < 20) this.page.scripts.push(attributes.src);
      return;
    }
    const raw: string[] = [];
    this.#raw = raw;
    frame.close = () => {
      this.#raw = undefined;
      const text = raw.join('');
      if (jsonLd) this.#data.jsonLd(text);
      else if (name === 'script') this.page.tools.push(...toolsInScript(text).slice(0, 50 - this.page.tools.length));
      else if (/javascript/i.test(text)) this.page.asks_for_scripts = true;
    };
  }

  #openSeen(frame: Frame, attributes: Attributes): void {
    const [{ page }, { name }] = [this, frame];
    const data = this.#data.open(name, attributes);
    const own = this.#opened(name, frame, attributes);
    const others = quotesOthers(name, attributes) ? this.#quoted() : undefined;
    if (data || own || others)
      frame.close = () => {
        own?.();
        data?.();
        others?.();
      };
    if (/^(?:root|app|__next|__nuxt|___gatsby|svelte)$/.test(attributes.id ?? '')) page.marker = true;
    if (/inline-widget/.test(attributes.class ?? '')) this.#framed(attributes);
  }

  #framed(attributes: Attributes): void {
    const shown = frameOf(attributes, this.page.headings.at(-1)?.text);
    if (shown && this.page.framed.length < 50) this.page.framed.push(shown);
  }

  /** Keeps the lines of an element, which others say. */
  #quoted(): () => void {
    const { text, quoted } = this.page;
    const start = text.blocks.length;
    return () => {
      for (const block of text.blocks.slice(start, start + 200)) if (quoted.size < 1000) quoted.add(block.text);
    };
  }

  /** What an element adds to the page, and what is left to do when it ends. */
  #opened(name: string, frame: Frame, attributes: Attributes): (() => void) | undefined {
    const { page } = this;
    const { text } = page;
    switch (name) {
      case 'html':
        page.lang = attributes.lang ?? attributes['xml:lang'];
        return undefined;
      case 'base':
        page.base ??= attributes.href;
        return undefined;
      case 'meta':
        this.#meta(attributes);
        return undefined;
      case 'link':
        this.#headLink(attributes);
        return undefined;
      case 'title': {
        const capture = text.capture();
        return () => {
          const title = text.release(capture);
          if (!this.#titled) page.title = title;
          this.#titled = true;
          text.forget();
        };
      }
      case 'main':
        page.main = true;
        return undefined;
      case 'p':
        page.paragraphs++;
        return undefined;
      case 'a':
      case 'frame':
        return this.#link(name === 'a' ? attributes.href : attributes.src, frame, attributes);
      case 'img':
        if (attributes.alt) text.describe(attributes.alt);
        return undefined;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        if (frame.row !== undefined) page.headed_rows.add(frame.row);
        return this.#heading(name, frame);
      case 'pre':
      case 'code': {
        const capture = text.capture(true);
        return () => {
          const code = text.release(capture);
          if (code.length >= 4 && page.code.length < 1000 && (name === 'pre' || !this.#frames.some(({ pre }) => pre)))
            page.code.push(code);
        };
      }
      case 'header':
        return this.#header(frame);
      case 'table':
        if (frame.row !== undefined) page.outer_rows.add(frame.row);
        return this.#structures.table(frame.area);
      case 'tr':
        frame.row = this.#structures.row() ?? frame.row;
        return undefined;
      case 'td':
      case 'th':
        return this.#structures.cell();
      case 'ul':
      case 'ol':
        return this.#structures.list(frame.area);
      case 'li':
        return this.#structures.item();
      case 'form':
        return this.#structures.form(attributes);
      case 'input':
        this.#structures.field(name, attributes);
        return undefined;
      case 'button':
        this.#structures.field(name, attributes);
        return this.#button(attributes);
      default:
        return undefined;
    }
  }

  #meta(attributes: Attributes): void {
    const { meta } = this.page;
    const content = attributes.content ?? '';
    const equiv = attributes['http-equiv'];
    const name = (attributes.name ?? attributes.property ?? (equiv ? `http-equiv:${equiv}` : '')).toLowerCase();
    if (name !== '' && !meta.has(name) && meta.size < 200) meta.set(name, content.slice(0, 2000));
  }

  #headLink(attributes: Attributes): void {
    const rel = (attributes.rel ?? '').toLowerCase().trim();
    const href = attributes.href;
    if (!href) return;
    if (rel === 'canonical') this.page.canonical ??= href;
    const { type = '', title: text = '' } = attributes;
    if (this.page.head_links.length < 200) this.page.head_links.push({ rel, href, type, text });
  }

  #link(href: string | undefined, frame: Frame, attributes: Attributes): (() => void) | undefined {
    if (href === undefined) return undefined;
    const { text, links } = this.page;
    const capture = text.capture();
    const link = { href, text: '', label: attributes['aria-label'] ?? '', area: frame.area, hidden: false };
    if (links.length < 5000) links.push(link);
    this.#link_text = capture;
    return () => {
      this.#link_text = undefined;
      link.text = text.release(capture).slice(0, 300) || labelOf(attributes);
      if (isButton(href, attributes)) this.#keepButton(link.text);
    };
  }

  #button(attributes: Attributes): (() => void) | undefined {
    const { text } = this.page;
    if (startsNothing(attributes)) return undefined;
    const capture = text.capture();
    return () => {
      const words = text.release(capture);
      // A number, as of what is in a basket, or a sign says nothing of what it does.
      this.#keepButton(/\p{L}/u.test(words) ? words : labelOf(attributes) || words);
    };
  }

  #keepButton(words: string): void {
    const { buttons } = this.page;
    if (words !== '' && buttons.length < 200) buttons.push(words.slice(0, 80));
  }

  #hiddenLink(href: string, frame: Frame, attributes: Attributes): void {
    const { links } = this.page;
    // A menu that style folds away is a menu.
    const hidden = frame.shut || frame.area === 'main';
    const link = { href, text: '', label: attributes['aria-label'] ?? '', area: frame.area, hidden };
    if (links.length < 5000) links.push(link);
    const words: string[] = [];
    this.#hidden = words;
    frame.close = () => {
      link.text = fold(words.join('')).slice(0, 300) || labelOf(attributes);
      this.#hidden = undefined;
    };
  }

  #heading(name: string, frame: Frame): () => void {
    const { text, headings } = this.page;
    const capture = text.capture();
    return () => {
      const heading = text.release(capture).slice(0, 300);
      if (heading !== '' && frame.area !== 'nav' && headings.length < 2000)
        headings.push({ level: Number(name[1]), text: heading });
    };
  }

  /** A head that contains the first heading is part of the content. */
  #header(frame: Frame): (() => void) | undefined {
    if (frame.area !== 'edge') return undefined;
    const { text, headings, links } = this.page;
    const [start, headingStart, linkStart] = [text.blocks.length, headings.length, links.length];
    return () => {
      if (!headings.slice(headingStart).some(({ level }) => level === 1)) return;
      text.promote(start);
      for (const link of links.slice(linkStart)) if (link.area === 'edge') link.area = 'main';
    };
  }
}
