/**
 * A text of a page without what does not print: control characters, bidi and zero-width marks, line breaks. Nothing else
 * changes, so that words of a page stay its words.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
