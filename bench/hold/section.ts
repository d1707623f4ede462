/** One row of a table: what was measured, the figure, and what it should be. */
export type Row = readonly [what: string, figure: string, aim: string];

/** A part of `npm run bench hold`. With `quick` it takes seconds instead of minutes. */
export type Section = { name: string; run(options: { quick: boolean }): Promise<readonly Row[]> };
