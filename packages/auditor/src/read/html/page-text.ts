import { fold, foldLines } from '../text/plain-text.ts';
import type { Area } from './elements.ts';

/** One line of a page. Cells of one row of a table have the same `row`. */
type Block = { text: string; area: Area; code: boolean; row: number | undefined };

/** Most characters that are taken together from the lines of one item, cell or heading. */
const TAKEN = 1000;
/** Most characters of a sample of code. */
const CODE = 4_000;
const HIDDEN = 20_000;
/** Most text of one page, in characters; what is longer is read up to here. Long terms have a quarter of it. */
const MOST = 400_000;

/** What an element contains so far. */
type Capture = { text: string; readonly code: boolean };
const mostOf = ({ code }: Capture): number => (code ? CODE : TAKEN);

/** Gathers text while a page is walked: lines, and what single elements (links, headings, properties) contain. */
export class PageText {
  readonly blocks: Block[] = [];
  hidden = '';
  #pieces: string[] = [];
  #length = 0;
  #captures: Capture[] = [];

  add(text: string): void {
    const room = MOST - this.#length;
    if (room <= 0) return;
    this.#length += text.length;
    this.#pieces.push(text.length > room ? text.slice(0, room) : text);
    for (const capture of this.#captures)
      if (capture.text.length < mostOf(capture)) capture.text += text.slice(0, mostOf(capture));
  }

  addHidden(text: string): void {
    if (this.hidden.length < HIDDEN) this.hidden += text.slice(0, HIDDEN);
  }

  /** A picture says what it shows to the element around it (the text of a link), not to the page. */
  describe(alternative: string): void {
    const capture = this.#captures.at(-1);
    if (capture && capture.text.length < TAKEN) capture.text += ` ${alternative.slice(0, 200)} `;
  }

  /** Leaves the current line out of the page. */
  forget(): void {
    this.#pieces = [];
  }

  /** Ends the current line. */
  end(area: Area, code: boolean, row: number | undefined): void {
    for (const capture of this.#captures)
      if (capture.text.length < mostOf(capture)) capture.text += capture.code ? '\n' : ' ';
    if (this.#pieces.length === 0) return;
    const raw = this.#pieces.join('');
    this.#pieces = [];
    const lines = code ? raw.split('\n') : [raw];
    for (const line of lines) {
      const text = unpinned(fold(line));
      if (text.length > 0) this.blocks.push({ text, area, code, row });
    }
  }

  /** The text inside an element, until it is released. At most 16 at once; the innermost beyond them stay empty. */
  capture(code = false): Capture {
    const capture = { text: '', code };
    if (this.#captures.length < 16) this.#captures.push(capture);
    return capture;
  }

  /** Folded: of a sample of code each line by itself. */
  release(capture: Capture): string {
    const at = this.#captures.lastIndexOf(capture);
    if (at >= 0) this.#captures.splice(at, 1);
    return capture.code ? foldLines(capture.text) : unpinned(fold(capture.text));
  }

  /** The lines since a place, as one. */
  since(start: number): string {
    let text = '';
    for (let at = start; at < this.blocks.length && text.length < TAKEN; at++)
      text += `${text === '' ? '' : ' '}${this.blocks[at]?.text ?? ''}`;
    return text.slice(0, TAKEN);
  }

  /** The head of the site is content after all. */
  promote(start: number): void {
    for (let at = start; at < this.blocks.length; at++) {
      const block = this.blocks[at];
      if (block?.area === 'edge') block.area = 'main';
    }
  }
}

/** Without the sign by which documentation links a heading to itself. */
const unpinned = (text: string): string => (text.endsWith('¶') ? text.slice(0, -1).trim() : text);
