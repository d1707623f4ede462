import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** An unlinked temporary file for records beyond the memory budget: it disappears with the process, even after a crash. */
export type SpillFile = {
  /**
   * Writes at an offset; false when that fails (disk full, no permission): then the caller keeps its bytes, and no
   * further write is attempted.
   */
  write(bytes: Uint8Array, offset: number): boolean;
  read(offset: number, length: number): Buffer;
  close(): void;
};

/**
 * A spill file in a folder; it is created by the first write.
 *
 * @param failed called once, when a write fails
 */
export function openSpillFile(folder: string, failed: (error: unknown) => void): SpillFile {
  let file: number | undefined;
  let broken = false;
  return {
    write(bytes, offset) {
      if (broken) return false;
      try {
        file ??= openUnlinked(folder);
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
        throw new Error('the spill file is too short');
      return bytes;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openUnlinked(folder: string): number {
  const own = mkdtempSync(join(folder, 'records-'));
  try {
    return openSync(join(own, 'spill'), 'wx+', 0o600);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
