import { html } from 'ghtml';

/**
 * A text to copy. The script adds the button, which would not work without it.
 *
 * @param note HTML behind the name
 * @param of what distinguishes it from others of the same name on a page
 */
export function snippet(name: string, text: string, note = '', of = ''): string {
  const label = of ? `${name}, ${of}` : name;
  return html`<figure class="snippet"><figcaption><b>${name}</b> !${note}</figcaption><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre></figure>`;
}
