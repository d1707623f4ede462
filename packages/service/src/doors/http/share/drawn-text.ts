/** Text in images that we draw ourselves: what the font has, in the width that there is. */

/**
 * The characters that the font of the images draws: Latin with its accents, Greek and Cyrillic, with the punctuation of
 * names. (The test draws every one of them.)
 */
const drawn =
  /[ -~\u00a1-\u00ac\u00ae-\u0148\u014a-\u017f\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e00-\u1e9b\u1e9e-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2116\u2122]/u;

/**
 * A text as it can be drawn: white space as one space, signs and marks that the font lacks left out.
 *
 * @returns undefined where a letter or a digit is in another script: then half of a name would be another name
 */
export function drawable(text: string): string | undefined {
  let out = '';
  // No text of an audit is longer than is looked at here, as far as an image can show it.
  for (const character of text.slice(0, 1_000).normalize('NFC')) {
    if (/[\s\p{Z}]/u.test(character)) out += ' ';
    else if (drawn.test(character)) out += character;
    else if (/[\p{L}\p{N}]/u.test(character)) return undefined;
  }
  const one = out.replaceAll(/ +/g, ' ').trim();
  return one === '' ? undefined : one;
}

/** Approximate advance of a character in the semibold font, in em; the widest of its kind. */
function advance(character: string): number {
  if (/[ilIjt.,:;'|!()[\]‘’]/.test(character)) return 0.36;
  if (/[mwMW@%—…™№]/.test(character)) return 0.95;
  if (/[a-z0-9 ]/.test(character)) return 0.63;
  return /\p{Lu}/u.test(character) ? 0.78 : 0.68;
}

/** Approximate width of a text at a size, in the unit of the size. */
export function widthOf(text: string, size: number): number {
  let em = 0;
  for (const character of text) em += advance(character);
  return em * size;
}

/** A text with the largest of these sizes at which it fits, shortened with an ellipsis where none does. */
export function fitted(text: string, width: number, sizes: readonly number[]): { text: string; size: number } {
  for (const size of sizes) if (widthOf(text, size) <= width) return { text, size };
  const size = sizes.at(-1) ?? 0;
  const characters = Array.from(text);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop();
  return { text: `${characters.join('').trimEnd()}…`, size };
}
