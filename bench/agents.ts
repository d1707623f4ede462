import { benchCalls } from './drive/calls.ts';
import { benchTools } from './drive/tools.ts';

/** The calls of agents. `npm run bench agents [ROUNDS] [SECONDS]` */
const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 1.5);

await benchTools(rounds, seconds);
await benchCalls(rounds, seconds);
