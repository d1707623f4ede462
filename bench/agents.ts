import { benchCalls } from './drive/calls.ts';
import { benchTools } from './drive/tools.ts';

/** The calls of agents. `npm run bench agents [ROUNDS] [SECONDS] [WATCHES]` (3 1.5 1000000) */
const [rounds = 3, seconds = 1.5, watches = 1_000_000] = process.argv.slice(2).map(Number);

await benchTools(rounds, seconds);
await benchCalls(rounds, seconds, watches);
