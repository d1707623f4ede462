import type { Ladder } from '@readymark/rubric/ladder';
import { type EvidenceSource, isFetched } from '../../evidence/evidence.ts';
import type { Site } from '../../read/site.ts';
import type { Findings } from '../conditions.ts';
import { sourceOf } from '../fact.ts';
import { hostOf } from '../presence.ts';
import type { Sentences } from './sentences.ts';

/** How many sources are kept. */
const MOST_SOURCES = 6;

/**
 * Most telling first: two of each fact that the sentence and the score rest on, then the others, then the home page.
 *
 * @param deciding the facts of the rung that is proposed
 */
export function sourcesOf(
  site: Site,
  ladder: Ladder,
  said: Sentences,
  deciding: readonly string[],
  find: Findings,
  addressed: readonly EvidenceSource[],
): EvidenceSource[] {
  const telling = [...said.facts, ...deciding];
  const asserted = new Set(said.asserted);
  const names = [...new Set([...telling, ...Object.keys(ladder.facts)])];
  // Only what a sentence asserts is quoted: words of another fact would look like proof of it.
  const lists = names.map((name) => {
    const { sources } = find(ladder.id, name);
    const shows = (excerpt: string) => asserted.has(name) && isShown(ladder, said, excerpt);
    return sources.map((source) => (isFetched(source) && !shows(source.excerpt) ? { ...source, excerpt: '' } : source));
  });
  const main = lists.slice(0, new Set(telling).size);
  const found = distinct(
    [
      ...addressed.slice(0, 2),
      ...main.flatMap((list) => list.slice(0, 2)),
      ...main.flatMap((list) => list.slice(2)),
      ...lists.slice(main.length).flatMap((list) => list.slice(0, 1)),
    ].flatMap(withRules(site)),
  );
  // What was not asked for comes last: nothing rests on it.
  const sources = [...found.filter(isFetched), ...found.filter((source) => !isFetched(source))].slice(0, MOST_SOURCES);
  if (sources.length > 0) return sources;
  const home = site.items.find(({ role }) => role === 'home') ?? site.items[0];
  return [home ? sourceOf(home) : { url: site.website, not_fetched: 'nothing of the site was asked for' }];
}

/**
 * Whether words of a page are shown as its part in a criterion: what the sentences of evidence quote, and addresses, which documents for
 * machines have. Structure (P1) is shown as it is.
 */
function isShown(ladder: Ladder, { text }: Sentences, excerpt: string): boolean {
  if (ladder.id.startsWith('P1')) return true;
  const words = excerpt.replace(/\s+/g, ' ').trim();
  return /^https?:\/\/\S+$/.test(words) || (words !== '' && text.includes(`"${words}"`));
}

/** Before what was never asked for, because robots.txt forbids it: the robots.txt of its host, where that was answered. */
function withRules({ items }: Site): (source: EvidenceSource) => EvidenceSource[] {
  return (source) => {
    if (isFetched(source)) return [source];
    const rules = items.find(
      ({ role, url, status }) => role === 'robots' && status !== null && hostOf(url) === hostOf(source.url),
    );
    return rules && /^robots\b/.test(source.not_fetched) ? [sourceOf(rules), source] : [source];
  };
}

/** Each once; one without words of a page is left out where another has some of it. */
function distinct(sources: readonly EvidenceSource[]): EvidenceSource[] {
  const wordsOf = (source: EvidenceSource) => (isFetched(source) ? source.excerpt : '');
  const quoted = new Set(sources.filter((source) => wordsOf(source) !== '').map(({ url }) => url));
  const kept = new Map<string, EvidenceSource>();
  for (const source of sources) {
    const key = `${source.url} ${wordsOf(source)}`;
    if ((wordsOf(source) === '' && quoted.has(source.url)) || kept.has(key)) continue;
    kept.set(key, source);
  }
  return [...kept.values()];
}
