import type { CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import { type Color, parse as parseColour, wcagContrast } from 'culori';
import { remembered } from '../../../remembered.ts';
import { SCREEN } from './media.ts';

/** Values that are kept as they were read: the elements of a site have few different ones. */
const KEPT = 2_000;

/** The parts of a value. Empty where it cannot be read. */
const partsOf = remembered(KEPT, (value): readonly CssNode[] => {
  const root = parse(value, { context: 'value', positions: false, onParseError() {} });
  return root.type === 'Value' ? root.children.toArray() : [];
});
/** The colour that a value is; none where it is no colour. */
const asColour = remembered(KEPT, (value): readonly Color[] => [parseColour(value) ?? []].flat());
const colourOf = (value: string): Color | undefined => asColour(value)[0];

/** What a font-size is counted from, in pixels: of the element around, and of the root; undefined when unknown. */
export type FontSizes = { around: number | undefined; root: number | undefined };

const ABSOLUTE: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 },
  ...Object.fromEntries(
    ['', 's', 'l', 'd'].flatMap((kind) => [
      [`${kind}vw`, SCREEN.width / 100],
      [`${kind}vh`, SCREEN.height / 100],
      [`${kind}vmin`, SCREEN.height / 100],
      [`${kind}vmax`, SCREEN.width / 100],
    ]),
  ),
};

/** A length in pixels; undefined for what depends on more than the font and the window (percentages, variables). */
function pixelsOf(node: CssNode | undefined, sizes: FontSizes): number | undefined {
  if (node?.type === 'Number') return Number(node.value) === 0 ? 0 : undefined;
  if (node?.type === 'Function') return ofFunction(node.name.toLowerCase(), node.children.toArray(), sizes);
  if (node?.type !== 'Dimension') return undefined;
  const number = Number(node.value);
  const times = (size: number | undefined) => (size === undefined ? undefined : number * size);
  const unit = node.unit.toLowerCase();
  if (unit === 'rem') return times(sizes.root);
  if (unit === 'em' || unit === 'ch' || unit === 'ex') return times(sizes.around);
  return times(ABSOLUTE[unit]);
}

/** `calc`, `min`, `max` and `clamp` of lengths. */
function ofFunction(name: string, inner: readonly CssNode[], sizes: FontSizes): number | undefined {
  const given: CssNode[][] = [[]];
  for (const node of inner)
    if (node.type === 'Operator' && node.value.trim() === ',') given.push([]);
    else given.at(-1)?.push(node);
  const values = given.map((nodes) => sumOf(nodes, sizes));
  if (values.some((value) => value === undefined)) return undefined;
  const [first = 0, second = first, third = second] = values as number[];
  if (name === 'calc') return first;
  if (name === 'min') return Math.min(...(values as number[]));
  if (name === 'max') return Math.max(...(values as number[]));
  return name === 'clamp' ? Math.max(first, Math.min(second, third)) : undefined;
}

/** A sum of products: `-1 * (100vw + 20px)`. */
function sumOf(nodes: readonly CssNode[], sizes: FontSizes): number | undefined {
  let sum = 0;
  let sign = 1;
  let product: number | undefined;
  let over = false;
  for (const node of nodes) {
    if (node.type === 'WhiteSpace') continue;
    const operator = node.type === 'Operator' ? node.value.trim() : undefined;
    if (operator === '+' || operator === '-') {
      sum += sign * (product ?? 0);
      [product, sign, over] = [undefined, operator === '+' ? 1 : -1, false];
    } else if (operator === '*' || operator === '/') over = operator === '/';
    else {
      const value = factorOf(node, sizes);
      if (value === undefined) return undefined;
      product = product === undefined ? value : over ? product / value : product * value;
    }
  }
  return sum + sign * (product ?? 0);
}

function factorOf(node: CssNode, sizes: FontSizes): number | undefined {
  if (node.type === 'Number') return Number(node.value);
  return node.type === 'Parentheses' ? sumOf(node.children.toArray(), sizes) : pixelsOf(node, sizes);
}

export const lengthOf = (value: string, sizes: FontSizes): number | undefined => {
  const parts = partsOf(value);
  return parts.length === 1 ? pixelsOf(parts[0], sizes) : undefined;
};

/** A size of letters in pixels, also that of the shorthand `font`. */
export function fontSizeOf(value: string, sizes: FontSizes): number | undefined {
  for (const part of partsOf(value)) {
    if (part.type === 'Operator') return undefined;
    if (part.type === 'Percentage')
      return sizes.around === undefined ? undefined : (Number(part.value) * sizes.around) / 100;
    // A weight comes before the size; only nought is a size without a unit.
    if (part.type === 'Dimension' || (part.type === 'Number' && Number(part.value) === 0)) return pixelsOf(part, sizes);
    if (part.type === 'Function') return pixelsOf(part, sizes);
  }
  return undefined;
}

const alphaOf = ({ alpha = 1 }: Color): number => alpha;
/** Contrast below which nobody distinguishes letters from what is behind them: light grey on white has 1.3. */
const LEAST_CONTRAST = 1.25;

