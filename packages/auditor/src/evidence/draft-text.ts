import { type EvidenceSource, isFetched } from './evidence.ts';

/**
 * A text for a draft without what does not print: control characters, bidi and zero-width marks, line breaks. Nothing else
 * changes, so that words of a page stay its words.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The evidence of a proposal with its sources: at most two, where the sentence names none itself. */
export function proposedEvidence({
  evidence,
  sources,
}: {
  evidence: string;
  sources: readonly EvidenceSource[];
}): string {
  const text = plainText(evidence);
  if (/https?:\/\//.test(text)) return text;
  const named = new Map(sources.filter(isFetched).map(({ url, fetched_at }) => [url, fetched_at.slice(0, 10)]));
  const said = [...named].slice(0, 2).map(([url, day]) => `${plainText(url)}, ${day}`);
  return said.length === 0 ? text : `${text} (${said.join('; ')})`;
}
