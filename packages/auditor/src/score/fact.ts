import type { ClaimVerdict, JudgedClaim } from '../evidence/claim.ts';
import { type EvidenceSource, wasAsked } from '../evidence/evidence.ts';
import type { PageRole, ReadItem, Site } from '../read/site.ts';
import type { HumanReason } from './proposal.ts';
import type { Statement } from './statements/statement.ts';

/**
 * What a fact found: a number at three levels of certainty, sure ≤ likely ≤ possible. `sure` is structure that was seen,
 * `likely` adds what words say, `possible` adds what may be there and was not seen. All three are equal when everything was seen.
 */
export type FactResult = {
  sure: number;
  likely: number;
  possible: number;
  /** Sentences that say it, and those that may: while there are any, nothing is called absent. */
  claims?: readonly ClaimedSentence[];
  /** How many of them are enough for a mention together; all that prove nothing, where it is not said. */
  mentions?: number;
  /** Why the three differ. */
  reasons: readonly HumanReason[];
  /** Where it was found; for what is absent, where it was looked for. Most telling first. */
  sources: readonly EvidenceSource[];
  /** For sentences of evidence: `{fact.count}`, `{fact.list}`, … */
  says: Readonly<Record<string, string | number>>;
};

/** A sentence that a fact found: its page, its words and those beside it, and how it is meant. */
export type ClaimedSentence = {
  item: ReadItem;
  role: string;
  statement: Statement;
  before: string;
  next: string;
  counts: 'proof' | 'sign' | 'candidate';
};

/** Sentences that may say it and prove nothing. */
export const candidatesOf = ({ claims = [] }: FactResult): readonly ClaimedSentence[] =>
  claims.filter(({ counts }) => counts !== 'proof');

/** What was answered about a sentence for a fact: it counts as proof, it does not count, or it may count. */
export type Ruling = 'proof' | 'candidate' | 'refused';

/** The arguments by which answers about sentences reach a fact. */
const rulings: readonly Ruling[] = ['proof', 'candidate', 'refused'];

/**
 * The arguments of a fact with what was answered about sentences for its criterion. What proves one fact proves no other; what
 * does not say it counts for none.
 *
 * @param type the fact's name in its ladder
 */
export const withVerdicts = (args: FactArguments, type: string, judged: readonly JudgedClaim[]): FactArguments => {
  const mine = judged.filter(({ verdict, types }) => verdict !== 'supports' || types.includes(type));
  if (mine.length === 0) return args;
  const quotes = (of: (verdict: ClaimVerdict) => boolean) =>
    mine.filter(({ verdict }) => of(verdict)).map(({ quote }) => quote);
  return {
    ...args,
    judged_proof: quotes((verdict) => verdict === 'supports'),
    judged_candidate: quotes((verdict) => verdict === 'unclear'),
    judged_refused: quotes((verdict) => verdict === 'negated' || verdict === 'other_party'),
  };
};

/** What was answered about a sentence; undefined where nobody was asked. */
export const rulingOn = (args: FactArguments, sentence: string): Ruling | undefined =>
  args.judged_proof === undefined
    ? undefined
    : rulings.find((ruling) => list(args, `judged_${ruling}`).includes(sentence));

export type FactArguments = Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[]>>;

/** A named primitive of ladders. Pure: no clock, no network. */
export type Fact = {
  /** What it finds and what its arguments are, for whoever writes a ladder. */
  about: string;
  find(site: Site, args: FactArguments): FactResult;
};

/** Where something was found, with words of it. */
export type Citation = ReadItem | { item: ReadItem; excerpt?: string | undefined };

export const itemOf = (place: Citation): ReadItem => ('item' in place ? place.item : place);

/** The longest words of a page that a source has. */
const EXCERPT_MAX = 400;

/** In one line, and cut between two words where it is long. */
function excerptOf(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_MAX ? line : line.slice(0, EXCERPT_MAX).replace(/ \S*$/, '');
}

/** The beginning of a text, without the rest of a word or an address. */
export const beginningOf = (text: string, most = 160): string =>
  text.length <= most ? text : text.slice(0, most).replace(/\s\S*$/, '');

/** The source that an item is, with words of it; why it was not asked for, where it was not. */
export const sourceOf = (item: ReadItem, excerpt = ''): EvidenceSource =>
  wasAsked(item)
    ? {
        url: item.final_url,
        fetched_at: item.fetched_at,
        status: item.status,
        sha256: item.sha256,
        excerpt: excerptOf(excerpt),
      }
    : { url: item.url, not_fetched: item.detail ?? item.problem ?? 'it was not asked for' };

/** The sources that the first places are. */
export const sourcesAt = (places: readonly Citation[], most: number): EvidenceSource[] =>
  places.slice(0, most).map((place) => sourceOf(itemOf(place), 'item' in place ? place.excerpt : ''));

/** An argument that is a list; a single word is a list of one. */
export const list = (args: FactArguments, name: string): readonly string[] => {
  const value = args[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly (string | number)[] as readonly string[]) : [];
};

export const rolesOf = (args: FactArguments): readonly PageRole[] => list(args, 'roles') as readonly PageRole[];
