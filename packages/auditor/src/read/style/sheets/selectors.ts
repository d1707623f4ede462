import type { AttributeSelector, CssNode, Selector as SelectorNode } from 'css-tree';
import { ident } from 'css-tree/utils';
import type { StyledElement } from './element.ts';
import { isShownState, isStateAttribute, stateOfPointer } from './state-names.ts';

type Attribute = { name: string; how: string; value: string };

/** What a pseudo-class asks: one of these selectors (`:is`, `:where`), none of them (`:not`), or a place among those beside it. */
type Test =
  | { any: readonly Selector[] }
  | { none: readonly Selector[] }
  | { step: number; offset: number; of_name: boolean };

/** What is asked of one element. */
export type Compound = {
  name: string;
  ids: string[];
  classes: string[];
  attributes: Attribute[];
  root: boolean;
  tests: Test[];
  /** What people do to it: `hover`, `checked`. */
  acts: string[];
};

/** How an element is bound to the one that the next part is about: any around it, the next around it, the one before it, any before it. */
type Bond = ' ' | '>' | '+' | '~';

/** A selector of a rule, its subject first. */
export type Selector = {
  parts: { compound: Compound; bond: Bond }[];
  specificity: number;
  /** Something in it is not understood: whether it matches is unknown. */
  loose: boolean;
  /** It asks for what people do (`:hover`), so it does not match a page at rest. */
  acted: boolean;
  /** It asks for a state by a class or an attribute. */
  stated: boolean;
  /** It speaks of a part that is drawn before or after the content. */
  drawn: boolean;
};

/** A selector with more parts is not followed, and one with longer or deeper lists neither. */
const MAX_PARTS = 20;
const MAX_LISTED = 40;
const MAX_DEPTH = 3;
const bonds: ReadonlySet<string> = new Set([' ', '>', '+', '~']);

const emptyCompound = (): Compound => ({
  ...{ name: '', ids: [], classes: [], attributes: [], root: false, tests: [], acts: [] },
});

/**
 * A selector in the form in which it is matched; undefined when it is never about an element that holds text (other
 * pseudo-elements).
 *
 * @param parent the selector of the rule around a nested rule
 */
export function selectorOf(node: SelectorNode, parent?: Selector, depth = 0): Selector | undefined {
  const found: Selector = { parts: [], specificity: 0, loose: false, acted: false, stated: false, drawn: false };
  let compound = emptyCompound();
  let nested = false;
  for (const part of node.children) {
    if (part.type === 'Combinator') {
      // A nested rule that begins with one stands for `& > …`.
      nested ||= part === node.children.first;
      if (!bonds.has(part.name)) found.loose = true;
      found.parts.unshift({ compound, bond: bonds.has(part.name) ? (part.name as Bond) : ' ' });
      compound = emptyCompound();
    } else if (part.type === 'NestingSelector') nested = true;
    else if (!addPart(found, compound, part, depth)) return undefined;
  }
  found.parts.unshift({ compound, bond: ' ' });
  // Each part says how it is bound to the one left of it.
  found.parts = found.parts.map(({ compound: own }, at) => ({
    compound: own,
    bond: found.parts[at + 1]?.bond ?? ' ',
  }));
  if (parent) within(found, parent, nested);
  if (found.parts.length > MAX_PARTS) {
    found.parts.length = MAX_PARTS;
    found.loose = true;
  }
  return found;
}

function within(found: Selector, parent: Selector, nested: boolean): void {
  if (nested) {
    const last = found.parts.at(-1)?.compound;
    const subject = parent.parts[0];
    if (!last || !subject) return;
    last.name ||= subject.compound.name;
    for (const key of ['ids', 'classes', 'attributes', 'tests', 'acts'] as const)
      (last[key] as unknown[]).push(...subject.compound[key]);
    const bound = found.parts.at(-1);
    if (bound) bound.bond = subject.bond;
    found.parts.push(...parent.parts.slice(1));
  } else found.parts.push(...parent.parts);
  found.specificity += parent.specificity;
  found.loose ||= parent.loose;
  found.acted ||= parent.acted;
  found.stated ||= parent.stated;
}

/** False where the selector is about something that holds no text. */
function addPart(found: Selector, compound: Compound, part: CssNode, depth: number): boolean {
  switch (part.type) {
    case 'TypeSelector':
      if (part.name === '*' || part.name.endsWith('|*')) return true;
      compound.name = part.name.toLowerCase();
      found.specificity += 1;
      return true;
    case 'ClassSelector':
      compound.classes.push(plain(part.name));
      found.specificity += 1_000;
      found.stated ||= isShownState(part.name);
      return true;
    case 'IdSelector':
      compound.ids.push(plain(part.name));
      found.specificity += 1_000_000;
      return true;
    case 'AttributeSelector':
      compound.attributes.push(attributeOf(part));
      found.specificity += 1_000;
      found.stated ||= isStateAttribute(part.name.name);
      return true;
    case 'PseudoClassSelector':
      return addPseudoClass(found, compound, part.name.toLowerCase(), part.children?.first ?? undefined, depth);
    case 'PseudoElementSelector':
      found.drawn = true;
      return part.name === 'before' || part.name === 'after';
    default:
      found.loose = true;
      return true;
  }
}

/** States in which an element shows something else than a text at rest. */
const neverText = new Set(['focus', 'focus-visible', 'visited', 'disabled', 'placeholder-shown', 'host', 'empty']);

