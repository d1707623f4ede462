import { domainToUnicode } from 'node:url';
import { ownedPart } from '@readymark/auditor/site-owner';
import { coreName, fold, withoutLegalForms } from '../../domain/companies/company-name.ts';
import { compareTexts } from '../leaderboard.ts';
import type { Listed, SearchGroup, Snapshot } from '../snapshot.ts';

/**
 * The text of a group of companies: a line for each, with name, slug and address, which always has a slash after its host.
 *
 * @param known the line of a company, where it was made before
 */
export function searchGroup<Of extends Listed>(
  companies: readonly Of[],
  known: (company: Of) => string | undefined = () => undefined,
): Omit<SearchGroup, 'companies'> & { companies: readonly Of[] } {
  const starts = new Uint32Array(companies.length + 1);
  const lines = companies.map((of, at) => {
    const line = known(of) ?? lineFor(of);
    starts[at + 1] = (starts[at] ?? 0) + line.length + 1;
    return line;
  });
  return { companies, text: `${lines.join('\n')}\n`, starts };
}

function lineFor({ company, slug, website }: Listed): string {
  const { host, path } = addressIn(website.toLowerCase());
  return fold(`${company} ${slug} ${host}/${path}`);
}

/** Characters of a query. */
export const QUERY_LENGTH_MAX = 200;

/** Words that every company is compared with; of more, the rarest (decision 71). */
const WORDS_MAX = 4;
/** Comparisons of a company with one of the further words, at most: well under a millisecond. */
const FURTHER_MAX = 15_000;
/** Companies by which it is estimated how rare a word is. */
const SAMPLE_COMPANIES = 64;

/**
 * Companies whose name, slug or website contain every word of the query (decision 71), in leaderboard order; all for a
 * query without words. Where nothing does, legal forms need not match, nor the parts of a web address around its site.
 */
export function search(snapshot: Snapshot, query: string): readonly Listed[] {
  const { companies } = snapshot;
  const places = searchPlaces(snapshot, query);
  if (places === undefined || places.length === companies.length) return companies;
  return places.map((place) => companies[place] as Listed);
}

/** What `search` finds, as places on the leaderboard; undefined for all companies. */
export function searchPlaces(snapshot: Snapshot, query: string): readonly number[] | undefined {
  for (const reading of readingsOf(query)) {
    if (!reading.texts.length) return undefined;
    const found = placesWith(snapshot, reading);
    if (found.length) return found;
  }
  return [];
}

/** One way to read a query: texts that must all be in a company's line, and words that must be whole words in it. */
type Reading = { texts: readonly string[]; whole: readonly string[] };

/** What a query may mean, most exact first. */
function* readingsOf(query: string): Generator<Reading> {
  // Folding may lengthen a text: one letter can stand for eighteen.
  const words = fold(query.slice(0, QUERY_LENGTH_MAX))
    .slice(0, QUERY_LENGTH_MAX)
    .split(/[\s,;|]+/)
    .map(trimmed)
    .filter(Boolean);
  const core = withoutLegalForms(words);
  const whole = words.filter((word) => !core.includes(word));
  const meanings = core.map(meaningsOf);
  const levels = Math.max(1, ...meanings.map(({ length }) => length));
  let before = '';
  for (let level = 0; level < levels; level++) {
    const texts = distinct(meanings.flatMap((of) => of[Math.min(level, of.length - 1)] ?? []));
    if (level === 0 && whole.length) yield { texts, whole };
    const key = texts.join('\n');
    if (key !== before || level === 0) yield { texts, whole: [] };
    before = key;
  }
}

/** Punctuation that a word is quoted or ended with. */
const AROUND = new Set('"\'`()[]{}<>!?:');

function trimmed(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && AROUND.has(word[from] ?? '')) from += 1;
  while (from < to && (AROUND.has(word[to - 1] ?? '') || word[to - 1] === '.')) to -= 1;
  return word.slice(from, to);
}

/**
 * The texts that a word may stand for, most exact first. A web address stands for itself, then for shorter parts of its
 * path, its host, and the site that the host belongs to; `tide-tables` also for its two words.
 */
