import type { StyledElement } from './sheets/element.ts';
import type { Declarations, Rule, StyleSheet } from './sheets/sheet.ts';

/** Values in values that are followed, and characters of what they come to. */
const MOST = { depth: 6, value: 300 };

type Given = {
  sheets: readonly StyleSheet[];
  matches(element: StyledElement, rule: Rule): boolean;
  attribute(style: string): Declarations;
};

/** What the variables of style sheets (`--name`) stand for on each element of one page. */
export class Variables {
  readonly #given: Given;
  readonly #known = new WeakMap<StyledElement, Map<string, string | undefined>>();

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
    const given = this.#of(element, name) ?? (comma === -1 ? undefined : inner.slice(comma + 1).trim());
    if (given === undefined) return undefined;
    const replaced = `${value.slice(0, start)}${given}${value.slice(end + 1)}`;
    return replaced.length > MOST.value ? undefined : this.resolve(element, replaced, depth + 1);
  }

  /** Of the element itself, or of the nearest one around it that has it. */
  #of(element: StyledElement | undefined, name: string): string | undefined {
    if (!element) return undefined;
    const known = this.#known.get(element) ?? new Map<string, string | undefined>();
    if (known.has(name)) return known.get(name);
    this.#known.set(element, known);
    const own = this.#declared(element, name);
    const value = own === undefined ? this.#of(element.around, name) : own === '' ? undefined : own;
    known.set(name, value);
    return value;
  }

  /** Empty where it is unknown what is declared. */
  #declared(element: StyledElement, name: string): string | undefined {
    const { sheets, matches, attribute } = this.#given;
    const { style } = element.attributes;
    const own = style?.includes(name) ? attribute(style).get(name) : undefined;
    const rules = sheets.flatMap(({ variables }, sheet) =>
      (variables.get(name) ?? []).filter((rule) => matches(element, rule)).map((rule) => ({ rule, sheet })),
    );
    const weight = ({ rule: { declarations } }: (typeof rules)[number]) => Number(declarations.get(name)?.important);
    const last = rules
      .sort(
        (a, b) =>
          weight(a) - weight(b) ||
          a.rule.layer - b.rule.layer ||
          a.rule.selector.specificity - b.rule.selector.specificity ||
          a.sheet - b.sheet ||
          a.rule.place - b.rule.place,
      )
      .at(-1)?.rule;
    const declared = last?.declarations.get(name);
    if (own && !(declared?.important && !own.important)) return own.value;
    return last && (last.selector.loose || last.selector.drawn) ? '' : declared?.value;
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
