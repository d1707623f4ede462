import type { EvidenceSource } from '../evidence/evidence.ts';
import type { Site } from '../read/site.ts';
import { type Citation, candidatesOf, type FactResult, itemOf, sourcesAt } from './fact.ts';
import { placeOf, placesOf } from './presence.ts';
import type { HumanReason } from './proposal.ts';
import { LONGEST_QUOTE } from './statements/alone.ts';

/** What a fact found. Nothing is absent that was not looked for: `open` and `searched` say how that was. */
export type Finding = {
  /** Where it was found, most telling first. */
  at?: readonly Citation[];
  /** How much was found; what holds is 1. Default: at how many places. */
  count?: number | boolean;
  /** How much of that is structure, and not words. Default: all. */
  sure?: number;
  /** How much there may be, as something was not seen; nothing more where it is false. */
  open?: number | boolean | undefined;
  /** Where it was looked for: its sources where it was found nowhere. */
  searched?: readonly EvidenceSource[];
  /** How many places become sources. */
  show?: number;
  /** Why the levels differ. Default: words where not all is sure, what was not seen where more is possible. */
  because?: readonly HumanReason[] | undefined;
  says?: FactResult['says'];
};

/**
 * A count at three levels. Beside `says` it says `count`, `pages` (the first three places) and the first place, which sentences
 * name as `where`, `at` or `page`.
 */
export function finding(site: Site, { at = [], searched = [], show = 3, ...given }: Finding): FactResult {
  const likely = Number(given.count ?? at.length);
  const sure = Math.min(given.sure ?? likely, likely);
  const possible = Math.max(likely, Number(given.open ?? 0));
  const lexical = sure < likely ? (['lexical'] as const) : [];
  const unobserved = possible > likely ? (['unobserved'] as const) : [];
  const where = at[0] ? placeOf(site, itemOf(at[0]).final_url) : '';
  return {
    ...{ sure, likely, possible, reasons: given.because ?? [...lexical, ...unobserved] },
    sources: at.length > 0 ? sourcesAt(at, show) : searched,
    says: { count: likely, where, at: where, page: where, pages: placesOf(site, at), ...given.says },
  };
}

/**
 * The place of what says it, as `proof`; and as `said` with the sentence that proves it by itself, where there is one. Both are empty
 * where no sentence says it by itself.
 */
export const provenAt = (place = '', quote = ''): { proof: string; said: string } => ({
  proof: place,
  said: quote === '' ? place : `${place}: "${quote}"`,
});

/** A sentence as a whole, where it may be put in quotation marks; none where it is too long: it is never cut. */
export const wholeQuote = (sentence = ''): string =>
  sentence.length > LONGEST_QUOTE || sentence.includes('"') ? '' : sentence;

export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/**
 * A share in percent, which says `count`, `of` and `percent`. Of fewer than three things it is not taken for sure, unless they are
 * all that there are (`complete`): a person must look.
 */
export function share(
  site: Site,
  part: number,
  whole: number,
  { complete = whole === 0 || whole >= 3, ...given }: Omit<Finding, 'count' | 'sure'> & { complete?: boolean },
): FactResult {
  const value = percent(part, whole);
  const says = { count: part, of: whole, percent: value, ...given.says };
  if (complete) return finding(site, { ...given, count: value, says });
  return finding(site, { ...given, count: 0, open: value, because: ['low_sample'], says });
}

/** Facts of all pages together: with another page it is another share, or a fault more. */
export const ofAllPages: ReadonlySet<string> = new Set([
  ...['data_share', 'data_agrees', 'price_coverage', 'product_price_coverage', 'price_periods', 'price_terms'],
]);

/** More than any ladder asks for. */
const ANYTHING = 1000;

/** A fact of a collection that ended before its plan did: what was found counts, and anything may be on what was not asked for. */
export const asFarAsItCame = (found: FactResult, name: string): FactResult => ({
  ...found,
  sure: ofAllPages.has(name) ? 0 : found.sure,
  possible: Math.max(found.possible, ANYTHING),
  reasons: [...new Set([...found.reasons, 'unobserved' as const])],
});

/**
 * A fact of a site that speaks of interfaces and shows none (decision 231): what is said beside them counts, and what is said of them may be
 * so.
 *
 * @param whole what the fact found in everything that the site says
 * @param shown what it found in the rest
 */
export const asDoubted = (whole: FactResult, shown: FactResult): FactResult => {
  const said = whole.claims ?? [];
  const counted = new Set((shown.claims ?? []).map(({ statement }) => statement.sentence));
  return {
    ...shown,
    possible: Math.max(shown.possible, whole.possible),
    mentions: candidatesOf(shown).length,
    claims: said.map((one) => (counted.has(one.statement.sentence) ? one : { ...one, counts: 'candidate' })),
    reasons: [
      ...new Set([...shown.reasons, ...whole.reasons, ...(whole.likely > shown.likely ? ['lexical' as const] : [])]),
    ],
  };
};

/** A fact that only an interface makes true, of a site that shows none: what words say of it may be so (decision 231). */
export const asUnproven = (whole: FactResult): FactResult =>
  asDoubted(whole, { ...whole, sure: 0, likely: 0, claims: [] });

/** A fact of a site of which nothing could be read says nothing: anything may be so (decision 228). */
export const asUnread = (found: FactResult): FactResult => ({
  ...found,
  sure: 0,
  possible: Math.max(found.possible, ANYTHING),
  reasons: ['unobserved'],
});
