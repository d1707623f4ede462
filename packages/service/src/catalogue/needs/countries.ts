import { fold } from '../../domain/companies/company-name.ts';
import { places } from './concepts/places.ts';
import { type Language, languages } from './languages.ts';

const names_of = new Map(
  languages.map((language) => [language, new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })]),
);

/** Codes of countries (ISO 3166). Former ones have the code of the present one, and some stand for many. */
export const countries: readonly string[] = Array.from({ length: 26 * 26 }, (_, at) =>
  String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
).filter(
  (code) =>
    names_of.get('en')?.of(code) !== undefined &&
    !/^(?:EU|EZ|QO|RE|UN|XA|XB|XK|ZZ)$/.test(code) &&
    new Intl.Locale(`und-${code}`).region === code,
);

/** Places by what they are called, folded: their countries. */
const country_of = new Map<string, string>();
for (const country of countries) {
  for (const language of languages) learn(names_of.get(language)?.of(country) ?? '', country);
  for (const zone of new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [])
    learn(zone.slice(zone.lastIndexOf('/') + 1), country);
}
for (const [country, names] of Object.entries(places))
  for (const name of names.trim().split(/\s+/)) country_of.set(fold(name).replaceAll('-', ' '), country);

function learn(name: string, country: string): void {
  const key = fold(name)
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (key.length > 3 && !country_of.has(key)) country_of.set(key, country);
}

/** The first words of places, and how many words the longest of them has. */
const begins = new Map<string, number>();
for (const name of country_of.keys()) {
  const words = name.split(' ');
  begins.set(words[0] as string, Math.max(begins.get(words[0] as string) ?? 0, words.length));
}
export const mayBeginPlace = (word: string): boolean => begins.has(word);

/** The country of the place that words name from one on, and how many words do. */
export function placeAt(words: readonly string[], at: number): { country: string; words: number } | undefined {
  for (let many = Math.min(begins.get(words[at] as string) ?? 0, words.length - at); many > 0; many--) {
    const country = country_of.get(words.slice(at, at + many).join(' '));
    if (country) return { country, words: many };
  }
  return undefined;
}

/** Endings of addresses that say nothing about a country. */
const anywhere = new Set('io ai co me tv cc fm ly gg to sh so is am eu ac vc ws la'.split(' '));

/** The country in whose domain a website is. */
export function countryOfSite(website: string): string | undefined {
  const ending = URL.canParse(website) ? (new URL(website).hostname.split('.').at(-1) ?? '') : '';
  if (!/^[a-z]{2}$/.test(ending) || anywhere.has(ending)) return undefined;
  return ending === 'uk' ? 'GB' : ending.toUpperCase();
}

const spoken: Readonly<Record<string, readonly Language[]>> = {
  ...{
    DE: ['de'],
    AT: ['de'],
    LI: ['de'],
    CH: ['de', 'fr', 'it'],
    LU: ['fr', 'de'],
    FR: ['fr'],
    MC: ['fr'],
    BE: ['nl', 'fr'],
    NL: ['nl'],
  },
  ...{
    IT: ['it'],
    SM: ['it'],
    PT: ['pt'],
    BR: ['pt'],
    ES: ['es'],
    MX: ['es'],
    AR: ['es'],
    CL: ['es'],
    CO: ['es'],
    PE: ['es'],
    UY: ['es'],
  },
};

/** The languages of needs that are spoken in a country, beside English. */
export const languagesIn = (country: string | undefined): readonly Language[] => spoken[country ?? ''] ?? [];
