import { deflateRawSync } from 'node:zlib';
import { seenText } from '../../hidden.ts';
import type { Range } from './find-excerpt.ts';

/** Compressed bytes of stored text in one page, so that the page stays below 60 KB. */
const BYTES_MAX = 45_000;
/** Characters before an excerpt, where the text cannot be shown from its beginning. */
const BEFORE = 500;

type Stretch = { from: number; text: string; next: number | null; found: Range | undefined };

/**
 * As much of a part of a body as fits into a page: all of it where that is prose or markup, less of what compresses badly or
 * is written out. An excerpt that was found is in it.
 */
export function fitting(part: Stretch): Stretch {
  const { from, text, next, found } = part;
  const length = fittingLength(text);
  if (length === text.length) return part;
  if (!found || found.to <= length) return { ...part, text: text.slice(0, length), next: from + length };
  const start = Math.max(0, found.from - BEFORE);
  const rest = fitting({ from: from + start, text: text.slice(start), next, found: undefined });
  return { ...rest, found: { from: found.from - start, to: found.to - start } };
}

/** How many units of a text fit; never half a character. */
function fittingLength(text: string): number {
  let length = text.length;
  while (deflateRawSync(seenText(text.slice(0, length)), { level: 1 }).byteLength > BYTES_MAX)
    length = Math.floor(length / 2);
  const cut = length < text.length && /[\ud800-\udbff]/.test(text[length - 1] ?? '');
  return cut ? length - 1 : length;
}
