import { html } from 'ghtml';
import type { Key } from './definition.ts';

/** Opens the keys of a page as a dialog; the script shows it, because there are no keys without one. */
export const keyOpener = (keys: readonly Key[]): string =>
  keys.length
    ? html`<button type="button" class="quiet" hidden data-open-keys aria-haspopup="dialog">Keys <kbd aria-hidden="true">?</kbd></button>`
    : '';

/** The keys of a page, in its footer; the script makes the dialog of it. */
export const keyList = (keys: readonly Key[]): string =>
  keys.length
    ? html`<details class="keys" data-keys><summary>Keys of this page</summary>
<dl>!${[...keys, ['?', 'these keys'] as const].map(
        ([names, does]) =>
          html`<div><dt>!${names.split(' ').map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${does}</dd></div>`,
      )}</dl>
<p class="hint">They need JavaScript, and do nothing while you type in a field.</p></details>`
    : '';
