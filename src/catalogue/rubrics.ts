import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Rubrics, rubricSchema, rubricsOf } from '../domain/rubric.ts';

/**
 * Reads every rubric in a folder (`v1.json`, `v2.json`, …): a new version needs a file and no code.
 *
 * @throws Error that names the file when a file is not a valid rubric
 */
export function readRubrics(folder: string = join(import.meta.dirname, '../../rubrics')): Rubrics {
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
