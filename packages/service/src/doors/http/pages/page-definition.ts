import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import { addressOf, type Listing } from '../discovery/listing.ts';
import { type ContentPage, contentMarkdown, contentPage } from '../html/content.ts';
import type { PageContent } from '../html/page.ts';
import type { PageInput, Prepared } from './page-input.ts';

/** The forms in which a page is drawn. */
export type Form = 'html' | 'preview' | 'markdown' | 'svg' | 'json';

/** What is at an address of a page; drawn on demand. */
export type PageMatch = {
  /** The canonical address with its query: the same for every address of the same content. */
  key: string;
  /** Whether it shows published scores (decision 5: the licence is sent with them). */
  scores: boolean;
  /** Whether it quotes pages of others (decision 172: then the licence is not sent, and their rights are linked). */
  quotes: boolean;
  /** Whose number of watchers it shows: a slug, `*` for any company's, or '' for none. */
  watched: string;
  /** Whether it is true for a moment only: no cache keeps it for longer. */
  momentary: boolean;
  /** Whether each drawing of its HTML is another one, for one reader alone: it is not cached anywhere. */
  personal: boolean;
  html?: () => PageContent;
  markdown?: () => string;
  svg?: () => string;
  /** A JSON document, for those who ask for JSON rather than HTML. */
  json?: () => string;
  /** Address of the Markdown twin. */
  twin?: string;
};

/** One page, or a family of pages: a row of the table in site.ts. */
export type Page = Listing & {
  takes_query: boolean;
  /** Whether it has a JSON form. */
  has_json: boolean;
  /**
   * The form of a query that is equal for all queries that show the same, with its `?` ('' for the default view), or the
   * Fault for an invalid one. Cheap: it searches and sorts nothing. Parameters that the page does not know are dropped.
   */
  normalQuery(input: PageInput, query: string): string | Fault;
  /** Reads what `find` needs beside the snapshot; undefined where it needs nothing. Rejected with a Fault. */
  prepare?(ctx: Context, input: PageInput, query: string): Promise<Prepared> | undefined;
  /** What is at an address with this name; a Fault when it requests something that does not exist. */
  find(input: PageInput, name: string, query: string): PageMatch | Fault;
};

type PageDefinition<View> = Omit<Listing, 'twin' | 'aliases'> & {
  /** What the page shows at an address, or why it shows nothing. `name` is '' for a path without `{…}`. */
  view(input: PageInput, name: string, query: string): View | Fault;
  /** Only for pages that take a query. */
  query?: {
    /** See `Page.normalQuery`. */
    normal(input: PageInput, query: string): string | Fault;
    /** The canonical query of a view, with its `?`; '' for the default view. Itself in normal form. */
    of(view: View): string;
  };
  /** See `Page.prepare`; `query` is in normal form. */
  prepare?: NonNullable<Page['prepare']>;
  /** Whether the page shows published scores; false by default. */
  scores?(view: View): boolean;
  /** Whether the page quotes pages of others; false by default. */
  quotes?(view: View): boolean;
  /** See `PageMatch.momentary`; false by default. */
  momentary?: boolean;
  /** See `PageMatch.personal`; false by default. */
  personal?: boolean;
  /** See `PageMatch.watched`; none by default. */
  watched?(name: string): string;
  draw: {
    /** What its HTML and its Markdown follow from. */
    content?(input: PageInput, view: View): ContentPage;
    html?(input: PageInput, view: View): PageContent;
    markdown?(input: PageInput, view: View): string;
    svg?(input: PageInput, view: View): string;
    json?(view: View): unknown;
  };
};

/** The Markdown twin of a page has its address and `.md`. */
const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);

/** Defines a page whose forms are all drawn from one view. */
export function definePage<View>(definition: PageDefinition<View>): Page {
  const {
    view,
    query,
    prepare,
    scores,
    quotes,
    momentary = false,
    personal = false,
    watched,
    draw,
    ...listing
  } = definition;
  const { content, svg, json } = draw;
  const html = draw.html ?? (content && ((input, view) => contentPage(content(input, view))));
  const markdown =
    draw.markdown ?? (content && ((input, view) => contentMarkdown(content(input, view).content, input.base_url)));
  return {
    ...listing,
    ...(markdown && { twin: twinOf }),
    ...(prepare && { prepare }),
    takes_query: query !== undefined,
    has_json: json !== undefined,
    normalQuery: (input, sent) => query?.normal(input, sent) ?? '',
    find(input, name, sent) {
      const shown = view(input, name, sent);
      if (shown instanceof Fault) return shown;
      const path = addressOf(listing.path, name);
      const canonical = query?.of(shown) ?? '';
      return {
        key: path + canonical,
        scores: scores?.(shown) ?? false,
        quotes: quotes?.(shown) ?? false,
        momentary,
        personal,
        watched: watched?.(name) ?? '',
        ...(html && { html: () => html(input, shown) }),
        ...(markdown && { markdown: () => markdown(input, shown), twin: twinOf(path) + canonical }),
        ...(svg && { svg: () => svg(input, shown) }),
        ...(json && { json: () => JSON.stringify(json(shown)) }),
      };
    },
  };
}
