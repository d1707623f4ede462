import { html } from 'ghtml';
import { COMPARED_MAX } from '../compare/view.ts';

/**
 * The bar that gathers the companies ticked for a comparison. Without a script it is a button at the end of the list, in
 * sight once something is ticked; with one it also names them, and keeps them while lists change.
 */
export const tray = () => html`<form id="pick" class="tray" action="/compare" method="get">
<span class="kept"></span><p class="ticked" aria-live="polite">Tick two to ${inWords[COMPARED_MAX] ?? COMPARED_MAX} companies to compare them.</p>
<ul></ul><button type="submit">Compare selected</button>
</form>`;

const inWords = ['none', 'one', 'two', 'three', 'four', 'five'];
