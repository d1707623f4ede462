import type { StyledElement } from './sheets/element.ts';
import { byStrength, type Declarations, type Rule, type StyleSheet } from './sheets/sheet.ts';

/** Values in values that are followed, characters of what they come to, and rules that give one variable. */
const MOST = { depth: 6, value: 300, rules: 200 };

type Given = {
  sheets: readonly StyleSheet[];
  /** Whether all sheets are known: a variable that none of them gives may otherwise be in another. */
  whole: boolean;
  matches(element: StyledElement, rule: Rule): boolean;
  attribute(style: string): Declarations;
};

/** What the variables of style sheets (`--name`) stand for on each element of one page. */
export class Variables {
  readonly #given: Given;
  readonly #known = new WeakMap<StyledElement, Map<string, string | null | undefined>>();

  constructor(given: Given) {
    this.#given = given;
  }

  /** A value with what its variables stand for; undefined where one is unknown. */
  resolve(element: StyledElement, value: string, depth = 0): string | undefined {
    if (!value.includes('var(')) return value;
    if (depth > MOST.depth) return undefined;
    const start = value.indexOf('var(');
    const end = closing(value, start + 3);
    if (end === -1) return undefined;
    const inner = value.slice(start + 4, end);
    const comma = inner.indexOf(',');
    const name = (comma === -1 ? inner : inner.slice(0, comma)).trim();
    const own = this.#of(element, name, depth);
    const given = own === undefined && comma !== -1 ? inner.slice(comma + 1).trim() : own;
    if (given === undefined || given === null) return undefined;
    const replaced = `${value.slice(0, start)}${given}${value.slice(end + 1)}`;
    return replaced.length > MOST.value ? undefined : this.resolve(element, replaced, depth + 1);
  }

  /**
   * Of the element itself, or of the nearest one around it that has it, as it stands for something there; null where that is unknown,
   * undefined where nothing gives it.
   */
  #of(element: StyledElement | undefined, name: string, depth: number): string | null | undefined {
    if (!element) return this.#given.whole ? undefined : null;
    const known = this.#known.get(element) ?? new Map<string, string | null | undefined>();
    if (known.has(name)) return known.get(name);
    this.#known.set(element, known);
    // A variable that leads back to itself stands for nothing.
    known.set(name, null);
    const own = this.#declared(element, name);
    const value =
      own === undefined
        ? this.#of(element.around, name, depth)
        : own === null
          ? null
          : (this.resolve(element, own, depth + 1) ?? null);
    known.set(name, value);
    return value;
  }

  /** Null where it is unknown what is declared: a state may change it. */
  #declared(element: StyledElement, name: string): string | null | undefined {
    const { sheets, matches, attribute } = this.#given;
    const { style } = element.attributes;
    const own = style?.includes('--') ? attribute(style).get(name) : undefined;
    const all = sheets.flatMap(({ variables }, sheet) => (variables.get(name) ?? []).map((rule) => ({ rule, sheet })));
    if (all.length > MOST.rules) return null;
    const rules = all.filter(({ rule }) => !rule.selector.acted && matches(element, rule));
    const changes = all.some(
      ({ rule }) => (rule.selector.acted || rule.selector.stated) && !rules.some((one) => one.rule === rule),
    );
    const weight = ({ rule: { declarations } }: (typeof rules)[number]) => Number(declarations.get(name)?.important);
    const last = rules.sort((a, b) => weight(a) - weight(b) || byStrength(a, b)).at(-1)?.rule;
    const declared = last?.declarations.get(name);
    if (own && !(declared?.important && !own.important)) return own.value;
    if (last && (last.selector.loose || last.selector.drawn)) return null;
    return declared && changes ? null : declared?.value;
  }
}

/** Where the bracket that opens at a place is closed; -1 where it is not. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
