/** Characters that are not seen: control, zero-width, direction (bidi), tags, variation selectors, soft hyphen. */
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;

/** Text as a reader sees it, in one line: white space folded, unseen characters left out. */
export function fold(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.search(unseen) < 0 ? line : line.replace(unseen, '').replace(/ {2,}/g, ' ').trim();
}

/** What a shell writes before a command. */
const PROMPT = /^[$%❯➜] /;

/**
 * The lines of a sample of code, those that a sign at the end of one continues (of a shell, PowerShell, `cmd`) as one, without what a shell
 * writes before them.
 */
export const commandLines = (sample: string): string[] =>
  sample
    .replace(/[\\`^]\s{0,9}\n/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(PROMPT, ''));

/** A name without what parts its words: `Grain Mill`, `grain-mill` and `grainmill` are one. */
export const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Each line by itself, without those that are empty: a sample of code says one thing a line. */
export const foldLines = (text: string): string =>
  text
    .split('\n')
    .map(fold)
    .filter((line) => line !== '')
    .join('\n');

/** Without the signs at its end, each of which is one character of a class: in linear time, where `[…]+$` may take more. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Text with its lines, without characters that are not seen. */
export const seen = (text: string): string =>
  text.replace(unseen, (character) => (/[\t\n\r]/.test(character) ? character : ''));

/** Characters that turn the direction of what is shown, so that a person reads something else than a program. */
export const turnsDirection = (text: string): boolean => /[\u202d\u202e]/.test(text);

/** Longest sentence, in characters: two words that are further apart say nothing of each other. */
const LONGEST = 400;

/** Words with a full stop that end no sentence. */
const abbreviations = new Set(
  'e.g i.e eg ie etc vs approx incl excl no nr mr mrs ms dr st inc ltd co corp fig max min est dept cf al u.s a.m p.m mio mrd bzw zzgl inkl exkl tel ggf mind evtl std z.b d.h u.a'.split(
    ' ',
  ),
);
/** What follows a number that counts and ends no sentence: `1. Januar`. */
const counted = /^(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{L}{0,6}(?!\p{L})/u;

/** The sentences of a block, each at most 400 characters long and found in the block word for word. */
export function sentencesOf(block: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < block.length; at++) {
    const end = endsSentence(block, at);
    if (!end) continue;
    cut(block.slice(start, at + 1).trim(), found);
    start = at + 1;
  }
  cut(block.slice(start).trim(), found);
  return found;
}

function endsSentence(block: string, at: number): boolean {
  const sign = block[at];
  if (sign === '。' || sign === '！' || sign === '？') return true;
  if ((sign !== '.' && sign !== '!' && sign !== '?') || block[at + 1] !== ' ') return false;
  const next = block[at + 2] ?? '';
  if (!/[\p{Lu}\p{N}\p{Lo}"'“‘(*$€£¥]/u.test(next)) return false;
  if (sign !== '.') return true;
  if (/(?:^|[^\d.])\d{1,2}$/.test(block.slice(Math.max(0, at - 3), at)) && counted.test(block.slice(at + 2, at + 14)))
    return false;
  // The word before it is an initial or an abbreviation, and not the end of `don't`, `15h` or an answer of `no`.
  const before = /(?<![\p{L}.'’\d])[\p{L}.]{1,12}$/u.exec(block.slice(Math.max(0, at - 13), at))?.[0].toLowerCase();
  if (before === 'no') return !/\d/.test(next);
  if (before === 'ca') return !/\d/.test(next) && !counted.test(block.slice(at + 2, at + 14));
  return before === undefined || !(abbreviations.has(before) || /^[a-z]$/.test(before));
}

/** A longer sentence is cut at the last space before its 400th character. */
function cut(sentence: string, into: string[]): void {
  let rest = sentence;
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(' ', LONGEST);
    const end = space > LONGEST / 2 ? space : LONGEST;
    into.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest.length > 0) into.push(rest);
}

export const wordCount = (text: string): number => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
