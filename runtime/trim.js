// npm runs this after it has installed into the checkout. It takes out of node_modules what no program reads when it runs,
// so that a deployment stays below 200 MB: the C headers of Node, 62 MB; and where the development packages are left out,
// source maps, type declarations, tests and documents of packages, 40 MB.
import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');
const remove = (path) => rmSync(join(packages, path), { recursive: true, force: true });

for (const headers of globSync('node-*-*/include', { cwd: packages })) remove(headers);

if (!existsSync(join(packages, 'typescript'))) {
  for (const unread of globSync(['*/{test,docs}', '@*/*/{test,docs}'], { cwd: packages })) remove(unread);
  for (const file of readdirSync(packages, { recursive: true })) if (/\.(map|d\.[cm]?ts)$/.test(file)) remove(file);
}
