import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import { openTimeSlicer, type TimeSlicer } from '../time-slicer.ts';
import { isName, isSummary, NAME, type Statement, statementsOf, textsOf } from './offer.ts';
import { type NeedWord, needWords, stemsOf } from './words.ts';

/** A company that audits say can do what is needed: its place on the leaderboard, what says so, and its worst gap. */
export type Fit = { place: number; match: string; blocking_gap: string | null };

/** Of the words that say what is needed, the share (by rarity) that a company must have, and one that only comes near. */
const SHARE_LEAST = 0.55;
const SHARE_NEAR = 0.25;
/** Beside the best one, only those that fit three fifths as well. */
const BESIDE_BEST = 0.6;
/** What a word counts that no audit has. */
const UNKNOWN = 0.8;
/** What another word for the same thing counts. */
const OTHER_WORD = 0.75;
/** Companies whose audits are read for one answer: of those that are asked for, and of all. */
const READ_MAX = 100;
const BEST_READ = 10;
/** What a sentence of the summary counts beside one of the evidence, as an answer. */
const BEHIND = 0.6;
/** Letters that an answer has room for. */
const SENTENCE = 80;
/** How long a call waits until all audits are read for the first time, and after how many seconds it is to come again at most. */
const WAIT_MS = 10_000;
const RETRY_MAX = 60;
/** Steps of a search among the words of a company: where the words of a need are so many times fewer, each is searched for. */
const STEPS = 9;
/** How many hashes there can be: 24 bits. */
const HASHES = 2 ** 24;
/** Companies between two looks at the clock. */
const STRIDE = 64;

/**
 * The companies that fit a need, best first (decision 192): by the rarity of the words of the need that their audits say are
 * offered, and where they say it. Nobody where no company has more than half of what is needed.
 *
 * The words of each company are kept as hashes, some 0.8 KB, from the first need that is asked; a publication later only
 * those of its companies are read again. All of it is done in slices.
 *
 * @param allowed whether a company at a place is asked for at all
 * @param near whether a part of what is needed is enough
 * @param wait_ms how long the first reading of the audits may take for this call
 * @throws Fault unavailable when it takes longer
 */
export async function companiesFor(
  snapshot: Snapshot,
  need: string,
  allowed: (place: number) => boolean,
  { near = false, wait_ms = WAIT_MS }: { near?: boolean; wait_ms?: number | undefined } = {},
): Promise<Fit[]> {
  const words = needWords(need);
  if (!words.length) return [];
  const slicer = openTimeSlicer();
  const packed = await wordsOfAll(snapshot, wait_ms);
  const { found, rarity, other } = await occurrences(packed, words, slicer);
  const asked = words.some(({ means }) => !means) ? words.map(({ means }) => !means) : words.map(() => true);
  const share = shareOf(rarity, asked);
  const share_least = near ? SHARE_NEAR : SHARE_LEAST;
  const likely: { place: number; score: number }[] = [];
  for (let place = 0; place < found.length; place++) {
    if (place % STRIDE === 0) await slicer();
    const bits = found[place] as number;
    if (bits === 0) continue;
    const weights = words.map((_, at) => weightIn(bits, at, other[at] ?? 0));
    if (share(weights) * NAME >= share_least) likely.push({ place, score: sum(weights, rarity) });
  }
  likely.sort((a, b) => b.score - a.score || a.place - b.place);
  // The best of all say what a good fit is, also where they are not asked for.
  const read = new Set([
    ...likely.slice(0, BEST_READ),
    ...likely.filter(({ place }) => allowed(place)).slice(0, READ_MAX),
  ]);
  const fits: (Fit & { score: number; share: number })[] = [];
  for (const { place } of read) {
    await slicer();
    const fit = fitOf(snapshot, place, words, { rarity, other, share });
    if (fit && fit.share >= share_least) fits.push(fit);
  }
  fits.sort((a, b) => b.score - a.score || a.place - b.place);
  const least = (fits[0]?.score ?? 0) * BESIDE_BEST;
  return fits
    .filter(({ score, place }) => score >= least && allowed(place))
    .map(({ score: _, share: __, ...fit }) => fit);
}

