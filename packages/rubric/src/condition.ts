import type { Condition } from './ladder.ts';

/**
 * A condition as people write it in a file of ladders: `rung 2 and (offer or place) and faults <= 0`.
 *
 * - A fact alone is found (`min` 1); `share >= 50` and `faults <= 0` compare it.
 * - `rung 2` is a rung of the same criterion, `P1-D rung 2` one of another.
 * - `not` binds closest, then `and`, then `or`; parentheses group.
 *
 * @throws SyntaxError that says what was expected, what was found and where
 */
export function parseCondition(text: string): Condition {
  const reader = new Reader(text);
  const condition = either(reader);
  if (reader.next !== undefined) throw reader.expected('"and", "or" or the end');
  return condition;
}

/** Words that no fact may be called. */
export const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not', 'rung', 'when', 'always']);

class Reader {
  readonly #text: string;
  readonly #tokens: readonly { word: string; at: number }[];
  #place = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...text.matchAll(/[<>]=|[()]|[\w.-]+|\S/g)].map(({ 0: word, index }) => ({ word, at: index }));
  }

  get next(): string | undefined {
    return this.#tokens[this.#place]?.word;
  }

  /** Goes on behind the next token where it is this one. */
  took(word: string): boolean {
    if (this.next !== word) return false;
    this.#place += 1;
    return true;
  }

  /** The next token where it looks like this, else an error. */
  take(what: string, like: RegExp): string {
    const { next } = this;
    if (next === undefined || !like.test(next)) throw this.expected(what);
    this.#place += 1;
    return next;
  }

  number(): number {
    return Number(this.take('a number', /^-?\d+(\.\d+)?$/));
  }

  expected(what: string): SyntaxError {
    const found = this.#tokens[this.#place];
    const before = this.#text.slice(0, found?.at).trimEnd();
    const place = before === '' ? 'at the beginning' : `after "${before.slice(-40)}"`;
    return new SyntaxError(`${place} there should be ${what}, not ${found ? `"${found.word}"` : 'the end'}`);
  }
}

/** One condition, or any of several with `or` between them. */
function either(reader: Reader): Condition {
  const [first, ...others] = list(reader, 'or', both);
  return others.length === 0 ? first : { any: [first, ...others] };
}

/** One condition, or all of several with `and` between them. */
function both(reader: Reader): Condition {
  const [first, ...others] = list(reader, 'and', single);
  return others.length === 0 ? first : { all: [first, ...others] };
}

function list(reader: Reader, between: string, read: (reader: Reader) => Condition): [Condition, ...Condition[]] {
  const found: [Condition, ...Condition[]] = [read(reader)];
  while (reader.took(between)) found.push(read(reader));
  return found;
}

function single(reader: Reader): Condition {
  if (reader.took('not')) return { not: single(reader) };
  if (reader.took('(')) {
    const inside = either(reader);
    reader.take('")"', /^\)$/);
    // One thing alone in parentheses is any of one.
    return 'all' in inside || 'any' in inside || 'not' in inside ? inside : { any: [inside] };
  }
  if (reader.took('rung')) return { rung: reader.number() };
  const name = reader.take('a fact, "rung", "not" or "("', /^(?!(and|or)$)[A-Za-z]/);
  if (reader.took('rung')) return { criterion: name, rung: reader.number() };
  if (reader.took('>=')) return { fact: name, min: reader.number() };
  if (reader.took('<=')) return { fact: name, max: reader.number() };
  return { fact: name, min: 1 };
}
