import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * `node deploy/build.ts`, which `npm pack` runs: makes dist/, the part of the checkout that runs, with JavaScript in place
 * of TypeScript, because Node runs no TypeScript inside node_modules. Paths inside are those of the checkout.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync('tsc', ['--project', join(import.meta.dirname, 'tsconfig.json')], { stdio: 'inherit' });

/** What the program reads beside its code: style sheets and the like, rubrics, examples, the list of changes. */
for (const name of [
  ...globSync('packages/*/src', { cwd: root }),
  'packages/verify/verify.js',
  'packages/rubric/rubrics',
  'examples',
  'CHANGELOG.md',
])
  cpSync(join(root, name), join(dist, name), { recursive: true, filter: (path) => !path.endsWith('.ts') });

/**
 * The packages of the workspace are installed nowhere when the one package of all is: their names become paths. Nothing but
 * an import or `import.meta.resolve` has such a name (a law of `test/laws/` reads it).
 */
for (const file of globSync('packages/*/src/**/*.js', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  const path = (name: string) => {
    const [, one = '', module] = /^@readymark\/(\w+)(?:\/(.+))?$/.exec(name) ?? [];
    const target = module ? `packages/${one}/src/${module}.js` : `packages/${one}/${one}.js`;
    return relative(dirname(file), target).replace(/^(?!\.)/, './');
  };
  const named = text.replaceAll(/'(@readymark\/[\w/-]+)'/g, (_, name: string) => `'${path(name)}'`);
  if (named !== text) writeFileSync(join(dist, file), named);
}