const sum = (weights: readonly number[], rarity: readonly number[]) =>
  weights.reduce((total, weight, at) => total + weight * (rarity[at] ?? 0), 0);

type Share = (weights: readonly number[]) => number;

function shareOf(rarity: readonly number[], asked: readonly boolean[]): Share {
  const of = rarity.map((one, at) => (asked[at] ? one : 0));
  const whole = of.reduce((total, one) => total + one, 0);
  return (weights) => sum(weights, of) / whole;
}

/** Reads the audit of one company: how well it fits, and the statement that says so best. */
function fitOf(
  snapshot: Snapshot,
  place: number,
  words: readonly NeedWord[],
  { rarity, other, share }: { rarity: readonly number[]; other: readonly number[]; share: Share },
): (Fit & { score: number; share: number }) | undefined {
  const record = snapshot.record(snapshot.companies[place]?.slug ?? '');
  if (!record) return undefined;
  const best = words.map(() => 0);
  const often = words.map(() => 0);
  let said: { statement: Statement; score: number } | undefined;
  for (const statement of statementsOf(record)) {
    const stems = new Set(stemsOf(statement.text));
    const weights = words.map(({ exact, others }, at) =>
      stems.has(exact) ? 1 : others.some((one) => stems.has(one)) ? (other[at] ?? 0) : 0,
    );
    for (const [at, weight] of weights.entries()) {
      best[at] = Math.max(best[at] ?? 0, weight * statement.weight);
      if (weight > 0) often[at] = (often[at] ?? 0) + 1;
    }
    const score = sum(weights, rarity) * (isSummary(statement) ? BEHIND : 1);
    if (!isName(statement) && score > (said?.score ?? 0)) said = { statement, score };
  }
  const score = sum(
    best.map((one, at) => one * (1 + Math.log2(1 + (often[at] ?? 0)) / 8)),
    rarity,
  );
  const { title = null } = record.critical_gaps[0] ?? {};
  return {
    place,
    score,
    share: share(best),
    match: said ? excerpt(said.statement.text, words) : record.company,
    blocking_gap: title,
  };
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
  /** The bits of each hash that is looked for; and whether one is, as a bit of its own: few of those that are read are. */
  const bits_of = new Map<number, number>();
  const sought = new Uint8Array(HASHES / 8);
  for (const [at, { exact, others }] of words.entries())
    for (const [word, bit] of [[exact, at], ...others.map((other) => [other, at + 16] as const)] as const) {
      const hash = hashOf(word);
      bits_of.set(hash, (bits_of.get(hash) ?? 0) | (1 << bit));
      sought[hash >>> 3] = (sought[hash >>> 3] ?? 0) | (1 << (hash & 7));
    }
  const found = new Uint32Array(packed.length);
  const exact = words.map(() => 0);
  const any = words.map(() => 0);
  for (const [place, own] of packed.entries()) {
    if (place % STRIDE === 0) await slicer();
    let bits = 0;
    if (bits_of.size * STEPS < own.length / 3) {
      for (const [hash, bit] of bits_of) if (has(own, hash)) bits |= bit;
    } else
      for (let at = 0; at < own.length; at += 3) {
        const hash = hashAt(own, at);
        if ((sought[hash >>> 3] as number) & (1 << (hash & 7))) bits |= bits_of.get(hash) as number;
      }
    if (bits === 0) continue;
    found[place] = bits;
    for (let at = 0; at < words.length; at++) {
      if ((bits >>> at) & 1) exact[at] = (exact[at] ?? 0) + 1;
      if (((bits >>> at) | (bits >>> (at + 16))) & 1) any[at] = (any[at] ?? 0) + 1;
    }
  }
  const rarityOfAll = (many: number) => rarityOf(Math.max(1, many), packed.length);
  const rarity = words.map(({ weight }, at) => {
    const many = exact[at] || any[at] || 0;
    return rarityOfAll(many) * weight * (many === 0 ? UNKNOWN : 1);
  });
  // Another word that many have says little, however rare the one that was asked for is.
  const other = words.map(
    (_, at) => OTHER_WORD * Math.min(1, rarityOfAll(any[at] ?? 0) / rarityOfAll(exact[at] || any[at] || 0)),
  );
  return { found, rarity, other };
}

