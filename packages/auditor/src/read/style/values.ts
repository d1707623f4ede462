import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import names from 'colord/plugins/names';
import type { CssNode } from 'css-tree';
import parse from 'css-tree/parser';

extend([names, a11y]);

/** The parts of a value. Empty where it cannot be read. */
function partsOf(value: string): CssNode[] {
  const root = parse(value, { context: 'value', positions: false, onParseError() {} });
  return root.type === 'Value' ? root.children.toArray() : [];
}

/** What a font-size is counted from, in pixels: of the element around, and of the root; undefined when unknown. */
export type FontSizes = { around: number | undefined; root: number | undefined };

/** A length in pixels; undefined for what depends on more than the font (percentages, the window, variables). */
function pixelsOf(node: CssNode | undefined, sizes: FontSizes): number | undefined {
  if (node?.type === 'Number') return Number(node.value) === 0 ? 0 : undefined;
  if (node?.type !== 'Dimension') return undefined;
  const number = Number(node.value);
  const times = (size: number | undefined) => (size === undefined ? undefined : number * size);
  const unit = node.unit.toLowerCase();
  if (unit === 'px') return number;
  if (unit === 'pt') return (number * 4) / 3;
  if (unit === 'rem') return times(sizes.root);
  if (unit === 'em' || unit === 'ch' || unit === 'ex') return times(sizes.around);
  return undefined;
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
    if (part.type === 'Function') return undefined;
  }
  return undefined;
}

/** Whether two colours look the same; false when one is unknown. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [colord(one), colord(other)];
  return (
    a.isValid() && b.isValid() && b.alpha() > 0.95 && (a.alpha() < 0.05 || (a.alpha() > 0.95 && a.contrast(b) < 1.1))
  );
}

/** Whether a colour is named, and can be seen through. */
export const isClear = (value: string): boolean => colord(value).isValid() && colord(value).alpha() < 0.05;

/** The colour of a background, `clear` when what is behind it shows, undefined when it has a picture or is unknown. */
export function groundOf(value: string): string | 'clear' | undefined {
  if (/\b(?:url|var|env|[\w-]{0,40}gradient|image-set)\(/.test(value)) return undefined;
  if (/^(?:none|transparent|initial|unset|revert|0(?: 0)?)$/.test(value)) return 'clear';
  const written = colord(value).isValid() ? value : value.split(' ').find((part) => colord(part).isValid());
  if (written === undefined) return undefined;
  const { a } = colord(written).toRgb();
  if (a < 0.05) return 'clear';
  return a > 0.95 ? written : undefined;
}

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
  return shape.name === 'polygon' && lengths.length >= 4 && lengths.every(short);
}

/** Whether a `transform` or `scale` makes an element vanish. */
export function scalesAway(property: string, value: string): boolean {
  const parts = partsOf(value);
  const isNought = (node: CssNode | undefined) => node?.type === 'Number' && Number(node.value) === 0;
  if (property === 'scale') return isNought(parts[0]);
  return parts.some(
    (one) => one.type === 'Function' && /^scale/.test(one.name) && isNought(one.children.first ?? undefined),
  );
}

/** Whether a `transform` moves an element thousands of pixels away. */
export const movesAway = (value: string, sizes: FontSizes): boolean =>
  partsOf(value).some(
    (one) =>
      one.type === 'Function' &&
      /^translate/.test(one.name) &&
      one.children.some((node) => Math.abs(pixelsOf(node, sizes) ?? 0) >= 999),
  );
