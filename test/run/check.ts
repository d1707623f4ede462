import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../laws/project.ts';
import { timeLimit } from '../world/wait.ts';
import { environment, timed } from './timed.ts';

/** `npm run check`: types, lint with format, and laws, at once. Ends with 1 when one of them fails, after all have ended. */
const laws = ['test/laws/*.test.ts', 'packages/*/test/laws/*.test.ts'];
const LIMIT_MS = timeLimit(300_000);
const tool = (name: string) => join(root, 'node_modules/.bin', name);

const checks: Readonly<Record<string, { command: readonly string[]; env?: Record<string, string> }>> = {
  types: {
    // One thread: several check the same types again, for twice the work. What did not change is not checked again.
    command: [
      tool('tsc'),
      ...['--singleThreaded', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo'],
    ],
    // It ends soon: it need not collect its garbage as often.
    env: { GOGC: '400' },
  },
  lint: { command: [tool('biome'), 'check', '.'] },
  laws: {
    command: [
      process.execPath,
      '--test',
      '--test-isolation=none',
      '--test-reporter=spec',
      ...globSync(laws, { cwd: root }).sort(),
    ],
  },
};

const outcomes = await Promise.all(
  Object.entries(checks).map(async ([name, { command, env }]) => {
    const { code, out, seconds, processor_seconds } = await timed(command, { ...environment, ...env }, LIMIT_MS);
    if (code !== 0) console.log(out);
    // What a law only warns of.
    else for (const [warning] of out.matchAll(/warning: .+/g)) console.log(warning);
    const took = `${seconds.toFixed(1)} s, ${processor_seconds.toFixed(1)} s of processor time`;
    console.log(`${code === 0 ? '✔' : '✖'} ${name}: ${took}`);
    return code;
  }),
);
if (outcomes.some((code) => code !== 0)) process.exitCode = 1;
