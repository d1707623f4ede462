#!/usr/bin/env node
import { runAuditCommand } from './program.ts';

/** The command as a process. The first SIGINT or SIGTERM stops it in an orderly way, a second one ends it at once. */
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
process.exitCode = await runAuditCommand(process.argv.slice(2), {
  ...{ out: process.stdout, err: process.stderr, signal: stop.signal },
  now: () => new Date(),
});
