import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@readymark/rubric/refusal';
import type { EdgeOutcome } from '../../operations/board/edge/edge.ts';
import type { Define } from '../define.ts';
import { line, type Output } from '../output.ts';

/** How often the pointer is read. */
const LOOK_MS = 500;

/** After a failure, at most. */
const PAUSE_MS_MAX = 30_000;

export function addEdge(define: Define): void {
  define<{ key?: string[]; once: boolean }>(
    'edge',
    'copy a board that `readymark export --to` wrote into a folder for nginx, and keep it up to date; needs no database',
    [
      "edge 's3://board/public?endpoint=https://s3.example' /srv/board",
      "edge 's3://board/public?endpoint=https://s3.example' /srv/board --key readymark.example+… --once",
    ],
    async (cli, output, { key = [], once }, [address = '', folder = '']) => {
      const { boardPlaceAt } = await import('../board/board-place.ts');
      const { logKey } = await import('../public-log/log-keys.ts');
      const { openEdge } = await import('../../operations/board/edge/edge.ts');
      const { openFiles } = await import('../../operations/board/edge/files.ts');
      const { BlobFailure } = await import('../../store/blobs/blobs.ts');
      const { holdLock } = await import('../../store/engine/lock.ts');
      const place = await boardPlaceAt(cli, address);
      let lock: ReturnType<typeof holdLock>;
      try {
        lock = lockOf(folder, holdLock);
        const keys = key.map((text) => logKey(text).text);
        const edge = await openEdge(place, openFiles(folder), keys);
        let found: EdgeOutcome | undefined;
        for (let failures = 0; !cli.signal.aborted; ) {
          try {
            const step = await edge.step();
            failures = 0;
            // The ranks of others follow in further steps.
            const files = step.files + (found?.files ?? 0);
            found = { ...(found ?? step), files, waiting: step.waiting };
            if (step.waiting > 0) continue;
            if (once || found.outcome === 'shown') report(output, folder, found);
            found = undefined;
            if (once) return 0;
          } catch (error) {
            // What is shown stays; what is wrong with a board may be mended there.
            if (once || !(error instanceof BlobFailure || error instanceof Refusal)) throw error;
            failures += 1;
            const { message } = error;
            output.result({ outcome: 'failed', message }, () => [line`${output.colour.red('failed')}  ${message}`]);
          }
          const pause = failures ? Math.min(PAUSE_MS_MAX, LOOK_MS * 2 ** failures) : LOOK_MS;
          await wait(pause, undefined, { signal: cli.signal }).catch(() => {});
        }
        return 0;
      } catch (error) {
        if (error instanceof BlobFailure) throw new Refusal(`${error.message}.`);
        throw error;
      } finally {
        lock?.release();
        await place.close();
      }
    },
  )
    .argument('<address>', 'a bucket, as in BLOB_URL')
    .argument('<folder>', 'where to write; nginx serves what is in it')
    .option(
      '--key <key...>',
      'the key of the log, as `readymark key show` prints it; without it the first key that is seen is trusted',
    )
    .option('--once', 'fetch what is there now, then exit', false);
}

/** Two edges in one folder would each take the files of the other for their own. @throws Refusal */
function lockOf(folder: string, holdLock: (file: string) => { release(): void } | undefined) {
  let lock: ReturnType<typeof holdLock>;
  try {
    mkdirSync(folder, { recursive: true });
    lock = holdLock(join(folder, 'edge.lock'));
  } catch (error) {
    throw new Refusal(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  if (!lock) throw new Refusal(`Another readymark edge works in ${folder}; give this one a folder of its own.`);
  return lock;
}

function report(output: Output, folder: string, found: EdgeOutcome): void {
  const { outcome, publication, parts, bytes, files, removed } = found;
  output.result({ folder, ...found }, () => [
    outcome === 'shown'
      ? line`${output.colour.green('shown')}  publication ${publication} in ${folder}: ${parts} parts, ${Math.ceil(bytes / 1024)} KiB; ${files} files written, ${removed} removed.`
      : outcome === 'older'
        ? line`${output.colour.yellow('older')}  The store has an older board than ${folder}, which shows publication ${publication}; it stays.`
        : line`${output.colour.green('same')}  ${folder} shows publication ${publication} already.`,
  ]);
}
