import type { Fact } from '../fact.ts';

/** Every fact that ladders may look for, by name: one line per file. */
const files: readonly Readonly<Record<string, Fact>>[] = [];

export const facts: ReadonlyMap<string, Fact> = new Map(files.flatMap((file) => Object.entries(file)));
