import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAuditCommand } from '../../src/command/program.ts';

/** Runs `readymark-audit` in this process, in its folder: a process of its own takes longer to load than most commands take. */
export async function command(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(out), text(err)]);
  const { signal } = new AbortController();
  const code = await runAuditCommand(args, { out, err, signal, now: () => new Date() });
  for (const stream of [out, err]) stream.end();
  const [printed, failed] = await said;
  return { code, out: printed, err: failed };
}
