/** One line of a section: what was measured, the figure with its unit, and the aim. */
export type Row = readonly [what: string, figure: string, aim: string];

/** A part of `npm run bench hold`. With `quick` it takes seconds instead of minutes. */
export type Section = { name: string; run(options: { quick: boolean }): Promise<readonly Row[]> };
