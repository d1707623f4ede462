import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the project, as the laws read them: paths from its root. */
export const root = join(import.meta.dirname, '../..');
export const read = (name: string): string => readFileSync(join(root, name), 'utf8');

export type ProjectFile = { name: string; text: string };

/** Every file below a folder whose name ends so; what is installed or built is left out. */
export const filesOf = (folder: string, ending: string): ProjectFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(name))
    .sort()
    .map((name) => ({ name: `${folder}/${name}`, text: read(`${folder}/${name}`) }));

/** The packages of the workspace, by the name of their folder. */
export const packages = readdirSync(join(root, 'packages')).sort();

/** What runs: the files of all packages without their tests. */
export const sources: readonly ProjectFile[] = [
  ...packages.flatMap((name) =>
    existsSync(join(root, 'packages', name, 'src')) ? filesOf(`packages/${name}/src`, '.ts') : [],
  ),
  { name: 'packages/verify/verify.js', text: read('packages/verify/verify.js') },
].filter(({ name }) => !name.endsWith('.test.ts'));

/** The package that a file is in; undefined for files outside of `packages/`. */
export const packageOf = (name: string): string | undefined => /^packages\/(\w+)\//.exec(name)?.[1];

/** The file that a name such as `@readymark/tlog/tree` stands for; other names stay as they are. */
const fileNamed = (target: string): string =>
  target === '@readymark/verify'
    ? 'packages/verify/verify.js'
    : target.replace(/^@readymark\/(\w+)\/(.+)$/, 'packages/$1/src/$2.ts');

/** The names that a file imports, by the file or package that it imports them from; `*` stands for all of them. */
export function importsOf({ name, text }: ProjectFile): { from: string; names: string[] }[] {
  const at = (target: string) => (target.startsWith('.') ? join(name, '..', target) : fileNamed(target));
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

/** Fails when files import each other in a circle, be it for a type. */
export function assertNoCycle(files: readonly ProjectFile[]): void {
  const graph = new Map(files.map((file) => [file.name, importsOf(file).map(({ from }) => from)]));
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    assert.ok(!path.includes(name), `import cycle: ${[...path, name].join(' → ')}`);
    if (done.has(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
}
