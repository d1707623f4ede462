import {
  closeSync,
  fdatasync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  write,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const writeSoon = promisify(write);
const flushSoon = promisify(fdatasync);

/** A file of a saved board. What is written to it at once and what is written soon are at different places. */
export class BoardFile {
  readonly #file: number;
  #closed = false;

  /** @throws Error where it cannot be opened */
  constructor(path: string, mode: 'r' | 'r+' | 'w+') {
    this.#file = openSync(path, mode, 0o600);
  }

  get size(): number {
    return fstatSync(this.#file).size;
  }

  /** Fills a buffer from a place on. @returns how many bytes there were */
  fill(buffer: Uint8Array, at: number): number {
    let done = 0;
    for (let read = 1; read > 0 && done < buffer.byteLength; done += read)
      read = readSync(this.#file, buffer, done, buffer.byteLength - done, at + done);
    return done;
  }

  write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.byteLength; )
      done += writeSync(this.#file, bytes, done, bytes.byteLength - done, at + done);
  }

  /** Writes outside of this thread. */
  async writeSoon(bytes: Uint8Array, at: number): Promise<void> {
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = (await writeSoon(
        this.#file,
        bytes,
        done,
        bytes.byteLength - done,
        at + done,
      )) as unknown as {
        bytesWritten: number;
      };
      done += bytesWritten;
    }
  }

  /** Resolves when what was written will outlive a power cut. */
  flush(): Promise<void> {
    return flushSoon(this.#file);
  }

  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
}

/**
 * The files of saved boards below a folder: one folder for each board that was built from the database, by number, with
 * the records (`records`), whole leaderboards (`board-1`, `board-2`, …), and what changed after each (`changes-1`, …).
 */
export class BoardFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The newest folder; undefined without any. */
  static newest(folder: string): BoardFolder | undefined {
    const number = Math.max(0, ...numbersIn(folder, /^(\d{1,9})$/));
    return number > 0 ? new BoardFolder(join(folder, String(number))) : undefined;
  }

  /** A new folder, after those that there are were removed: whoever still reads their files goes on. */
  static begin(folder: string): BoardFolder {
    const numbers = numbersIn(folder, /^(\d{1,9})$/);
    for (const number of numbers) rmSync(join(folder, String(number)), { recursive: true, force: true });
    const path = join(folder, String(Math.max(0, ...numbers) + 1));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return new BoardFolder(path);
  }

  get records(): string {
    return join(this.path, 'records');
  }

  board(number: number): string {
    return join(this.path, `board-${number}`);
  }

  changes(number: number): string {
    return join(this.path, `changes-${number}`);
  }

  /** The numbers of the whole leaderboards, newest first, and of the files with changes, oldest first. */
  numbers(): { boards: number[]; changes: number[] } {
    return {
      boards: numbersIn(this.path, /^board-(\d{1,9})$/).sort((a, b) => b - a),
      changes: numbersIn(this.path, /^changes-(\d{1,9})$/).sort((a, b) => a - b),
    };
  }

  /** Puts a file that was written under another name in its place. */
  put(from: string, to: string): void {
    renameSync(from, to);
  }

  /** Removes what is older than a whole leaderboard, and files that were not finished. */
  removeBefore(number: number): void {
    for (const name of readdirSync(this.path)) {
      const older = /^(?:board|changes)-(\d{1,9})$/.exec(name);
      if (name.endsWith('.new') || (older && Number(older[1]) < number)) rmSync(join(this.path, name), { force: true });
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function numbersIn(folder: string, pattern: RegExp): number[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => {
    const found = pattern.exec(name);
    return found ? [Number(found[1])] : [];
  });
}
