import type { Listed, Snapshot } from '../snapshot.ts';
import { openTimeSlicer, type TimeSlicer } from '../time-slicer.ts';
import { isName, isSummary, type Statement, statementsOf } from './offer.ts';
import { type NeedWord, needWords, stemsOf } from './words.ts';

/** A company that audits say can do what is needed: its place on the leaderboard, what says so, and its worst gap. */
export type Fit = { place: number; match: string; blocking_gap: string | null };

/** Of the words that say what is needed, the share (by rarity) that a company must have. */
const SHARE_LEAST = 0.5;
/** Beside the best one, only those that fit three fifths as well. */
const BESIDE_BEST = 0.6;
/** By how much reading an audit can raise a share: a name weighs more (`offer.ts`). */
const LIKELY = 1.8;
/** What another word for the same thing counts. */
const OTHER_WORD = 0.75;
/** Companies whose audits are read for one answer: of those that are asked for, and of all. */
const READ_MAX = 100;
const BEST_READ = 10;
/** What a sentence of the summary counts beside one of the evidence, as an answer. */
const BEHIND = 0.6;
/** Letters that an answer has room for. */
const SENTENCE = 80;
/** Companies between two looks at the clock. */
const STRIDE = 256;

/**
 * The companies that fit a need, best first (decision 192): by the rarity of the words of the need that their audits say are
 * offered, and where they say it. Nobody where no company has half of what is needed.
 *
 * The words of each company are kept as hashes, some 0.5 KB, from the first need that is asked; a publication later only
 * those of its companies are read again. All of it is done in slices.
 *
 * @param allowed whether a company at a place is asked for at all
 */
export async function companiesFor(
  snapshot: Snapshot,
  need: string,
  allowed: (place: number) => boolean,
): Promise<Fit[]> {
  const words = needWords(need);
  if (!words.length) return [];
  const slicer = openTimeSlicer();
  const packed = await wordsOfAll(snapshot, slicer);
  const { found, rarity } = await occurrences(packed, words, slicer);
  const asked = words.some(({ means }) => !means) ? words.map(({ means }) => !means) : words.map(() => true);
  const share = shareOf(rarity, asked);
  const likely: { place: number; score: number }[] = [];
  for (let place = 0; place < found.length; place++) {
    if (place % STRIDE === 0) await slicer();
    const bits = found[place] as number;
    if (bits === 0) continue;
    const weights = words.map((_, at) => weightIn(bits, at));
    if (share(weights) * LIKELY >= SHARE_LEAST) likely.push({ place, score: sum(weights, rarity) });
  }
  likely.sort((a, b) => b.score - a.score || a.place - b.place);
  // The best of all say what a good fit is, also where they are not asked for.
  const read = new Set([
    ...likely.slice(0, BEST_READ),
    ...likely.filter(({ place }) => allowed(place)).slice(0, READ_MAX),
  ]);
  const fits: (Fit & { score: number })[] = [];
  for (const { place } of read) {
    await slicer();
    const fit = fitOf(snapshot, place, words, rarity, share);
    if (fit) fits.push(fit);
  }
  fits.sort((a, b) => b.score - a.score || a.place - b.place);
  const least = (fits[0]?.score ?? 0) * BESIDE_BEST;
  return fits.filter(({ score, place }) => score >= least && allowed(place)).map(({ score: _, ...fit }) => fit);
}

const sum = (weights: readonly number[], rarity: readonly number[]) =>
  weights.reduce((total, weight, at) => total + weight * (rarity[at] ?? 0), 0);

function shareOf(rarity: readonly number[], asked: readonly boolean[]): (weights: readonly number[]) => number {
  const of = rarity.map((one, at) => (asked[at] ? one : 0));
  const whole = of.reduce((total, one) => total + one, 0);
  return (weights) => sum(weights, of) / whole;
}

/** Reads the audit of one company: how well it fits, and the statement that says so best. */
function fitOf(
  snapshot: Snapshot,
  place: number,
  words: readonly NeedWord[],
  rarity: readonly number[],
  share: (weights: readonly number[]) => number,
): (Fit & { score: number }) | undefined {
  const record = snapshot.record(snapshot.companies[place]?.slug ?? '');
  if (!record) return undefined;
  const best = words.map(() => 0);
  const often = words.map(() => 0);
  let said: { statement: Statement; score: number } | undefined;
  for (const statement of statementsOf(record)) {
    const stems = new Set(stemsOf(statement.text));
    const weights = words.map(({ exact, others }) =>
      stems.has(exact) ? 1 : others.some((other) => stems.has(other)) ? OTHER_WORD : 0,
    );
    for (const [at, weight] of weights.entries()) {
      best[at] = Math.max(best[at] ?? 0, weight * statement.weight);
      if (weight > 0) often[at] = (often[at] ?? 0) + 1;
    }
    const score = sum(weights, rarity) * (isSummary(statement) ? BEHIND : 1);
    if (!isName(statement) && score > (said?.score ?? 0)) said = { statement, score };
  }
  if (share(best) < SHARE_LEAST) return undefined;
  const score = sum(
    best.map((one, at) => one * (1 + Math.log2(1 + (often[at] ?? 0)) / 8)),
    rarity,
  );
  const { title = null } = record.critical_gaps[0] ?? {};
  return { place, score, match: said ? excerpt(said.statement.text, words) : record.company, blocking_gap: title };
}

