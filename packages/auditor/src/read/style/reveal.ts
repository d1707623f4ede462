import type { Cascade } from './cascade.ts';
import { keysOf } from './cascade.ts';
import type { StyledElement } from './sheets/element.ts';
import type { Compound, Selector } from './sheets/selectors.ts';
import type { Rule } from './sheets/sheet.ts';
import { isMoving, isScriptAttribute, isShownState, isStateAttribute, isUnshownState } from './sheets/state-names.ts';
import type { Survey } from './survey.ts';
import { type Hiding, hides } from './unseen.ts';

/** Rules of a state that are tried for one element. */
const MAX_TRIED = 300;
const unknown = { around: undefined, root: undefined };

/** Whether a control of the page, or a script in it, refers to an element. Without scripts a control shows only what is a popover. */
export function isReferred({ id, classes, attributes, name }: StyledElement, page: Survey): boolean {
  if (name === 'summary') return true;
  if (!page.scripts && attributes.popover === undefined) return false;
  if (attributes.role?.toLowerCase() === 'tabpanel' && page.tabs) return true;
  return (id !== '' && page.referred.has(`#${id}`)) || classes.some((one) => page.referred.has(`.${one}`));
}

/**
 * Whether what hides an element is a state that ends when a person or a script acts: the rule that hides asks for it,
 * or another rule shows the same element in a state.
 */
export function isRevealed(element: StyledElement, hiding: Hiding, cascade: Cascade, page: Survey): boolean {
  const { rule, property } = hiding;
  if (!rule) return false;
  if (page.scripts && rule.selector.parts.some((part) => mayEnd(part.compound, property) || isOfPlace(part)))
    return true;
  if (rule.selector.parts.some(({ compound }) => isOfClosedDetails(compound))) return true;
  if (
    page.scripts &&
    (property === 'opacity' || property === 'visibility') &&
    element.classes.some((one) => isMoving(one) && !/^sr|screen/.test(one))
  )
    return true;
  let tried = 0;
  for (const state of cascade.states(keysOf(element))) {
    if (++tried > MAX_TRIED) return false;
    if (
      shows(state, property) &&
      cascade.matches(element, state, 'open') &&
      !isAtRest(element, state, cascade) &&
      (page.scripts || state.selector.acted || isOpened(element)) &&
      mayAct(element, state.selector, property, page)
    )
      return true;
  }
  return page.scripts && isChosenElsewhere(element, property, cascade, page);
}

/** A rule that holds already and was overruled reveals nothing. */
const isAtRest = (element: StyledElement, rule: Rule, cascade: Cascade) =>
  !rule.selector.acted && cascade.matches(element, rule);

/** One of several by its place, or beside another: slides, steps and tabs that scripts show in turn. */
const isOfPlace = ({ bond, compound }: Selector['parts'][number]): boolean =>
  bond === '+' || bond === '~' || compound.tests.some((test) => 'step' in test || isOfPlaceInside(test));
const isOfPlaceInside = (test: Compound['tests'][number]): boolean =>
  'none' in test && test.none.some(({ parts }) => parts.some(isOfPlace));

const isOfClosedDetails = ({ name, tests }: Compound): boolean =>
  name === 'details' &&
  tests.some(
    (test) => 'none' in test && test.none.some(({ parts }) => parts[0]?.compound.attributes[0]?.name === 'open'),
  );

function mayEnd({ classes, attributes, tests }: Compound, property: string): boolean {
  const moved = property === 'opacity' || property === 'visibility';
  const isLacking = (test: Compound['tests'][number]) =>
    'none' in test &&
    test.none.some(({ parts }) =>
      parts.some(
        ({ compound }) =>
          compound.classes.some((one) => isShownState(one) || isUnshownState(one)) ||
          compound.attributes.some(({ name }) => isStateAttribute(name) || isScriptAttribute(name)),
      ),
    );
  return (
    tests.some(isLacking) ||
    classes.some((one) => isUnshownState(one) || (moved && isMoving(one))) ||
    attributes.some(({ name }) => isStateAttribute(name) || (moved && isScriptAttribute(name)))
  );
}

/** Whether it is in details, which people open without a script. */
const isOpened = (element: StyledElement): boolean => aroundOf(element).some(({ name }) => name === 'details');

function aroundOf(element: StyledElement): StyledElement[] {
  const found: StyledElement[] = [];
  for (let around = element.around; around; around = around.around) found.push(around);
  return found;
}

/** Nobody points at what is not drawn, comes to a place that nothing leads to, or ticks a box that is not there. */
function mayAct(
  element: StyledElement,
  { parts: [subject, ...around] }: Selector,
  property: string,
  page: Survey,
): boolean {
  const drawn = property !== 'display' && property !== 'visibility' && property !== 'content-visibility';
  if (!drawn && subject?.compound.acts.some((act) => act === 'hover' || act === 'active')) return false;
  const acts = [subject, ...around].flatMap((part) => part?.compound.acts ?? []);
  if (acts.includes('target') && ![element, ...aroundOf(element)].some(({ id }) => page.referred.has(`#${id}`)))
    return false;
  return page.boxes || !acts.some((act) => act === 'checked' || act === 'indeterminate');
}

function shows({ declarations }: Rule, property: string): boolean {
  const value = declarations.get(property)?.value;
  return value !== undefined && !hides(property, value, unknown);
}

/** Another element of the page has a class of this one and a state that shows: one tab of several is chosen. */
function isChosenElsewhere({ classes }: StyledElement, property: string, cascade: Cascade, page: Survey): boolean {
  for (const one of classes)
    for (const state of page.together.get(one) ?? [])
      for (const rule of cascade.states([`.${state}`])) {
        const subject = rule.selector.parts[0]?.compound;
        if (subject?.classes.every(isShownState) && shows(rule, property)) return true;
      }
  return false;
}
