/**
 * A bar of `value` out of `max`, as SVG: the content security policy forbids style attributes, and SVG fills are printed.
 * Decoration only; the number is always next to it as text.
 *
 * @param scale length of the whole drawing in points; above `max`, so that bars with different maxima have the same
 *   length per point
 * @param mark a value that is marked by a line across the bar
 */
export function bar(value: number, max: number, scale = max, mark?: number): string {
  const fill = value > 0 ? `<path d="M0 0h${value}v1H0z"/>` : '';
  return `<svg class="bar" viewBox="0 0 ${scale} 1" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h${max}v1H0z"/>${fill}${mark === undefined ? '' : `<path class="median" d="M${mark} -.3v1.6"/>`}</svg>`;
}

/** One box per point, filled up to `value`. Decoration only, as above. */
export function boxes(value: number, max: number): string {
  const box = (at: number) => `M${at * 10} 0h8v8h-8z`;
  const row = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => box(from + at)).join('');
  const filled = Math.max(0, Math.min(value, max));
  return `<svg class="boxes" viewBox="0 0 ${max * 10 - 2} 8" width="${max * 10 - 2}" height="8" aria-hidden="true"><path d="${row(filled, max)}"/><path d="${row(0, filled)}"/></svg>`;
}

/** One step per score from 0 to `max`, each higher than the one before, filled up to `value`. Decoration only, as above. */
export function stairs(value: number, max: number): string {
  const step = (at: number) => `M${at * 14} ${4 * (max - at)}h12V${4 * max + 4}h-12z`;
  const row = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => step(from + at)).join('');
  const here = Math.max(0, Math.min(value, max));
  return `<svg class="stairs" viewBox="0 0 ${max * 14 + 12} ${4 * max + 4}" width="${max * 14 + 12}" height="${4 * max + 4}" aria-hidden="true"><path d="${row(here + 1, max + 1)}"/><path d="${row(0, here + 1)}"/></svg>`;
}

/**
 * Maps numbers linearly: `domain[0]` becomes `range[0]`, `domain[1]` becomes `range[1]`. An empty domain maps to the
 * middle of the range.
 */
export function linearScale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  return (value) => {
    const share = from === to ? 0.5 : (value - from) / (to - from);
    return start * (1 - share) + end * share;
  };
}
