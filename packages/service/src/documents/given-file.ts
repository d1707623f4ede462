import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Refusal } from '@readymark/rubric/refusal';

/** How much is read at once, and how long a pipe whose writer says nothing is waited for. */
const PIECE_BYTES = 256 * 1024;
const SILENCE_MS = 10_000;

/**
 * Reads a file that a person names to a command: a regular file, or a pipe that somebody writes to, as `<(…)` of a shell is. Never more
 * than its bound, and never for ever: a device has no end, and a pipe without a writer no beginning.
 *
 * @throws Refusal that says what it is instead, or that it is too long
 */
export function readGivenFile(file: string, bytes_max: number): Buffer {
  const descriptor = opened(file);
  try {
    const found = fstatSync(descriptor);
    if (found.isDirectory()) throw new Refusal(`${file} is a folder; name a file in it.`);
    if (!found.isFile() && !found.isFIFO()) throw new Refusal(`${file} is a device and no file.`);
    const bytes = readBounded(descriptor, file, bytes_max);
    if (bytes.length === 0 && found.isFIFO())
      throw new Refusal(`Nothing comes out of the pipe ${file}; name a file, or begin writing to it first.`);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** Opened so that a pipe without a writer does not wait for one. */
function opened(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${code}).`);
  }
}

function readBounded(descriptor: number, file: string, bytes_max: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.alloc(PIECE_BYTES);
    const read = readPiece(descriptor, file, part);
    if (read === 0) return Buffer.concat(parts, length);
    parts.push(part.subarray(0, read));
    length += read;
    if (length > bytes_max)
      throw new Refusal(`${file} is too long: more than ${(bytes_max / 1024 / 1024).toLocaleString('en')} MiB.`);
  }
}

/** Waits for the writer of a pipe, for a while. */
function readPiece(descriptor: number, file: string, part: Buffer): number {
  for (const began = performance.now(); ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)) {
    try {
      return readSync(descriptor, part);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN') throw new Refusal(`${file} cannot be read (${code}).`);
      if (performance.now() - began > SILENCE_MS)
        throw new Refusal(`Nothing came out of the pipe ${file} for ${SILENCE_MS / 1000} seconds.`);
    }
  }
}
