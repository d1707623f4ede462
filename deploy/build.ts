import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `node deploy/build.ts`, which `npm pack` runs: makes dist/, the part of the checkout that runs, with JavaScript in place
 * of TypeScript, because Node runs no TypeScript inside node_modules. Paths inside are those of the checkout.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync('tsc', ['--project', join(import.meta.dirname, 'tsconfig.json')], { stdio: 'inherit' });

/** What the program reads beside its code: style sheets and the like, rubrics, examples, the list of changes. */
for (const name of ['src', 'rubrics', 'examples', 'CHANGELOG.md'])
  cpSync(join(root, name), join(dist, name), { recursive: true, filter: (path) => !path.endsWith('.ts') });