function addPseudoClass(
  found: Selector,
  compound: Compound,
  name: string,
  given: CssNode | undefined,
  depth: number,
): boolean {
  if (name !== 'is' && name !== 'where' && name !== 'not') found.specificity += 1_000;
  if (name === 'root') compound.root = true;
  else if (stateOfPointer.has(name)) {
    found.acted = true;
    compound.acts.push(name);
  } else if (name === 'link' || name === 'any-link') compound.name ||= 'a';
  else if (name === 'is' || name === 'where' || name === 'not') addList(found, compound, name, given, depth);
  else if (name === 'first-child') compound.tests.push({ step: 0, offset: 1, of_name: false });
  else if (name === 'first-of-type') compound.tests.push({ step: 0, offset: 1, of_name: true });
  else if (name === 'nth-child' || name === 'nth-of-type') addPlace(found, compound, name === 'nth-of-type', given);
  else found.loose = true;
  return !neverText.has(name);
}

/** The selectors of `:is`, `:where` and `:not`. One of them that asks for what people do, or is not understood, makes all unknown. */
function addList(found: Selector, compound: Compound, name: string, given: CssNode | undefined, depth: number): void {
  const listed = given?.type === 'SelectorList' && depth < MAX_DEPTH ? given.children : undefined;
  const nodes = listed && listed.size <= MAX_LISTED ? listed.toArray() : [];
  const read = nodes.map((node) => (node.type === 'Selector' ? selectorOf(node, undefined, depth + 1) : undefined));
  const some = read.flatMap((one) => one ?? []);
  if (
    some.length === 0 ||
    some.length < read.length ||
    some.some(({ loose, acted, drawn }) => loose || acted || drawn)
  ) {
    found.loose = true;
    return;
  }
  compound.tests.push(name === 'not' ? { none: some } : { any: some });
  found.stated ||= some.some(({ stated }) => stated);
  if (name !== 'where') found.specificity += Math.max(...some.map(({ specificity }) => specificity));
}

/** `2n+1`, `odd` or `3` of `:nth-child`. */
function addPlace(found: Selector, compound: Compound, of_name: boolean, given: CssNode | undefined): void {
  const nth = given?.type === 'Nth' && !given.selector ? given.nth : undefined;
  if (nth?.type === 'AnPlusB') compound.tests.push({ step: Number(nth.a ?? 0), offset: Number(nth.b ?? 0), of_name });
  else if (nth?.type === 'Identifier' && (nth.name === 'odd' || nth.name === 'even'))
    compound.tests.push({ step: 2, offset: nth.name === 'odd' ? 1 : 0, of_name });
  else found.loose = true;
}

/** Names as pages write them: selectors escape signs, such as the colon of `md\:block`. */
const plain = (name: string): string => (name.includes('\\') ? ident.decode(name) : name);

const attributeOf = ({ name, matcher, value }: AttributeSelector): Attribute => ({
  name: name.name.toLowerCase(),
  how: matcher ?? '',
  value: value === null ? '' : value.type === 'String' ? value.value : value.name,
});

function hasAttribute({ attributes }: StyledElement, { name, how, value }: Attribute): boolean {
  const is = attributes[name];
  if (is === undefined) return false;
  if (how === '=') return is === value;
  if (how === '~=') return is.split(/\s+/).includes(value);
  if (how === '|=') return is === value || is.startsWith(`${value}-`);
  if (value === '') return how === '';
  if (how === '^=') return is.startsWith(value);
  if (how === '$=') return is.endsWith(value);
  return how === '*=' ? is.includes(value) : true;
}

/** How many steps are left to match on one page; what is over them matches nothing. */
type Steps = { left: number };

/**
 * Whether an element is what a compound asks for; without its states, where `states` says so. What people do is not asked here.
 */
function fits(element: StyledElement, compound: Compound, steps: Steps, states: 'asked' | 'open' = 'asked'): boolean {
  const { name, ids, classes, attributes, root } = compound;
  if (name !== '' && name !== element.name) return false;
  if (root && element.name !== 'html') return false;
  for (const id of ids) if (id !== element.id) return false;
  for (const one of classes)
    if (!element.classes.includes(one) && !(states === 'open' && isShownState(one))) return false;
  for (const one of attributes)
    if (!hasAttribute(element, one) && !(states === 'open' && isStateAttribute(one.name))) return false;
  return compound.tests.every((one) => passes(element, one, steps, states));
}

function passes(element: StyledElement, test: Test, steps: Steps, states: 'asked' | 'open'): boolean {
  if ('any' in test) return test.any.some((one) => matches(element, one, steps, states));
  // Without its states more fits, so less is kept out.
  if ('none' in test) return !test.none.some((one) => matches(element, one, steps));
  const rest = (test.of_name ? element.place_of_name : element.place) - test.offset;
  return test.step === 0 ? rest === 0 : rest % test.step === 0 && rest / test.step >= 0;
}

/** Whether a selector matches an element. With `states: 'open'`, whether it may when states change. */
export function matches(
  element: StyledElement,
  { parts }: Selector,
  steps: Steps,
  states: 'asked' | 'open' = 'asked',
): boolean {
  const from = (at: number, start: StyledElement): boolean => {
    const part = parts[at];
    if (--steps.left < 0 || !part || !fits(start, part.compound, steps, states)) return false;
    if (!parts[at + 1]) return true;
    const once = part.bond === '>' || part.bond === '+';
    const next = part.bond === '+' || part.bond === '~' ? ('before' as const) : ('around' as const);
    for (let other = start[next]; other && steps.left >= 0; other = other[next]) {
      if (from(at + 1, other)) return true;
      if (once) return false;
    }
    return false;
  };
  return from(0, element);
}
