import { Looks } from './look.ts';
import { mediaCount, readSheet, type StyleSheet } from './sheets/sheet.ts';
import { surveyOf } from './survey.ts';

/** Characters of style sheets of one site that are read; equal ones are read once. A real site has a tenth of it. */
const MOST = 3_000_000;

/** The style sheets of a site: those that were fetched, and those in its pages. */
export class SiteStyles {
  readonly #fetched: ReadonlyMap<string, string>;
  readonly #read = new Map<string, StyleSheet>();
  #length = 0;

  /** @param fetched texts of style sheets by their address */
  constructor(fetched: ReadonlyMap<string, string>) {
    this.#fetched = fetched;
  }

  /** How the elements of one page look. */
  looksOf(html: string, url: string): Looks {
    const page = surveyOf(html);
    const base = URL.parse(page.base ?? '', url)?.href ?? url;
    const sheets: StyleSheet[] = [];
    let whole = true;
    for (const { href, css, media } of page.sheets) {
      if (!mediaCount(media)) continue;
      const text = href === undefined ? css : this.#fetched.get(URL.parse(href, base)?.href.split('#')[0] ?? '');
      const sheet = text === undefined ? undefined : this.#sheetOf(text);
      if (sheet) sheets.push(sheet);
      else whole = false;
    }
    return new Looks(sheets, page, whole);
  }

  #sheetOf(css: string): StyleSheet | undefined {
    const known = this.#read.get(css);
    if (known || this.#length + css.length > MOST) return known;
    this.#length += css.length;
    const sheet = readSheet(css);
    this.#read.set(css, sheet);
    return sheet;
  }
}
