import { benchCalls } from './drive/calls.ts';
import { benchTools } from './drive/tools.ts';

/**
 * The calls of agents. `npm run bench agents [ROUNDS] [SECONDS] [WATCHES]` (3 1.5 1000000); `npm run bench agents of FOLDER [ROUNDS] [SECONDS]`
 * only calls of tools, on the database in a folder: that of FOLDER/data of `bench reads in FOLDER`.
 */
const stored = process.argv[2] === 'of' ? process.argv[3] : undefined;
const [rounds = 3, seconds = 1.5, watches = 1_000_000] = process.argv.slice(stored === undefined ? 2 : 4).map(Number);

await benchTools(rounds, seconds, stored);
if (stored === undefined) await benchCalls(rounds, seconds, watches);
