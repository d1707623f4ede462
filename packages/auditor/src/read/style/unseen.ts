import { type Computed, type Declared, lastOf } from './cascade.ts';
import {
  clipsAll,
  type FontSizes,
  filtersAll,
  lengthOf,
  movesAway,
  numberOf,
  partsIn,
  percentOf,
  scalesAway,
} from './sheets/values.ts';

/** What hides an element with all that is in it. */
export type Hiding = Declared & { property: string };

/** Pixels from which something lies off the page, before and after it. */
const BEFORE = -999;
const AFTER = 3_000;
/** Least opacity that can be seen. */
const SEEN = 0.1;

/** Properties that hide for a while, when they change slowly or begin a movement. */
const changing = new Set(
  'opacity visibility clip-path -webkit-clip-path transform translate scale filter left right top width height max-width max-height'.split(
    ' ',
  ),
);

/** Whether a value of a property alone hides an element; for sizes, where what is larger is cut off. */
export function hides(property: string, value: string, sizes: FontSizes): boolean {
  switch (property) {
    case 'display':
      return value === 'none';
    case 'visibility':
      return value === 'hidden' || value === 'collapse';
    case 'content-visibility':
      return value === 'hidden';
    case 'opacity':
      return (numberOf(value) ?? 1) < SEEN;
    case 'clip':
    case 'clip-path':
    case '-webkit-clip-path':
      return clipsAll(value, sizes);
    case 'left':
    case 'right':
    case 'top':
    case 'bottom':
    case 'margin-left':
    case 'margin-top':
    case 'text-indent': {
      // What is beside its place by twice its width and more lies off the page; less is how slides and drawers wait.
      const share = property === 'left' || property === 'right' ? percentOf(value) : 0;
      const length = lengthOf(value, sizes) ?? (share <= -200 ? BEFORE : 0);
      return length <= BEFORE || (length >= AFTER && (property === 'left' || property === 'text-indent'));
    }
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
      return Math.abs(lengthOf(value, sizes) ?? 2) <= 1;
    case 'transform':
      return scalesAway(property, value) || movesAway(value, sizes);
    case 'translate':
      return movesAway(value, sizes);
    case 'filter':
      return filtersAll(value);
    case 'scale':
      return scalesAway(property, value);
    default:
      return false;
  }
}

const alone =
  'display content-visibility opacity clip clip-path -webkit-clip-path left right top bottom margin-left margin-top text-indent transform translate scale filter'.split(
    ' ',
  );
const placed = new Set(['left', 'right', 'top', 'bottom']);
const lengths = 'width height max-width max-height'.split(' ');

/** What hides an element and all that is in it; movements that begin with something unseen hide nothing. */
export function hidingOf(computed: Computed, sizes: FontSizes, scripts: boolean): Hiding | undefined {
  if (computed.size === 0) return undefined;
  const moves = isMoved(computed, scripts);
  for (const property of alone) {
    const declared = computed.get(property);
    if (declared?.value === undefined || !hides(property, declared.value, sizes)) continue;
    if (moves && changing.has(property)) continue;
    if (scripts && property === 'opacity' && computed.get('transform')?.value !== 'none' && computed.has('transform'))
      continue;
    // A band as broad as the window has as much padding.
    if (property === 'margin-left' && paddingLeft(computed, sizes) >= -BEFORE) continue;
    if (placed.has(property) && computed.get('position')?.value === 'static') continue;
    return { property, ...declared };
  }
  return moves ? undefined : cutOff(computed, sizes);
}

/** In pixels; nothing where it is unknown. */
function paddingLeft(computed: Computed, sizes: FontSizes): number {
  const declared = lastOf(computed, 'padding', 'padding-left');
  const [top = '', right = top, , left = right] = partsIn(declared?.value ?? '');
  return lengthOf(declared?.property === 'padding' ? left : top, sizes) ?? 0;
}

/** Nothing of the height or width is left, and what is larger is not shown. A frame that keeps a form has padding. */
function cutOff(computed: Computed, sizes: FontSizes): Hiding | undefined {
  const overflow = lastOf(computed, 'overflow', 'overflow-x', 'overflow-y')?.value ?? '';
  if (!/^(?:hidden|clip)/.test(overflow)) return undefined;
  for (const property of ['padding', 'padding-top', 'padding-bottom']) {
    const padding = computed.get(property);
    const [top = '', , bottom = top] = partsIn(padding?.value ?? '');
    if (padding && [top, bottom].some((length) => lengthOf(length, sizes) !== 0)) return undefined;
  }
  for (const property of lengths) {
    const declared = computed.get(property);
    if (declared?.value !== undefined && hides(property, declared.value, sizes)) return { property, ...declared };
  }
  return undefined;
}

/** Whether what hides may end: an animation runs by itself, a transition waits for a script, or for a rule of a state. */
function isMoved(computed: Computed, scripts: boolean): boolean {
  const waiting = scripts ? ['transition', 'transition-property', 'transition-duration'] : [];
  const slow = [...waiting, 'animation', 'animation-name'];
  return slow.some((property) => {
    const declared = computed.get(property);
    return declared !== undefined && !/^(?:none|0s|unset|initial)/.test(declared.value ?? '');
  });
}