/** Whether two colours look the same; false when one is unknown. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [colourOf(one), colourOf(other)];
  if (!a || !b || alphaOf(b) <= 0.95) return false;
  return alphaOf(a) < 0.05 || (alphaOf(a) > 0.95 && wcagContrast(a, b) < LEAST_CONTRAST);
}

/** Whether a colour is named, and can be seen through. */
export function isClear(value: string): boolean {
  const colour = colourOf(value);
  return colour !== undefined && alphaOf(colour) < 0.05;
}

/** The colours that a value of several parts names, such as that of a shadow; empty where it names none. */
export const coloursIn = (value: string): string[] => partsIn(value).filter((part) => colourOf(part) !== undefined);

/** The colour of a background, `clear` when what is behind it shows, undefined when it has a picture or is unknown. */
export function groundOf(value: string): string | 'clear' | undefined {
  if (/\b(?:url|var|env|[\w-]{0,40}gradient|image-set)\(/.test(value)) return undefined;
  if (/^(?:none|transparent|initial|unset|revert|0(?: 0)?)$/.test(value)) return 'clear';
  const written = colourOf(value) ? value : coloursIn(value)[0];
  const colour = written === undefined ? undefined : colourOf(written);
  if (!colour) return undefined;
  const alpha = alphaOf(colour);
  if (alpha < 0.05) return 'clear';
  return alpha > 0.95 ? written : undefined;
}

/** The parts of a value that spaces part, functions whole. */
export const partsIn = (value: string): string[] => value.match(/[^\s(]+(?:\([^()]*\))?/g) ?? [];

/** Whether a `clip` or `clip-path` leaves nothing of an element. */
export function clipsAll(value: string, sizes: FontSizes): boolean {
  const [shape] = partsOf(value);
  if (shape?.type !== 'Function') return false;
  const inner = shape.children.toArray();
  const lengths = inner.filter(({ type }) => type === 'Dimension' || type === 'Number' || type === 'Percentage');
  const short = (node: CssNode) => Math.abs(pixelsOf(node, sizes) ?? 2) <= 1;
  if (shape.name === 'rect') return lengths.length === 4 && lengths.every(short);
  if (shape.name === 'circle' || shape.name === 'ellipse')
    return (
      lengths[0] !== undefined &&
      (lengths[0].type === 'Percentage' ? Number(lengths[0].value) === 0 : short(lengths[0]))
    );
  if (shape.name === 'inset') {
    const [top, right = top, bottom = top, left = right] = lengths.map((node) =>
      node.type === 'Percentage' ? Number(node.value) : 0,
    );
    return (top ?? 0) + (bottom ?? 0) >= 100 || (right ?? 0) + (left ?? 0) >= 100;
  }
  return shape.name === 'polygon' && lengths.length >= 4 && (lengths.every(short) || isFlat(lengths));
}

/** A scale at which nobody sees anything. */
const NOUGHT = 0.02;

/** Whether a `transform` or `scale` makes an element vanish, or shows it from its edge. */
export function scalesAway(property: string, value: string): boolean {
  const parts = partsOf(value);
  const isNought = (node: CssNode | undefined) =>
    (node?.type === 'Number' || node?.type === 'Percentage') && Math.abs(Number(node.value)) < NOUGHT;
  if (property === 'scale') return isNought(parts[0]);
  return parts.some((one) => {
    if (one.type !== 'Function') return false;
    const given = one.children.first ?? undefined;
    if (/^rotate[xy]$/i.test(one.name))
      return given?.type === 'Dimension' && Math.abs(Number(given.value)) % 180 === 90;
    return /^scale/.test(one.name) && isNought(given);
  });
}

/** A plain number or a share: `.5`, `50%`, `calc(0)`. */
export function numberOf(value: string): number | undefined {
  const [part] = partsOf(value);
  if (part?.type === 'Percentage') return Number(part.value) / 100;
  if (part?.type === 'Number') return Number(part.value);
  return part?.type === 'Function' ? pixelsOf(part, { around: undefined, root: undefined }) : undefined;
}

/** The percent of a share; 0 where it is none. */
export function percentOf(value: string): number {
  const [part] = partsOf(value);
  return part?.type === 'Percentage' ? Number(part.value) : 0;
}

/** Whether the corners of a shape are in one line, along a side. */
function isFlat(corners: readonly CssNode[]): boolean {
  const numbers = corners.map((node) => ('value' in node ? String(node.value) : ''));
  const [across, down] = [0, 1].map((first) => new Set(numbers.filter((_, at) => at % 2 === first)));
  return across?.size === 1 || down?.size === 1;
}

/** Pixels by which something is moved that is off the page. */
const AWAY = 999;

/** Whether a `transform` or `translate` moves an element thousands of pixels away. */
export const movesAway = (value: string, sizes: FontSizes): boolean =>
  partsOf(value).some((one) =>
    one.type === 'Function' && /^translate/.test(one.name)
      ? one.children.some((node) => Math.abs(pixelsOf(node, sizes) ?? 0) >= AWAY)
      : Math.abs(pixelsOf(one, sizes) ?? 0) >= AWAY,
  );

/** Whether a `filter` leaves nothing to see. */
export const filtersAll = (value: string): boolean =>
  partsOf(value).some((one) => {
    const given = one.type === 'Function' && one.name === 'opacity' ? one.children.first : undefined;
    return (given?.type === 'Number' || given?.type === 'Percentage') && Number(given.value) === 0;
  });
