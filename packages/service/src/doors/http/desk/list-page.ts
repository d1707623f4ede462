import { html } from 'ghtml';
import { grouped, shortened } from '../html/format.ts';
import type { DeskContent, Key } from './definition.ts';
import { spaced } from './parts.ts';

/** A page of the desk that is a list: rows, what they can be narrowed to, and the way to further ones. */

const NAME_MAX = 70;

/** Keys of a list; the script moves the focus from row to row. */
export const listKeys: readonly Key[] = [
  ['j', 'the next row'],
  ['k', 'the row before'],
  ['Enter o', 'open the row'],
];

/**
 * What the address of a list asks for: `chosen` of what it can be narrowed to, `after` which row of the page before; and
 * what leads to other parts of it.
 *
 * @param names of what can be chosen, shown as they are where there are no `words`; without one in the address it is
 *   `otherwise`
 * @param more.field of the address that names the choice. @param more.kept fields that all its addresses have
 */
export function narrowed<Choice extends string>(
  query: URLSearchParams,
  path: string,
  names: readonly [Choice, ...Choice[]],
  {
    words = {},
    otherwise = names[0],
    field = 'status',
    kept = {},
  }: { words?: Partial<Record<Choice, string>>; otherwise?: NoInfer<Choice>; field?: string; kept?: Fields } = {},
) {
  const chosen = names.find((known) => known === query.get(field)) ?? otherwise;
  const after = query.get('after')?.slice(0, 200) || undefined;
  const address = (fields: Fields): string => `${path}?${new URLSearchParams({ [field]: chosen, ...kept, ...fields })}`;
  /** Links to all choices, each with how much there is where `counts` are given. */
  function links(label: string, counts?: Readonly<Partial<Record<Choice, number>>>): string {
    const items = names.map((name) => {
      const count = counts && html` <span class="list-count">${grouped(counts[name] ?? 0)}</span>`;
      return html`<li><a href="${address({ [field]: name })}"!${name === chosen ? ' aria-current="true"' : ''}>${words[name] ?? spaced(name)}</a>!${count ?? ''}</li>`;
    });
    return html`<nav aria-label="${label}"><ul class="list-filters">!${items}</ul></nav>`;
  }
  return { chosen, after, address, links };
}

type Fields = Readonly<Record<string, string>>;

/** Back to the first page of a list, and on behind the mark `next`. */
export const ways = (
  { after, address }: { after: string | undefined; address(fields: Fields): string },
  next: string | null,
  [back_words, next_words]: readonly [string, string] = ['Newest', 'Older ones'],
): Pick<List, 'back' | 'next'> => ({
  back: after === undefined ? undefined : [back_words, address({})],
  next: next === null ? undefined : [next_words, address({ after: next })],
});

/**
 * A row as HTML: what it is about, its status, mostly a time, and what else there is.
 *
 * @param about.name plain text, cut where it is long. @param about.mark HTML after it. @param about.below HTML below it
 */
export function row(
  { name, path, mark = '', below = '' }: { name: string; path?: string | undefined; mark?: string; below?: string },
  ...[status, when, rest]: readonly [status: string, when: string, rest: string]
): string {
  const words = html`<bdi>${shortened(name, NAME_MAX)}</bdi>`;
  return html`<p class="list-name">!${path === undefined ? html`<b>!${words}</b>` : html`<a href="${path}">!${words}</a>`}!${mark} !${below && html`<bdi class="list-below">!${below}</bdi>`}</p>
<p>!${status}</p><p>!${when}</p><p class="list-rest">!${rest}</p>`;
}

type Way = readonly [words: string, address: string];

/** Rows under a heading. `title` and `above` are HTML. A part without rows is left out, or says why there are `none`. */
type ListSection = { title?: string; above?: string; rows: readonly string[]; none?: string };

/** What a list consists of. All texts are HTML but for `title` and the words of ways. */
type List = {
  title: string;
  /** Of the page, where it is not the title. */
  heading?: string;
  hint?: string;
  /** What was done, or a form that was refused. */
  said?: string | undefined;
  filters?: string;
  parts: readonly ListSection[];
  /** The class of its lists of rows, which decides on their columns. */
  look?: 'list-rows' | 'log-rows';
  /** The start of the form that the buttons of its rows belong to. */
  form?: string;
  /** In place of a list without any row. */
  none?: string;
  /** Back towards the first rows, and on. */
  back?: Way | undefined;
  next?: Way | undefined;
  below?: string;
  /** Beside the list, in wide windows. */
  aside?: string;
  keys?: readonly Key[];
};

/** A page that is a list. */
export function listPage(list: List): DeskContent {
  const {
    title,
    heading = html`${title}`,
    hint = '',
    said = '',
    filters = '',
    form,
    none = '',
    below = '',
    aside,
  } = list;
  const parts = list.parts.filter((part) => part.rows.length > 0 || part.none !== undefined);
  const empty = none && html`<div class="list-none">!${none}</div>`;
  const rows = parts.length ? parts.map((part) => drawn(part, list.look)) : empty;
  const ways = [list.back ? link(list.back) : '', list.next ? link(list.next, ' rel="next"') : ''].join('');
  const main = html`<h1>!${heading}</h1>
!${hint && html`<p class="hint">!${hint}</p>`}
!${said}
!${filters}
!${form === undefined ? rows : html`!${form}!${rows}</form>`}
!${ways && html`<p class="actions">!${ways}</p>`}
!${below}`;
  return {
    title,
    keys: list.keys ?? listKeys,
    main: aside === undefined ? main : html`<div class="queue-page"><div>!${main}</div>!${aside}</div>`,
  };
}

const link = ([words, address]: Way, attributes = ''): string => html`<a href="${address}"!${attributes}>${words}</a> `;

function drawn({ title, above = '', rows, none = '' }: ListSection, look = 'list-rows'): string {
  const list = rows.length
    ? html`<ol class="${look}" data-rows>!${rows.map((one) => html`<li>!${one}</li>`)}</ol>`
    : html`<p class="hint">!${none}</p>`;
  return title === undefined
    ? html`!${above}!${list}`
    : html`<section class="list-part"><h2>!${title}</h2>!${above}!${list}</section>`;
}
