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
