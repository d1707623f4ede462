import type { Condition, CssNode, FeatureRange, MediaQuery } from 'css-tree';

/** A person at a desk: an ordinary window in CSS pixels, a mouse, and no wishes of their own. */
export const SCREEN = {
  width: 1280,
  height: 800,
  'device-width': 1280,
  'device-height': 800,
} as const;
const MEASURES: Readonly<Record<string, number>> = SCREEN;
const WISHES: Readonly<Record<string, string>> = {
  orientation: 'landscape',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  scripting: 'enabled',
  'display-mode': 'browser',
};

/** Whether rules for some media count on a screen; undefined when that is unknown. */
export function onScreen(list: CssNode | null): boolean | undefined {
  if (list === null) return true;
  if (list.type === 'AtrulePrelude') return onScreen(list.children.first);
  if (list.type !== 'MediaQueryList') return undefined;
  const answers = list.children.toArray().map((query) => (query.type === 'MediaQuery' ? ofQuery(query) : undefined));
  if (answers.length === 0 || answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function ofQuery({ modifier, mediaType, condition }: MediaQuery): boolean | undefined {
  const type = mediaType?.toLowerCase();
  const medium = type === undefined || type === 'screen' || type === 'all';
  const held = condition === null ? true : ofCondition(condition);
  const both = medium ? held : false;
  if (modifier?.toLowerCase() !== 'not') return both;
  return both === undefined ? undefined : !both;
}

/** One condition has `and`, `or` or `not`, and no two of them. */
function ofCondition({ children }: Condition): boolean | undefined {
  const words = new Set<string>();
  const answers: (boolean | undefined)[] = [];
  for (const part of children) {
    if (part.type === 'Identifier') words.add(part.name.toLowerCase());
    else if (part.type === 'Condition') answers.push(ofCondition(part));
    else if (part.type === 'Feature') answers.push(ofFeature(part.name.toLowerCase(), part.value));
    else if (part.type === 'FeatureRange') answers.push(ofRange(part));
    else answers.push(undefined);
  }
  if (words.has('not')) return answers[0] === undefined ? undefined : !answers[0];
  const decisive = words.has('or');
  if (answers.includes(decisive)) return decisive;
  return answers.includes(undefined) ? undefined : !decisive;
}

const UNITS: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16, pt: 4 / 3, cm: 37.8, in: 96 };

function pixels(value: CssNode | null): number | undefined {
  if (value?.type === 'Number') return Number(value.value);
  const unit = value?.type === 'Dimension' ? UNITS[value.unit.toLowerCase()] : undefined;
  return value?.type === 'Dimension' && unit !== undefined ? Number(value.value) * unit : undefined;
}

function ofFeature(name: string, value: CssNode | null): boolean | undefined {
  const [, bound, size] = /^(min|max)-(.+)$/.exec(name) ?? [];
  const is = MEASURES[size ?? name];
  const asked = pixels(value);
  if (is !== undefined) {
    if (asked === undefined) return value === null ? true : undefined;
    return bound === 'min' ? is >= asked : bound === 'max' ? is <= asked : is === asked;
  }
  const wish = WISHES[name];
  if (wish === undefined) return undefined;
  return value === null ? wish !== 'no-preference' : value.type === 'Identifier' && value.name.toLowerCase() === wish;
}

function ofRange({ left, leftComparison, middle, rightComparison, right }: FeatureRange): boolean | undefined {
  const number = (node: CssNode | null) =>
    node?.type === 'Identifier' ? MEASURES[node.name.toLowerCase()] : pixels(node);
  const compare = (a: CssNode, sign: string, b: CssNode): boolean | undefined => {
    const [one, two] = [number(a), number(b)];
    if (one === undefined || two === undefined) return undefined;
    if (sign === '<') return one < two;
    if (sign === '<=') return one <= two;
    if (sign === '>') return one > two;
    return sign === '>=' ? one >= two : one === two;
  };
  const first = compare(left, leftComparison, middle);
  if (rightComparison === null || right === null || first === false) return first;
  const second = compare(middle, rightComparison, right);
  return second === false ? false : first && second;
}
