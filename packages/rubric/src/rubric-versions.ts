import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where the rubrics of this package are, with their ladders. */
export const rubricsFolder = join(import.meta.dirname, '../rubrics');

/** The versions of the rubrics that there are, by the names of their files: for whoever need not read them. */
export const rubricVersions = (): string[] =>
  readdirSync(rubricsFolder)
    .filter((name) => /^v\d+\.json$/.test(name))
    .map((name) => basename(name, '.json'))
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
