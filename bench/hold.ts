import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Section } from './hold/section.ts';

/**
 * What holds under attack: memory, fairness, cost. Each file of `hold/` that exports a `section` is one part.
 *
 * `npm run bench hold [--quick] [SECTION…]`
 */
const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = join(import.meta.dirname, 'hold');

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}\n`);
for (const file of readdirSync(folder).sort()) {
  const { section } = (await import(pathToFileURL(join(folder, file)).href)) as { section?: Section };
  if (!section || (wanted.length && !wanted.includes(section.name))) continue;
  console.log(`## ${section.name}\n\n| What | Figure | Aim |\n|---|---|---|`);
  for (const row of await section.run({ quick })) console.log(`| ${row.join(' | ')} |`);
  console.log('');
}
