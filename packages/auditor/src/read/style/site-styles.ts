import { Looks } from './look.ts';
import { mediaCount, readSheet, type StyleSheet } from './sheets/sheet.ts';
import { surveyOf } from './survey.ts';

/** Characters of style sheets of one site that are read; equal ones are read once. A real site has a tenth of it. */
const MOST = 3_000_000;

/** How far imports of imports are followed, and how many sheets of one page are. */
const DEPTH = 2;
const MOST_OF_PAGE = 200;

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
    const found: (StyleSheet | undefined)[] = [];
    for (const { href, css, media } of page.sheets)
      if (found.length < MOST_OF_PAGE && mediaCount(media))
        found.push(...(href === undefined ? this.#written(css, base) : this.#at(href, base)));
    // A sheet that is there several times has the last of its places.
    const sheets = [...new Set(found.toReversed())].reverse().flatMap((sheet) => sheet ?? []);
    return new Looks(sheets, page, !found.includes(undefined));
  }

  /** A sheet and those that it imports, which come before it; undefined for each that was not fetched. */
  #at(href: string, base: string, depth = 0): (StyleSheet | undefined)[] {
    const url = URL.parse(href, base)?.href.split('#')[0] ?? '';
    const text = this.#fetched.get(url);
    return text === undefined ? [undefined] : this.#written(text, url, depth);
  }

  #written(css: string, base: string, depth = 0): (StyleSheet | undefined)[] {
    const sheet = this.#sheetOf(css);
    const imports = depth < DEPTH ? (sheet?.imports ?? []) : [];
    return [...imports.flatMap((href) => (href === undefined ? [undefined] : this.#at(href, base, depth + 1))), sheet];
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
