import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout. */
const root = join(import.meta.dirname, '../../../..');

const parts = [
  ...['.ci', 'bin', 'examples', 'docs', 'packages', 'test', 'bench', 'deploy', 'runtime'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'CHANGELOG.md', 'README.md'],
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'LICENSE', '.gitignore'],
];

/** Copies the checkout into a new folder, without what was installed or built, which is shared. @returns what changes it */
export function copyTree(folder: string) {
  mkdirSync(folder);
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|data)$/.test(path),
    });
  // What npm installed is shared, but for the packages of the workspace, which are those of the copy.
  const [installed, own] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(own, '@readymark'), { recursive: true });
  for (const entry of readdirSync(installed))
    if (entry !== '@readymark') symlinkSync(join(installed, entry), join(own, entry));
  for (const entry of readdirSync(join(installed, '@readymark')))
    symlinkSync(join(folder, entry === 'runtime' ? entry : `packages/${entry}`), join(own, '@readymark', entry));
  return {
    folder,
    /** The files that a pattern names, from the folder. */
    files: (pattern: string) => globSync(pattern, { cwd: folder }),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Lines may be indented by two blanks: a file in a test must not look like one. */
    write(name: string, text: string) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text.startsWith('\n  ') ? text.replaceAll(/^ {2}/gm, '').slice(1) : text);
    },
    /** Puts text in front of the first place at which some text is. @throws Error where it is not */
    before(name: string, place: string, text: string) {
      const old = this.read(name);
      const at = old.indexOf(place);
      if (at < 0) throw new Error(`${name} has no ${place}`);
      this.write(name, old.slice(0, at) + text + old.slice(at));
    },
  };
}
