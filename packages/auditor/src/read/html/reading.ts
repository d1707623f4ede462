import type { StructuredData } from '../site.ts';
import type { Area } from './elements.ts';
import { PageText } from './page-text.ts';

/** What one pass over a page finds. Addresses are as the page has them. */
export type HtmlReading = {
  lang: string | undefined;
  title: string;
  base: string | undefined;
  meta: Map<string, string>;
  canonical: string | undefined;
  head_links: { rel: string; href: string; type: string; text: string }[];
  headings: { level: number; text: string }[];
  text: PageText;
  /** In the order of the page. `label`: what it is called where it is not seen. `hidden`: people do not see it, as in a menu that is closed. */
  links: { href: string; text: string; label: string; area: Area; hidden: boolean }[];
  tables: { rows: string[][] }[];
  /** Rows with a heading in a cell, and rows with a table in a cell. */
  headed_rows: Set<number>;
  outer_rows: Set<number>;
  lists: string[][];
  code: string[];
  /** Lines in block quotations and in elements that are named for words of customers, at most 1,000. */
  quoted: Set<string>;
  forms: { action: string; fields: string[] }[];
  /** Words of buttons that are seen, at most 200. */
  buttons: string[];
  /** What is shown in a frame, at most 50, with the words of the frame and of the heading before it. */
  framed: { address: string; text: string }[];
  /** Addresses of scripts, at most 20. */
  scripts: string[];
  /** Tools for agents in the browser (WebMCP): forms that are one, and scripts that register some. */
  tools: { name: string; by: 'form' | 'script' | 'removed' }[];
  data: StructuredData[];
  broken_data: number;
  /** Elements outside of navigation, each once: `h2`, `article.story`. At most 200. */
  shape: Set<string>;
  /** An element that programs fill with the page. */
  marker: boolean;
  main: boolean;
  paragraphs: number;
  asks_for_scripts: boolean;
  /** False when it breaks a bound, and was read up to there. */
  whole: boolean;
};

export const emptyReading = (): HtmlReading => ({
  lang: undefined,
  title: '',
  base: undefined,
  meta: new Map(),
  canonical: undefined,
  head_links: [],
  headings: [],
  text: new PageText(),
  links: [],
  tables: [],
  headed_rows: new Set(),
  outer_rows: new Set(),
  lists: [],
  code: [],
  quoted: new Set(),
  forms: [],
  buttons: [],
  framed: [],
  tools: [],
  scripts: [],
  data: [],
  broken_data: 0,
  shape: new Set(),
  marker: false,
  main: false,
  paragraphs: 0,
  asks_for_scripts: false,
  whole: true,
});
