import type { Page } from '../read/site.ts';

/** Words that any English sentence has some of. */
export const commonWords = new Set(
  'the of and to in is are for with your you a on by be it or we our at this that from can as not'.split(' '),
);

const english = new Set('the and to for with you your on by be it we our at this that from can not are'.split(' '));
const foreign = new Set(
  (
    'und der das ist nicht für mit ein eine wir sie ihr auch oder bei zum zur von sich nach les des est pour avec une dans vous nous sur ' +
    'het een niet voor zijn bij naar uw el los las por para una con su più che sono della alla och att för som är på ikke og til ett jest ' +
    'się nie oraz dla não uma com dos vir en ons nie'
  ).split(' '),
);

/** English by what it says, because `lang` is often left as a template had it: it has more common words of English than of others. */
export function isEnglish(page: Page): boolean {
  const words: string[] =
    page.text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const ofEnglish = words.filter((word) => english.has(word)).length;
  const ofOthers = words.filter((word) => foreign.has(word)).length;
  if (ofEnglish + ofOthers >= 8) return ofEnglish >= ofOthers;
  const latin = words.filter((word) => /^\p{Script=Latin}+$/u.test(word)).length;
  return latin * 2 >= words.length && (page.lang === undefined || page.lang === 'en');
}
