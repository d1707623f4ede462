import { isStale } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { notListed } from '../../../catalogue/search/nearest.ts';
import type { Entry } from '../../../catalogue/snapshot.ts';
import type { Fault } from '../../../domain/fault.ts';
import { day } from '../html/format.ts';
import { fictionalWord } from '../html/marks.ts';
import { tierDisc, tierPlace } from '../html/tier.ts';
import type { PageInput } from './page-input.ts';

/**
 * Background colours by tier, best first, each dark enough for white text; the last is for tiers unknown to the rubrics.
 */
const backgrounds = ['#0b6b4a', '#1d5d9b', '#8a5800', '#9c3328', '#55585e'];
const STALE_BACKGROUND = '#6b6e74';

/** Approximate advance widths of 11 px Verdana and DejaVu Sans; `textLength` fits every font to them. */
function width(text: string): number {
  let sum = 0;
  for (const character of text)
    sum += /[ilj.,'|·]/.test(character)
      ? 3.6
      : /[mwMW]/.test(character)
        ? 10
        : /[A-Z]/.test(character)
          ? 7.6
          : /[0-9-]/.test(character)
            ? 6.6
            : 6.3;
  return Math.ceil(sum);
}

/** The company of a badge; the Fault `not_found` for an unknown slug, `gone` for a retracted company. */
export const badgeEntry = ({ snapshot }: PageInput, slug: string): Entry | Fault =>
  snapshot.entry(slug) ?? notListed(snapshot, slug);

/**
 * A company's badge: tier, score and date of the current audit; grey and labelled once the score is stale (spec 2.2). The
 * badge of a company that does not exist says so (decision 105).
 */
export function badge({ rubrics, today }: PageInput, entry: Entry): string {
  const { company, tier, overall_score, audit_date, reaudit_due, fictional } = entry;
  const stale = isStale(reaudit_due, today);
  const place = tierPlace(rubrics, tier);
  const texts = [
    'Readymark',
    `${tier} ${overall_score}`,
    [day(audit_date), ...(stale ? ['stale'] : []), ...(fictional ? ['fictional'] : [])].join(' · '),
  ] as const;
  const [name, verdict, date] = texts.map(width) as [number, number, number];
  const [first, second] = [name + 14, verdict + 32];
  const whole = first + second + date + 14;
  const background = stale ? STALE_BACKGROUND : (backgrounds[place] ?? STALE_BACKGROUND);
  const description = `Readymark: ${company}${fictionalWord(fictional)} is ${tier} with ${overall_score} of 100 points, audited on ${day(audit_date)}${stale ? '; the score is stale' : ''}`;
  const text = (x: number, length: number, words: string) =>
    html`<text x="${x}" y="16" textLength="${length}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="24" viewBox="0 0 ${whole} 24" role="img" aria-labelledby="t"><title id="t">${description}</title><clipPath id="c"><rect width="${whole}" height="24" rx="4"/></clipPath><g clip-path="url(#c)"><path fill="#26282c" d="M0 0h${whole}v24H0z"/><path fill="${background}" d="M${first} 0h${second}v24h-${second}z"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">!${text(7, name, texts[0])}<g color="#fff" transform="translate(${first + 7} 5) scale(.875)">!${tierDisc(place)}</g>!${text(first + 25, verdict, texts[1])}!${text(first + second + 7, date, texts[2])}</g></svg>
`;
}
