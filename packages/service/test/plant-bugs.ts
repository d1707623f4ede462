import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../test/world/processes.ts';
import { bugs } from './simulation/bugs/bugs.ts';
import { copyTree } from './world/tree-copy.ts';

/**
 * `npm run simulate:bugs [YEARS] [WORD]`: plants each bug of `simulation/bugs` in a copy of the checkout, and lives there until it is found.
 * With a word only those bugs whose name has it. Prints when; ends with 1 where YEARS were not enough for one.
 */
const years = process.argv[2] ?? '1';
const parent = mkdtempSync(join(tmpdir(), 'readymark-bugs-'));
const { folder, read, write } = copyTree(join(parent, 'copy'));
const program = join(folder, 'packages/service/test/simulate.ts');
const place = (file: string) => `packages/service/src/${file}`;
let missed = 0;
console.log('| Bug | Seed that found it | Seconds | What was broken |\n| --- | --: | --: | --- |');
for (const { name, edits } of bugs.filter(({ name }) => name.includes(process.argv[3] ?? ''))) {
  const before = edits.map(({ file }) => read(place(file)));
  for (const { file, from, to } of edits) {
    const text = read(place(file));
    if (!text.includes(from)) throw new Error(`${name}: ${file} has no ${from}`);
    write(
      place(file),
      text.replace(from, () => to),
    );
  }
  const began = performance.now();
  const { code, out, err } = await run(process.execPath, [program, '1', years]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const seed = out
    .match(/^seed (\d+)/gm)
    ?.at(-1)
    ?.slice(5);
  if (code === 0) missed += 1;
  console.log(
    `| ${name} | ${code ? seed : 'not found'} | ${seconds} | ${code ? err.split('\n')[0]?.slice(0, 100) : ''} |`,
  );
  for (const [at, { file }] of edits.entries()) write(place(file), before[at] ?? '');
}
rmSync(parent, { recursive: true, force: true });
process.exitCode = missed ? 1 : 0;