function meaningsOf(word: string): (readonly string[])[] {
  const { host, path, explicit } = addressIn(word);
  const owned = host.includes('.') ? ownedPart(host) : null;
  const site = owned === null ? [] : [[` ${owned}/`], [`.${owned}/`]];
  if (!explicit) return [[word], ...partsOf(word), ...site];
  const clean = path.split(/[?#]/, 1)[0] ?? '';
  const folder = clean.split('/', 1)[0] ?? '';
  return [path, clean, folder, ''].map((part) => [` ${host}/${part}`]).concat(site);
}

const partsOf = (word: string) => {
  const parts = word.split(/[-_]+/).filter(Boolean);
  return parts.length > 1 ? [parts] : [];
};

/**
 * The host of a web address without `www.` and port, and its path without the slashes around it. `explicit`: it cannot be
 * another word, because it has a scheme, `www.`, a path or the name of a mailbox.
 */
function addressIn(text: string): { host: string; path: string; explicit: boolean } {
  const scheme = text.indexOf('://');
  const rest = scheme < 0 ? text : text.slice(scheme + 3);
  const slash = rest.search(/[/?#]/);
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const named = authority.slice(authority.lastIndexOf('@') + 1).split(':', 1)[0] ?? '';
  const short = named.replace(/^www\./, '');
  const host = short.includes('xn--') ? fold(domainToUnicode(short)) || short : short;
  const path = slash < 0 ? '' : rest.slice(slash).replace(/^\//, '').replace(/\/$/, '');
  const whole = slash < 0 && short === authority;
  return { host, path, explicit: scheme >= 0 || (dotted.test(host) && !whole) };
}

/** A host of two labels or more. */
const dotted = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

/** The name in a web address, `acme` of `https://shop.acme.co.uk/plans`; undefined for a text that is no address. */
export function siteName(text: string): string | undefined {
  const { host, explicit } = addressIn(fold(text).trim());
  if (!explicit && !dotted.test(host)) return undefined;
  return (ownedPart(host) ?? host).split('.', 1)[0];
}

/** Without those that are part of another, which are found with it. */
function distinct(texts: readonly string[]): string[] {
  const longest_first = [...new Set(texts)].sort((a, b) => b.length - a.length);
  return longest_first.filter((text, at) => !longest_first.slice(0, at).some((longer) => longer.includes(text)));
}

/** The places of the companies that one reading finds, in leaderboard order. */
function placesWith(snapshot: Snapshot, { texts, whole }: Reading): readonly number[] {
  const [rarest = '', ...others] = texts.length > 1 ? rarestFirst(snapshot, texts) : texts;
  const compared = others.slice(0, WORDS_MAX - 1);
  const further = others.slice(WORDS_MAX - 1);
  const found: number[] = [];
  const lines: string[] = [];
  let first = 0;
  for (const group of snapshot.groups) {
    for (const at of placesOf(group, rarest)) {
      const line = compared.length || whole.length || further.length ? lineOf(group, at) : '';
      if (!compared.every((text) => line.includes(text)) || !whole.every((word) => hasWord(line, word))) continue;
      found.push(first + at);
      if (further.length) lines.push(line);
    }
    first += group.companies.length;
  }
  if (found.length * further.length > FURTHER_MAX) return found;
  return further.length ? found.filter((_, at) => further.every((text) => lines[at]?.includes(text))) : found;
}

/** Whether a line contains a word that is not part of a longer one. */
function hasWord(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
    if (!isLetter(line, at - 1) && !isLetter(line, at + word.length)) return true;
  return false;
}

function isLetter(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  // Folded text has no capital letters. Most of it is ASCII, which needs no pattern; outside of the line code is NaN.
  if (code >= 128) return /[\p{L}\p{N}]/u.test(line[at] ?? '');
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** The companies of a group whose line contains a word. */
export function placesOf({ text, starts, companies }: SearchGroup, word: string): number[] {
  const places: number[] = [];
  let at = 0;
  for (let hit = text.indexOf(word); hit >= 0 && at < companies.length; hit = text.indexOf(word, starts[at])) {
    while ((starts[at + 1] ?? 0) <= hit) at += 1;
    places.push(at);
    at += 1;
  }
  return places;
}

const lineOf = ({ text, starts }: SearchGroup, at: number) => text.slice(starts[at], starts[at + 1]);

/** Words by how many of some companies, spread over the leaderboard, have them: few companies match a rare word. */
function rarestFirst({ groups, count }: Snapshot, words: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(count / SAMPLE_COMPANIES));
  const sample: string[] = [];
  let next = 0;
  for (const group of groups) {
    for (; next < group.companies.length; next += step) sample.push(lineOf(group, next));
    next -= group.companies.length;
  }
  const frequency = (word: string) => sample.filter((line) => line.includes(word)).length;
  return words
    .map((word) => ({ word, found: frequency(word) }))
    .sort((a, b) => a.found - b.found)
    .map(({ word }) => word);
}

/**
 * The company that a text names: by its whole name, with or without its legal form, or by words that no other company
 * has. undefined when there is none, or more than one.
 */
export function named(snapshot: Snapshot, text: string): Pick<Listed, 'slug'> | undefined {
  if (text.trim() === '') return undefined;
  const exact = ofName(snapshot, text) ?? ofHost(snapshot, text);
  if (exact) return exact;
  const by_words = search(snapshot, text);
  if (by_words.length < 2) return by_words[0];
  const short = by_words.filter(({ company }) => company.length <= text.length + LEGAL_FORM_LENGTH);
  for (const [nameOf, most] of [
    [fold, short.length],
    [coreName, CORE_NAMES_MAX],
  ] as const) {
    const name = nameOf(text);
    const by_name = short.slice(0, most).filter(({ company }) => nameOf(company) === name);
    if (by_name.length === 1) return by_name[0];
  }
  return undefined;
}

/** The only company of exactly this name, found without a search. */
function ofName({ by_name }: Snapshot, text: string): Listed | undefined {
  let [low, high] = [0, by_name.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareTexts(by_name.at(middle)?.company ?? '', text) < 0) low = middle + 1;
    else high = middle;
  }
  const isOf = (company: Listed | undefined) => company !== undefined && compareTexts(company.company, text) === 0;
  const found = by_name.at(low);
  return isOf(found) && !isOf(by_name.at(low + 1)) ? found : undefined;
}

/** The company of this very host whose slug is the name of its site, found without a search. */
function ofHost(snapshot: Snapshot, text: string): Pick<Listed, 'slug'> | undefined {
  const entry = snapshot.entry(siteName(text) ?? '');
  if (!entry) return undefined;
  const { host, path } = addressIn(fold(text).trim());
  return path === '' && host === addressIn(entry.website.toLowerCase()).host ? entry : undefined;
}

/** By how much a legal form lengthens a name, and of how many companies the names are compared without theirs, at most. */
const LEGAL_FORM_LENGTH = 25;
const CORE_NAMES_MAX = 100;
