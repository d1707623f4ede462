// npm runs this after it has installed into the checkout (`prepare` in package.json). It takes out of node_modules what
// no program reads when it runs, so that a deployment stays below 200 MB: the C headers of Node, 62 MB; and where the
// development packages are left out, source maps and type declarations too, 28 MB.
import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');

for (const headers of globSync('node-*-*/include', { cwd: packages }))
  rmSync(join(packages, headers), { recursive: true });

if (!existsSync(join(packages, 'typescript')))
  for (const file of readdirSync(packages, { recursive: true }))
    if (/\.(map|d\.[cm]?ts)$/.test(file)) rmSync(join(packages, file), { recursive: true });
