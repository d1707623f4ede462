import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ladders, laddersSchema } from '../domain/auditing/ladder.ts';
import { type Rubrics, rubricSchema, rubricsOf } from '../domain/rubric.ts';

const rubricsFolder = join(import.meta.dirname, '../../rubrics');

/**
 * Reads every rubric in a folder (`v1.json`, `v2.json`, …): a new version needs a file and no code.
 *
 * @throws Error that names the file when a file is not a valid rubric
 */
export function readRubrics(folder: string = rubricsFolder): Rubrics {
  const names = readdirSync(folder).filter((name) => /^[^.]+\.json$/.test(name));
  return rubricsOf(
    names.map((name) => {
      const read = rubricSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (!read.success)
        throw new Error(
          `rubrics/${name} is not a valid rubric: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
        );
      if (`${read.data.version}.json` !== name)
        throw new Error(`rubrics/${name} contains version ${read.data.version}`);
      return read.data;
    }),
  );
}

/** The ladders of rubrics, by rubric version (decision 91). */
export type LaddersOf = ReadonlyMap<string, Ladders>;

/**
 * Reads the ladders of every rubric that has some (`v1.ladders.json`).
 *
 * @throws Error that names the file when a file is not valid
 */
export function readLadders(folder: string = rubricsFolder): LaddersOf {
  const names = readdirSync(folder).filter((name) => /^[^.]+\.ladders\.json$/.test(name));
  return new Map(
    names.map((name) => {
      const read = laddersSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (!read.success)
        throw new Error(
          `rubrics/${name} has no valid ladders: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
        );
      return [read.data.rubric, read.data] as const;
    }),
  );
}
