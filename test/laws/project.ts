import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the project, as the laws read them: paths from its root. */
export const root = join(import.meta.dirname, '../..');
export const read = (name: string): string => readFileSync(join(root, name), 'utf8');

export type ProjectFile = { name: string; text: string };

/** Every file below a folder whose name ends so. */
export const filesOf = (folder: string, ending: string): ProjectFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ name: `${folder}/${name}`, text: read(`${folder}/${name}`) }));

/** The names that a file imports, by the file or package that it imports them from; `*` stands for all of them. */
export function importsOf({ name, text }: ProjectFile): { from: string; names: string[] }[] {
  const at = (target: string) => (target.startsWith('.') ? join(name, '..', target) : target);
  const named = (list: string) =>
    list
      .split(',')
      .map((one) =>
        one
          .trim()
          .replace(/^type /, '')
          .replace(/\s+(as|:).*$/s, '')
          .replace(/:.*$/s, ''),
      )
      .filter(Boolean);
  const found = [
    ...[...text.matchAll(/^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/gm)].map(
      ([, list = '', target = '']) => ({ from: at(target), names: named(list) }),
    ),
    ...[...text.matchAll(/^import\s+(?:type\s+)?(\* as \w+|\w+)(?:,\s*\{[^}]*\})?\s+from\s+'([^']+)'/gm)].map(
      ([, , target = '']) => ({ from: at(target), names: ['*'] }),
    ),
    ...[...text.matchAll(/^import\s+'([^']+)'/gm)].map(([, target = '']) => ({ from: at(target), names: [] })),
    ...[...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, target = '']) => ({ from: at(target), names: ['*'] })),
  ];
  return found;
}
