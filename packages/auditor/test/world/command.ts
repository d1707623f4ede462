import { captured } from '../../../../test/world/captured.ts';
import type { Ran } from '../../../../test/world/processes.ts';
import { runAuditCommand } from '../../src/command/program.ts';

/** Runs `readymark-audit` in this process, in its folder: a process of its own takes longer to load than most commands take. */
export const command = (args: readonly string[]): Promise<Ran> =>
  captured((streams) =>
    runAuditCommand(args, { ...streams, signal: new AbortController().signal, now: () => new Date() }),
  );
