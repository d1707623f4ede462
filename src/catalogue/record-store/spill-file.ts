import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A nameless file for what memory should not hold: gone with the process, whatever becomes of it. */
export type SpillFile = {
  /**
   * Writes at an offset; false when it cannot (no room, no permission): then the caller keeps its bytes, and nothing
   * more is tried.
   */
  write(bytes: Uint8Array, offset: number): boolean;
  read(offset: number, length: number): Uint8Array;
  close(): void;
};

/**
 * Opens the file in a folder when it is first needed.
 *
 * @param failed told once, when it cannot be written
 */
export function openSpillFile(folder: string, failed: (error: unknown) => void): SpillFile {
  let file: number | undefined;
  let broken = false;
  return {
    write(bytes, offset) {
      if (broken) return false;
      try {
        file ??= openNameless(folder);
        for (let done = 0; done < bytes.byteLength; )
          done += writeSync(file, bytes, done, bytes.byteLength - done, offset + done);
        return true;
      } catch (error) {
        broken = true;
        failed(error);
        return false;
      }
    },
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      if (file === undefined || readSync(file, bytes, 0, length, offset) !== length)
        throw new Error('the spill file is cut short');
      return bytes;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openNameless(folder: string): number {
  const own = mkdtempSync(join(folder, 'records-'));
  try {
    return openSync(join(own, 'spill'), 'wx+', 0o600);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
