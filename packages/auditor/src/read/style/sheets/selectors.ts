import type { AttributeSelector, CssNode, Selector as SelectorNode } from 'css-tree';
import { ident } from 'css-tree/utils';
import type { StyledElement } from './element.ts';
import { isShownState, isStateAttribute, stateOfPointer } from './state-names.ts';

type Attribute = { name: string; how: string; value: string };

/** What is asked of one element. */
export type Compound = { name: string; ids: string[]; classes: string[]; attributes: Attribute[]; root: boolean };

/** A selector of a rule, its subject first. */
export type Selector = {
  /** `child`: the next one is the parent, otherwise any ancestor. */
  parts: { compound: Compound; child: boolean }[];
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

/** A selector with more parts is not followed. */
const MAX_PARTS = 8;

const emptyCompound = (): Compound => ({ name: '', ids: [], classes: [], attributes: [], root: false });

/**
 * A selector in the form in which it is matched; undefined when it is never about an element that holds text (other
 * pseudo-elements).
 *
 * @param parent the selector of the rule around a nested rule
 */
export function selectorOf(node: SelectorNode, parent?: Selector): Selector | undefined {
  const found: Selector = { parts: [], specificity: 0, loose: false, acted: false, stated: false, drawn: false };
  let compound = emptyCompound();
  let nested = false;
  for (const part of node.children) {
    if (part.type === 'Combinator') {
      // A nested rule that begins with one stands for `& > …`.
      nested ||= part === node.children.first;
      if (part.name !== ' ' && part.name !== '>') {
        // What is beside an element is not kept: only what is right of it is asked.
        found.loose = true;
        found.parts = [];
      } else found.parts.unshift({ compound, child: part.name === '>' });
      compound = emptyCompound();
    } else if (part.type === 'NestingSelector') nested = true;
    else if (!addPart(found, compound, part)) return undefined;
  }
  found.parts.unshift({ compound, child: false });
  // Each part says how it is bound to the one left of it.
  found.parts = found.parts.map(({ compound: own }, at) => ({
    compound: own,
    child: found.parts[at + 1]?.child ?? false,
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
    last.ids.push(...subject.compound.ids);
    last.classes.push(...subject.compound.classes);
    last.attributes.push(...subject.compound.attributes);
    const bound = found.parts.at(-1);
    if (bound) bound.child = subject.child;
    found.parts.push(...parent.parts.slice(1));
  } else found.parts.push(...parent.parts);
  found.specificity += parent.specificity;
  found.loose ||= parent.loose;
  found.acted ||= parent.acted;
  found.stated ||= parent.stated;
}

/** False where the selector is about something that holds no text. */
function addPart(found: Selector, compound: Compound, part: CssNode): boolean {
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
      found.specificity += 1_000;
      if (part.name === 'root') compound.root = true;
      else if (stateOfPointer.has(part.name)) found.acted = true;
      else if (part.name === 'link' || part.name === 'any-link') compound.name ||= 'a';
      else found.loose = true;
      return !['focus', 'focus-visible', 'visited', 'disabled', 'placeholder-shown', 'host'].includes(part.name);
    case 'PseudoElementSelector':
      found.drawn = true;
      return part.name === 'before' || part.name === 'after';
    default:
      found.loose = true;
      return true;
  }
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

/** Whether an element is what a compound asks for; without its states, where `states` says so. */
export function fits(element: StyledElement, compound: Compound, states: 'asked' | 'open' = 'asked'): boolean {
  const { name, ids, classes, attributes, root } = compound;
  if (name !== '' && name !== element.name) return false;
  if (root && element.name !== 'html') return false;
  for (const id of ids) if (id !== element.id) return false;
  for (const one of classes)
    if (!element.classes.includes(one) && !(states === 'open' && isShownState(one))) return false;
  for (const one of attributes)
    if (!hasAttribute(element, one) && !(states === 'open' && isStateAttribute(one.name))) return false;
  return true;
}

/** Whether a selector matches an element. `steps` bounds the work of one page; what is over it matches nothing. */
export function matches(element: StyledElement, { parts }: Selector, steps: { left: number }): boolean {
  const from = (at: number, start: StyledElement): boolean => {
    const part = parts[at];
    const next = parts[at + 1];
    if (!part || !fits(start, part.compound)) return false;
    if (!next) return true;
    for (let outer = start.around; outer; outer = outer.around) {
      if (--steps.left < 0) return false;
      if (from(at + 1, outer)) return true;
      if (part.child) return false;
    }
    return false;
  };
  return from(0, element);
}
