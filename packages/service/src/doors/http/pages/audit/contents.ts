import type { Audit } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';

/** A link into the page. `name` is HTML; `below` are the parts of a section. */
type Entry = { to: string; name: string; below?: readonly Entry[] };

/**
 * The contents of a long page, twice: beside it where there is room, and to be opened above it where there is none. The
 * style sheet shows one of them, so neither needs a script.
 */
function contents(entries: readonly Entry[]): string {
  const list = (items: readonly Entry[]): string =>
    html`<ul>!${items.map(({ to, name, below }) => html`<li><a href="#${to}">!${name}</a>!${below?.length ? list(below) : ''}</li>`)}</ul>`;
  const links = list(entries);
  return html`<nav class="onpage" aria-label="Contents"><p>On this page</p>!${links}</nav>
<nav class="onpage folded" aria-label="On this page"><details><summary>On this page</summary>!${links}</details></nav>`;
}

/** A section of a long page, and what of it the contents name. `html` is '' where there is nothing to say. */
export type Part = { html: string; entries: readonly Entry[] };

export const part = (to: string, name: string, html: string, below?: readonly Entry[]): Part => ({
  html,
  entries: [{ to, name, ...(below && { below }) }],
});

/** Sections in their order, with the contents beside them. */
export function inParts(parts: readonly Part[]): string {
  const shown = parts.filter((one) => one.html !== '');
  return html`<div class="parts">
!${contents(shown.flatMap(({ entries }) => entries))}
<div>
!${shown.map((one) => one.html).join('\n')}
</div>
</div>`;
}

/** The pillars below the entry of the criteria. */
export const pillarEntries = (pillars: Audit['pillars']): readonly Entry[] =>
  Object.entries(pillars).map(([id, { name }]) => ({ to: id, name: html`${id} ${name}` }));
