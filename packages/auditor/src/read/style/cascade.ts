import type { StyledElement } from './sheets/element.ts';
import { matches } from './sheets/selectors.ts';
import { byStrength, type Declarations, type Rule, readStyleAttribute, type StyleSheet } from './sheets/sheet.ts';
import { Variables } from './variables.ts';

/** A declaration that won. `value` is undefined where a rule may decide of which it is unknown whether it matches. */
export type Declared = { value: string | undefined; rule: Rule | undefined };

/** What is declared for one element, the strongest last. */
export type Computed = ReadonlyMap<string, Declared>;

/** Attempts to match on one page; what is over them matches nothing. */
const MAX_STEPS = 3_000_000;
/** Different `style` attributes of one page that are kept. */
const MAX_ATTRIBUTES = 2_000;

const nothing: Computed = new Map();

/** Finds what the sheets of a page declare for its elements. */
export class Cascade {
  readonly #sheets: readonly StyleSheet[];
  readonly steps = { left: MAX_STEPS };
  readonly #attributes = new Map<string, Declarations>();

  readonly #variables: Variables;

  /** @param whole whether all style sheets of the page are known */
  constructor(sheets: readonly StyleSheet[], whole: boolean) {
    this.#sheets = sheets;
    this.#variables = new Variables({
      ...{ sheets, whole },
      matches: (element, rule) => this.matches(element, rule),
      attribute: (style) => this.#attribute(style),
    });
  }

  of(element: StyledElement): Computed {
    // What is more than is tried says nothing.
    if (this.steps.left < 0) return nothing;
    const matched: { rule: Rule; sheet: number }[] = [];
    for (const [sheet, { rules }] of this.#sheets.entries())
      for (const key of keysOf(element))
        for (const rule of rules.get(key) ?? [])
          if (--this.steps.left >= 0 && this.matches(element, rule)) matched.push({ rule, sheet });
    const { style } = element.attributes;
    if (matched.length === 0 && !style) return nothing;
    matched.sort(byStrength);
    const own = style ? this.#attribute(style) : new Map<string, never>();
    const computed = new Map<string, Declared>();
    const resolve = (value: string) => this.#variables.resolve(element, value);
    for (const important of [false, true]) {
      for (const { rule } of matched) apply(computed, rule.declarations, important, rule, resolve);
      apply(computed, own, important, undefined, resolve);
    }
    return computed;
  }

  matches(element: StyledElement, { selector }: Rule, states: 'asked' | 'open' = 'asked'): boolean {
    return matches(element, selector, this.steps, states);
  }

  /** Rules of a state that may be about an element, by one of these keys. */
  *states(keys: Iterable<string>): Generator<Rule> {
    for (const key of keys) for (const { states } of this.#sheets) yield* states.get(key) ?? [];
  }

  #attribute(style: string): Declarations {
    const known = this.#attributes.get(style);
    if (known) return known;
    const read = readStyleAttribute(style);
    if (this.#attributes.size < MAX_ATTRIBUTES) this.#attributes.set(style, read);
    return read;
  }
}

/** What a rule asks of its subject that an element has. */
export const keysOf = ({ name, id, classes }: StyledElement): string[] => [
  '*',
  name,
  ...(id === '' ? [] : [`#${id}`]),
  ...classes.map((one) => `.${one}`),
];

function apply(
  computed: Map<string, Declared>,
  declarations: Declarations,
  important: boolean,
  rule: Rule | undefined,
  resolve: (value: string) => string | undefined,
): void {
  const { drawn = false, loose = false } = rule?.selector ?? {};
  for (const [property, declared] of declarations) {
    if (declared.important !== important || property.startsWith('--')) continue;
    // What is drawn before or after the content may lie behind it.
    if (drawn && !property.startsWith('background')) continue;
    const value = drawn || loose ? undefined : resolve(declared.value);
    computed.delete(property);
    computed.set(property, { value, rule });
  }
}

/** The last of several properties that say the same. */
export function lastOf(computed: Computed, ...properties: string[]): (Declared & { property: string }) | undefined {
  let last: (Declared & { property: string }) | undefined;
  if (computed.size === 0) return undefined;
  for (const [property, declared] of computed) if (properties.includes(property)) last = { property, ...declared };
  return last;
}
