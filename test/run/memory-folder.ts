import { chmodSync, copyFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../world/processes.ts';

const SHARED_MEMORY = '/dev/shm';
/** What a run may take there: databases of some tests at once, profiles of browsers. */
const BYTES_MIN = 4 * 1024 ** 3;

/**
 * A new folder in memory for the temporary files of a run, which is removed at its end. A database of PostgreSQL is some hundred
 * files: made there, it takes a sixth of the processor time.
 *
 * @returns undefined where there is no memory for it, or programs may not run there
 */
export async function memoryFolder(): Promise<string | undefined> {
  let folder: string | undefined;
  const remove = () => folder && rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < BYTES_MIN) return undefined;
    folder = mkdtempSync(join(SHARED_MEMORY, 'readymark-'));
    // As the usual one: PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
    const copy = join(folder, 'sh');
    copyFileSync('/bin/sh', copy);
    const { code } = await run(copy, ['-c', 'exit 0']);
    if (code === 0) {
      process.once('exit', remove);
      return folder;
    }
  } catch {
    // No such file system, or none for us.
  }
  remove();
  return undefined;
}
