import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run bench NAME`: every other file of this folder is a bench; their drivers are in `drive/`. */
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !/^run\.|\.test\./.test(file))
  .map((file) => file.replace(/\.ts$/, ''));
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !benches.includes(name)) {
  console.error(`npm run bench NAME, where NAME is one of: ${benches.join(', ')}`);
  process.exitCode = 2;
} else {
  const file = join(import.meta.dirname, `${name}.ts`);
  process.exitCode = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' }).status ?? 1;
}
