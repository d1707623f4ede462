import type { Site } from '../../read/site.ts';
import { type Fact, type Found, sourceOf } from '../fact.ts';
import { placeOf } from '../seen.ts';
import { quantitiesIn } from '../statements/quantities.ts';
import { best, fold, foundIn, type Hit, hasAny, hitsOf, strings, type Text, textsOf } from '../statements/texts.ts';

/** Tables whose header speaks of a limit, with a number in a row: each row with its header is one limit. */
function limitsInTables(text: Text, words: readonly string[]): { key: string; sentence: string }[] {
  const found: { key: string; sentence: string }[] = [];
  for (const { rows } of text.page?.tables ?? []) {
    const [header = [], ...rest] = rows;
    for (const row of rest.slice(0, 40)) {
      const label = row[0] ?? '';
      row.slice(1).forEach((cell, at) => {
        const head = header[at + 1] ?? '';
        const bare = /^[\d.,\s–-]{1,12}$/.test(cell) && /\d/.test(cell);
        const limited = hasAny(fold(head), words) || hasAny(fold(label), words);
        if ((bare && limited) || (quantitiesIn(cell).length > 0 && cell.length < 80))
          found.push({ key: `${fold(label)}|${fold(head)}|${cell}`, sentence: cell });
      });
    }
  }
  return found;
}

/** Sentences that bound something: a number with a unit and a word of limit, or a rate on a page of prices. */
function limitsIn(site: Site, roles: readonly string[], words: readonly string[]) {
  const keys = new Set<string>();
  const sure = new Set<string>();
  const kinds = new Set<string>();
  const hits = hitsOf(site, roles, (folded, sentence) => {
    const word = hasAny(folded, words);
    const quantities = quantitiesIn(sentence).filter(({ per }) => word || per !== '');
    for (const { number, unit } of quantities) {
      keys.add(`${number} ${unit}`);
      kinds.add(unit);
      sure.add(`${number} ${unit}`);
    }
    return quantities.length > 0;
  });
  const cells: Hit[] = [];
  for (const text of textsOf(site)) {
    if (!roles.includes(text.role)) continue;
    for (const { key, sentence } of limitsInTables(text, words)) {
      if (keys.has(key)) continue;
      keys.add(key);
      sure.add(key);
      kinds.add('table');
      if (cells.length < 3) cells.push({ text, sentence, next: '' });
    }
  }
  return { hits: [...best(hits), ...cells], count: keys.size, sure: sure.size, kinds: kinds.size };
}

function per1000(site: Site, roles: readonly string[], count: (text: Text) => number, what: string): Found {
  const texts = textsOf(site).filter((text) => roles.includes(text.role) && text.page?.format !== undefined);
  const words = texts.reduce((sum, text) => sum + (text.page?.words ?? 0), 0);
  const value = words === 0 ? 0 : Math.round((10_000 * texts.reduce((sum, text) => sum + count(text), 0)) / words) / 10;
  const found = foundIn(site, roles, [], value, { density: value, words, what }, value);
  return {
    ...found,
    sources: texts.length > 0 ? texts.slice(0, 5).map((text) => sourceOf(text.item, text.sentences[0])) : found.sources,
  };
}

const money = /(?:[$€£¥₹]|\bR ?(?=\d\d))\s?\d|\d\s?(?:USD|EUR|GBP|CHF|ZAR|JPY|CAD|AUD|€|£)/g;
const dates =
  /\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d/g;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const quantities: Record<string, Fact> = {
  limits_stated: {
    about:
      'Different limits on pages of `roles`: a number with its unit in one sentence with one of `words` or with a rate ("per month"), ' +
      'and numbers in tables. `kinds: true` counts the kinds of units instead.',
    find(site, args) {
      const roles = strings(args, 'roles');
      const { hits, count, sure, kinds } = limitsIn(site, roles, strings(args, 'words'));
      const value = args.kinds === true ? kinds : count;
      return foundIn(site, roles, hits, args.kinds === true ? kinds : sure, {}, value);
    },
  },
  quantified_facts: {
    about: 'Amounts of money, numbers with units and dates per 1000 words of pages of `roles`.',
    find: (site, args) =>
      per1000(
        site,
        strings(args, 'roles'),
        ({ page }) => {
          const text = page?.text ?? '';
          const counted = text.split('\n').reduce((sum, line) => sum + quantitiesIn(line).length, 0);
          return counted + countOf(text, money) + countOf(text, dates);
        },
        'quantified facts',
      ),
  },
  vague_terms: {
    about: 'Words of `words` (praise that nobody can check) per 1000 words of pages of `roles`.',
    find(site, args) {
      const words = strings(args, 'words').map((word) => ` ${word} `);
      const found = per1000(
        site,
        strings(args, 'roles'),
        ({ page }) => {
          const folded = fold(page?.text ?? '');
          return words.reduce((sum, word) => sum + folded.split(word).length - 1, 0);
        },
        'vague terms',
      );
      return found;
    },
  },
  placeholders: {
    about:
      'Texts that were never filled in, on pages of `roles`: "lorem ipsum", "[COMPANY NAME]", "coming soon" as a page.',
    find(site, args) {
      const roles = strings(args, 'roles');
      const hits: Hit[] = [];
      for (const text of textsOf(site)) {
        if (!roles.includes(text.role)) continue;
        const sentence = text.sentences.find(
          (one) => unfilled.test(one) || (emptyPage.test(one) && (text.page?.words ?? 0) < 80),
        );
        if (sentence !== undefined) hits.push({ text, sentence, next: '' });
      }
      const found = foundIn(site, roles, hits, hits.length);
      return { ...found, says: { ...found.says, where: hits[0] ? placeOf(site, hits[0].text.item.final_url) : '' } };
    },
  },
};

const unfilled =
  /lorem ipsum|\[(?:[A-Z]{4,20}|(?:YOUR|COMPANY|INSERT|BUSINESS|CLIENT)[A-Z' ]{1,30})\]|\[[A-Z]{3,20}'S\]|\{\{ ?[a-z_.]{2,30} ?\}\}/;
const emptyPage = /coming soon|under construction|come back later|future home of/i;
