import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Ran } from './processes.ts';

/** Runs a command that writes to streams in this process. @returns its exit code and what it wrote, as of a process */
export async function captured(
  command: (streams: { out: PassThrough; err: PassThrough }) => Promise<number>,
): Promise<Ran> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(out), text(err)]);
  const code = await command({ out, err });
  for (const stream of [out, err]) stream.end();
  const [printed, failed] = await written;
  return { code, out: printed, err: failed };
}