/** A sentence from the part on that has most of the words. */
function excerpt(text: string, words: readonly NeedWord[]): string {
  if (text.length <= SENTENCE) return text;
  const parts = text.split(/(?<=[,;:])\s+/);
  const found = parts.map((part) => {
    const stems = new Set(stemsOf(part));
    return words.filter(({ exact, others }) => stems.has(exact) || others.some((other) => stems.has(other))).length;
  });
  return parts.slice(found.indexOf(Math.max(...found))).join(' ');
}

/** Where the words of a need occur: a bit for each word, 16 higher where only another word for it does; and how rare they are. */
async function occurrences(packed: readonly string[], words: readonly NeedWord[], slicer: TimeSlicer) {
  const hashes = words.map(({ exact, others }) => ({ exact: hashOf(exact), others: others.map(hashOf) }));
  const found = new Uint32Array(packed.length);
  const companies = words.map(() => 0);
  for (const [place, own] of packed.entries()) {
    if (place % STRIDE === 0) await slicer();
    let bits = 0;
    for (const [at, { exact, others }] of hashes.entries()) {
      if (has(own, exact)) bits |= 1 << at;
      else if (others.some((other) => has(own, other))) bits |= 1 << (at + 16);
      else continue;
      companies[at] = (companies[at] ?? 0) + 1;
    }
    found[place] = bits;
  }
  const rarity = companies.map((many) => rarityOf(Math.max(1, many), packed.length));
  return { found, rarity };
}

/** A word that nobody has weighs no more than one that a single company has: there may be another word for it. */
const rarityOf = (many: number, all: number) => Math.log(1 + (all - many + 0.5) / (many + 0.5));

const weightIn = (bits: number, at: number) => ((bits >>> at) & 1 ? 1 : (bits >>> (at + 16)) & 1 ? OTHER_WORD : 0);

/** The hashed words of each company, which is the same object as long as its audits are. */
const words_of = new WeakMap<Listed, string>();
/** The same by place, for each snapshot that a need was asked of. */
const kept = new WeakMap<Snapshot, Promise<readonly string[]>>();

function wordsOfAll(snapshot: Snapshot, slicer: TimeSlicer): Promise<readonly string[]> {
  const known = kept.get(snapshot) ?? readAll(snapshot, slicer);
  kept.set(snapshot, known);
  known.catch(() => kept.delete(snapshot));
  return known;
}

async function readAll(snapshot: Snapshot, slicer: TimeSlicer): Promise<readonly string[]> {
  const all: string[] = [];
  for (const company of snapshot.companies) {
    await slicer();
    let own = words_of.get(company);
    if (own === undefined) {
      const record = snapshot.record(company.slug);
      own = record ? packedWords(statementsOf(record)) : '';
      words_of.set(company, own);
    }
    all.push(own);
  }
  return all;
}

/** The hashes of all words, sorted, three letters each: a text of one byte a letter takes no object of its own. */
function packedWords(statements: readonly Statement[]): string {
  const hashes = Uint32Array.from(new Set(statements.flatMap(({ text }) => stemsOf(text)).map(hashOf))).sort();
  const bytes = Buffer.allocUnsafe(hashes.length * 3);
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, at * 3, 3);
  return bytes.toString('latin1');
}

/** 24 bits (FNV-1a): of a company's 200 words one in 80,000 other words seems to be among them, and reading the audit shows whether it is. */
function hashOf(stem: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193);
  return (hash >>> 8) ^ (hash & 0xff);
}

function has(packed: string, hash: number): boolean {
  let [low, high] = [0, packed.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * 3;
    const here = (packed.charCodeAt(at) << 16) | (packed.charCodeAt(at + 1) << 8) | packed.charCodeAt(at + 2);
    if (here === hash) return true;
    if (here < hash) low = middle + 1;
    else high = middle;
  }
  return false;
}
