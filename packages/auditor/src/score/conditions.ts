import type { Condition, Ladder } from '@readymark/rubric/ladder';
import { candidatesOf, type FactResult } from './fact.ts';
import type { RungState } from './proposal.ts';

/** Certainty: 0 surely, 1 likely, 2 possibly. What is not, or at most, is judged at the other end: surely not is not possibly. */
export type Level = 0 | 1 | 2;

/** How many sentences speak of a thing before it counts as mentioned. */
const MENTIONED = 2;

const opposite = { 0: 2, 1: 1, 2: 0 } as const;
const states: readonly RungState[] = ['true', 'likely', 'unknown'];

/** What the facts of one criterion found, by their names in its ladder. */
export type Findings = (criterion: string, fact: string) => FactResult;

/** Decides rungs at three levels of certainty; each rung once. */
export class Rungs {
  readonly #ladders: ReadonlyMap<string, Ladder>;
  readonly #findings: Findings;
  readonly #foreign: boolean;
  readonly #known = new Map<string, boolean>();

  /** @param foreign most pages are in another language than English: words that were not found are not called absent */
  constructor(ladders: ReadonlyMap<string, Ladder>, findings: Findings, foreign = false) {
    this.#foreign = foreign;
    this.#ladders = ladders;
    this.#findings = findings;
  }

  /** Whether a condition in the ladder of a criterion holds. */
  holds(criterion: string, condition: Condition, level: Level): boolean {
    if ('all' in condition) return condition.all.every((one) => this.holds(criterion, one, level));
    if ('any' in condition) return condition.any.some((one) => this.holds(criterion, one, level));
    if ('not' in condition) return !this.holds(criterion, condition.not, opposite[level]);
    if ('rung' in condition)
      return this.rung('criterion' in condition ? condition.criterion : criterion, condition.rung, level);
    const found = this.#findings(criterion, condition.fact);
    return 'min' in condition
      ? valueAt(found, level) >= condition.min
      : valueAt(found, opposite[level]) <= condition.max;
  }

  /**
   * Whether a sentence may be printed: what it asserts holds by what was seen; with `denies`, what it calls absent is surely so, and no
   * sentence may say it.
   */
  may(criterion: string, condition: Condition, denies: boolean): boolean {
    if (!denies) return this.holds(criterion, condition, 1);
    if ('all' in condition) return condition.all.every((one) => this.may(criterion, one, true));
    if ('any' in condition) return condition.any.some((one) => this.may(criterion, one, true));
    if ('not' in condition)
      return !this.holds(criterion, condition.not, 2) && !this.#mayBeSaid(criterion, condition.not);
    if ('fact' in condition && 'max' in condition)
      return this.holds(criterion, condition, 0) && !this.#mayBeSaid(criterion, condition);
    return this.holds(criterion, condition, 1);
  }

  #mayBeSaid(criterion: string, condition: Condition): boolean {
    const ladder = this.#ladders.get(criterion);
    const names = ladder ? factsIn(condition, ladder) : [];
    return names.some(
      (name) =>
        (this.#foreign && ladder?.facts[name]?.with.finder !== undefined) ||
        candidatesOf(this.#findings(criterion, name)).length > 0,
    );
  }

  /** Rung 0 always holds; a rung that rests on words never surely does. */
  rung(criterion: string, score: number, level: Level): boolean {
    const rung = this.#ladders.get(criterion)?.rungs.find((one) => one.score === score);
    if (!rung) return score === 0;
    if (rung.lexical && level === 0) return false;
    const key = `${criterion} ${score} ${level}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const holds =
      this.holds(criterion, rung.when, level) || (score === 1 && level > 0 && this.#isMentioned(criterion, rung.when));
    this.#known.set(key, holds);
    return holds;
  }

  /** The first rung asks only that something is mentioned: sentences that prove nothing do that. */
  #isMentioned(criterion: string, condition: Condition): boolean {
    if ('any' in condition) return condition.any.some((one) => this.#isMentioned(criterion, one));
    if (!('fact' in condition) || !('min' in condition)) return false;
    const found = this.#findings(criterion, condition.fact);
    return (found.mentions ?? candidatesOf(found).length) >= MENTIONED;
  }

  /** The highest rung that holds at a level. */
  highest(ladder: Ladder, level: Level): number {
    return Math.max(0, ...ladder.rungs.map(({ score }) => (this.rung(ladder.id, score, level) ? score : 0)));
  }

  state(criterion: string, score: number): RungState {
    return states[([0, 1, 2] as const).findIndex((level) => this.rung(criterion, score, level))] ?? 'false';
  }
}

const valueAt = ({ sure, likely, possible }: FactResult, level: Level): number =>
  [sure, likely, possible][level] ?? sure;

/** The facts that a condition names in its own ladder, those of rungs that it names included. */
export function factsIn(condition: Condition, ladder: Ladder, seen: ReadonlySet<number> = new Set()): string[] {
  if ('all' in condition) return condition.all.flatMap((one) => factsIn(one, ladder, seen));
  if ('any' in condition) return condition.any.flatMap((one) => factsIn(one, ladder, seen));
  if ('not' in condition) return factsIn(condition.not, ladder, seen);
  if ('fact' in condition) return [condition.fact];
  const { rung: score } = condition;
  if ('criterion' in condition || seen.has(score)) return [];
  const rung = ladder.rungs.find((one) => one.score === score);
  return rung ? factsIn(rung.when, ladder, new Set([...seen, score])) : [];
}
