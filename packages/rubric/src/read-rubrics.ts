import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ladders, laddersSchema } from './ladder.ts';
import { type Rubrics, rubricSchema, rubricsOf } from './rubric.ts';

const rubricsFolder = join(import.meta.dirname, '../rubrics');

/** What a schema says of a value. */
type Schema<T> = {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

const LADDERS = '.ladders.json';

/** The data of some files of the folder, by name. @throws Error that names the file when one is not valid */
function readFiles<T>(folder: string, schema: Schema<T>, of: (name: string) => boolean): [string, T][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && of(name));
  return names.map((name) => {
    const read = schema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    if (read.success) return [name, read.data];
    const issues = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`rubrics/${name} is not valid: ${issues.join('; ')}`);
  });
}

/**
 * Reads every rubric in a folder (`v1.json`, `v2.json`, …): a new version needs a file and no code.
 *
 * @throws Error that names the file when a file is not a valid rubric
 */
export function readRubrics(folder: string = rubricsFolder): Rubrics {
  const read = readFiles(folder, rubricSchema, (name) => !name.endsWith(LADDERS));
  for (const [name, { version }] of read)
    if (`${version}.json` !== name) throw new Error(`rubrics/${name} contains version ${version}`);
  return rubricsOf(read.map(([, rubric]) => rubric));
}

/** The ladders of rubrics, by rubric version (decision 91). */
export type LaddersOf = ReadonlyMap<string, Ladders>;

/**
 * Reads the ladders of every rubric that has some (`v1.ladders.json`).
 *
 * @throws Error that names the file when a file is not valid
 */
export function readLadders(folder: string = rubricsFolder): LaddersOf {
  const read = readFiles(folder, laddersSchema, (name) => name.endsWith(LADDERS));
  return new Map(read.map(([, ladders]) => [ladders.rubric, ladders]));
}
