import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { auditFiles } from '../catalogue/audit-files.ts';

/**
 * How often files are looked at. They are asked for by name: editors put a new file in the place of the old one, and a
 * watch of the operating system would stay with the old one.
 */
const LOOK_MS = 150;

/** What a save changes of a file. */
function stateOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}

/**
 * Calls `saved` with all files at first, and then with those that were saved, also by renaming, or by removing and making
 * them again, and with new ones of a folder. A save that takes longer is reported once, when the file is the same at two
 * looks. A file that is missing is waited for. What `saved` writes itself, and says so, is no save. Ends with the signal.
 *
 * @throws Refusal when a path does not exist at first
 */
export async function watchFiles(
  paths: readonly string[],
  signal: AbortSignal,
  saved: (files: readonly string[], wrote: (file: string) => void) => Promise<void>,
): Promise<void> {
  const reported = new Map<string, string>();
  const last = new Map<string, string>();
  const report = async (files: readonly string[]) => {
    for (const file of files) reported.set(file, stateOf(file));
    await saved(files, (file) => reported.set(file, stateOf(file)));
  };
  await report(auditFiles(paths));
  while (!signal.aborted) {
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
    const changed: string[] = [];
    for (const file of paths.flatMap(filesAt)) {
      const state = stateOf(file);
      if (state !== '' && state !== reported.get(file) && state === last.get(file)) changed.push(file);
      last.set(file, state);
    }
    if (changed.length && !signal.aborted) await report(changed);
  }
}

/** The files at a path; none while a folder is missing or empty. */
function filesAt(path: string): string[] {
  try {
    return auditFiles([path]);
  } catch {
    return [path];
  }
}
