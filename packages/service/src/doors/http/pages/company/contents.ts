import { html } from 'ghtml';

/** A link into the page. `name` is HTML; `below` are the parts of a section. */
export type Entry = { to: string; name: string; below?: readonly Entry[] };

/**
 * The contents of a long page, twice: beside it where there is room, and to be opened above it where there is none. The
 * style sheet shows one of them, so neither needs a script.
 */
export function contents(entries: readonly Entry[]): string {
  const list = (items: readonly Entry[]): string =>
    html`<ul>!${items.map(({ to, name, below }) => html`<li><a href="#${to}">!${name}</a>!${below?.length ? list(below) : ''}</li>`)}</ul>`;
  const links = list(entries);
  return html`<nav class="onpage" aria-label="Contents"><p>On this page</p>!${links}</nav>
<nav class="onpage folded" aria-label="On this page"><details><summary>On this page</summary>!${links}</details></nav>`;
}
