import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { Language } from './language.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** The languages whose words are judged. */
export const languages: readonly Language[] = [en, de, fr, es, it, nl, pt];

const ofCommon = new Map<string, Language[]>();
for (const language of languages)
  for (const word of language.common) ofCommon.set(word, [...(ofCommon.get(word) ?? []), language]);
/** Common words of languages that are not judged. */
const foreign = new Set('att och som är på ikke til ett jest się nie oraz dla ve bir için'.split(' '));

/**
 * The language of a text by its common words, because `lang` is often left as a template had it; where it has few words, the
 * language that it names. Undefined for one whose words are not judged.
 */
export function languageOf(text: string, named: string | undefined): Language | undefined {
  const before = last.get(text);
  if (before && before.named === named) return before.language;
  const language = findLanguage(text, named);
  if (last.size >= MOST_KEPT) last.clear();
  last.set(text, { named, language });
  return language;
}

/** The texts that were looked at last: each page is asked for by several readers. */
const last = new Map<string, { named: string | undefined; language: Language | undefined }>();
const MOST_KEPT = 300;

function findLanguage(text: string, named: string | undefined): Language | undefined {
  const counts = new Map<Language, number>();
  let others = 0;
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  for (const word of words) {
    for (const language of ofCommon.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
    if (foreign.has(word)) others++;
  }
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1]);
  const most = best?.[1] ?? 0;
  const clear = most >= 4 && most >= 2 * Math.max(others, second?.[1] ?? 0);
  if (clear || most + others >= 8) return most >= others ? best?.[0] : undefined;
  const latin = words.filter((word) => /^\p{Script=Latin}+$/u.test(word));
  if (latin.length * 2 < words.length) return undefined;
  return languages.find(({ code }) => code === (named ?? 'en'));
}

/** How many common words of one language alone show that a sentence has some of it. */
const SHOWN = 2;

/** Whether a sentence has common words of two languages, each of that language alone: versions of a text that run together. */
export function isMixed(sentence: string): boolean {
  const counts = new Map<Language, number>();
  for (const word of new Set(sentence.toLowerCase().match(/\p{L}+/gu) ?? [])) {
    const [only, ...others] = ofCommon.get(word) ?? [];
    if (only && others.length === 0) counts.set(only, (counts.get(only) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count >= SHOWN).length >= 2;
}