/** A word that nobody has weighs no more than one that a single company has: there may be another word for it. */
const rarityOf = (many: number, all: number) => Math.log(1 + (all - many + 0.5) / (many + 0.5));

const weightIn = (bits: number, at: number, other: number) =>
  (bits >>> at) & 1 ? 1 : (bits >>> (at + 16)) & 1 ? other : 0;

/** The hashed words of each company, which is the same object as long as its audits are. */
const words_of = new WeakMap<Listed, string>();
/** The reading of all audits of a snapshot that a need was asked of. */
const readings = new WeakMap<Snapshot, Reading>();

/** The words by place, when all are read, and how many are. */
type Reading = { all: Promise<readonly string[]>; done: number; began: number };

/**
 * The words of all companies, by place.
 *
 * @throws Fault unavailable when that takes too long, with the seconds that are left of it; the reading goes on
 */
async function wordsOfAll(snapshot: Snapshot, wait_ms: number): Promise<readonly string[]> {
  const reading = readings.get(snapshot) ?? startReading(snapshot);
  const waited = new AbortController();
  const words = await Promise.race([
    reading.all,
    delay(wait_ms, undefined, { ref: false, signal: waited.signal }).catch(() => undefined),
  ]).finally(() => waited.abort());
  if (words) return words;
  const { done, began } = reading;
  const left = ((performance.now() - began) / Math.max(1, done)) * (snapshot.companies.length - done);
  throw new Fault('unavailable', 'The audits are being read for what companies offer, once after a start.', {
    retry_after: Math.max(1, Math.min(RETRY_MAX, Math.ceil(left / 1_000))),
  });
}

function startReading(snapshot: Snapshot): Reading {
  const reading: Reading = { all: Promise.resolve([]), done: 0, began: performance.now() };
  reading.all = readAll(snapshot, reading);
  reading.all.catch(() => readings.delete(snapshot));
  readings.set(snapshot, reading);
  return reading;
}

async function readAll(snapshot: Snapshot, reading: Reading): Promise<readonly string[]> {
  const slicer = openTimeSlicer();
  const all: string[] = [];
  for (const company of snapshot.companies) {
    let own = words_of.get(company);
    if (own === undefined) {
      await slicer();
      const record = snapshot.record(company.slug);
      own = record ? packedWords(textsOf(record)) : '';
      words_of.set(company, own);
    } else if (all.length % STRIDE === 0) await slicer();
    reading.done = all.push(own);
  }
  return all;
}

/**
 * The hashes of all words, sorted, three letters each: a text of one byte a letter takes no object of its own. Those of denied sentences are
 * among them, which takes a third less time; whoever is found by them alone is left out when its audit is read.
 */
function packedWords(texts: readonly Statement[]): string {
  const hashes = new Set<number>();
  for (const { text } of texts) for (const stem of stemsOf(text)) hashes.add(hashOf(stem));
  const bytes = Buffer.allocUnsafe(hashes.size * 3);
  let at = 0;
  for (const hash of Uint32Array.from(hashes).sort()) at = bytes.writeUIntBE(hash, at, 3);
  return bytes.toString('latin1');
}

/** 24 bits (FNV-1a): of a company's 200 words one in 80,000 other words seems to be among them, and reading the audit shows whether it is. */
function hashOf(stem: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193);
  return (hash >>> 8) ^ (hash & 0xff);
}

const hashAt = (packed: string, at: number) =>
  (packed.charCodeAt(at) << 16) | (packed.charCodeAt(at + 1) << 8) | packed.charCodeAt(at + 2);

function has(packed: string, hash: number): boolean {
  let [low, high] = [0, packed.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = hashAt(packed, middle * 3);
    if (here === hash) return true;
    if (here < hash) low = middle + 1;
    else high = middle;
  }
  return false;
}
