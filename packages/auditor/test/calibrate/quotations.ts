import { isFetched } from '../../src/evidence/evidence.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import type { Label } from './labels.ts';

/** What a draft quotes for a criterion, and the pages that it may be from. */
export type Quotation = { criterion: string; quote: string; addresses: ReadonlySet<string> };

/** A part of a sentence that is shorter is on too many pages to tell which label is meant. */
const SHORTEST_PART = 20;

/** An address as labels are compared by it: host without www, path without final slash, index, .html and .md. */
export function pageAddress(address: string, base?: string): string {
  const url = URL.parse(address, base);
  if (!url) return address;
  const path = url.pathname.replace(/\/$/, '').replace(/\.(?:html|md)$/, '');
  return url.hostname.replace(/^www\./, '') + path.replace(/\/index$/, '');
}

/** Words as they are compared: white space and case folded, without the ellipses where they were cut. */
export const quotedWords = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:…|\.\.\.)\s*/, '')
    .replace(/\s*(?:…|\.\.\.)$/, '')
    .toLowerCase();

/** The quotations of a sentence of evidence: what stands between straight double quotes. */
export function sentenceQuotations({ id, evidence, sources }: CriterionProposal, website: string): Quotation[] {
  const named = [...evidence.replaceAll(/"[^"]*"/g, '').matchAll(/[( ](\/[^\s(),;]*)/g)];
  const addresses = new Set([
    ...sources.map(({ url }) => pageAddress(url)),
    ...named.map(([, path = '/']) => pageAddress(path, website)),
  ]);
  return [...evidence.matchAll(/"([^"]*)"/g)]
    .map(([, quote = '']) => ({ criterion: id, quote, addresses }))
    .filter(({ quote }) => quotedWords(quote) !== '');
}

/** The excerpts of the sources of a proposal; those without words are no quotations. */
export const sourceQuotations = ({ id, sources }: CriterionProposal): Quotation[] =>
  sources
    .filter(isFetched)
    .filter(({ excerpt }) => quotedWords(excerpt) !== '')
    .map(({ url, excerpt }) => ({ criterion: id, quote: excerpt, addresses: new Set([pageAddress(url)]) }));

/** Whether a quotation is what a label is about: the same words, or enough of them. */
export function isLabelled({ criterion, quote, addresses }: Quotation, label: Label): boolean {
  if (label.criterion !== criterion || !addresses.has(pageAddress(label.url))) return false;
  const [said, known] = [quotedWords(quote), quotedWords(label.quote)];
  if (said === known) return true;
  return Math.min(said.length, known.length) >= SHORTEST_PART && (said.includes(known) || known.includes(said));
}
