import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import type { RecordFile, RecordStore } from '../record-store/record-store.ts';
import { openTimeSlicer } from '../time-slicer.ts';
import {
  afterChanges,
  type BoardChange,
  boardFrames,
  boardFrom,
  changeFrame,
  type SavedBoard,
  type SavedPosition,
} from './board-file.ts';
import { BoardFile, BoardFolder } from './folder.ts';
import { framesOf } from './frames.ts';

/** The folder of saved boards in `DATA_DIR`. */
export const BOARDS_FOLDER = 'board';

/** Raise it whenever bytes in a row, a line that searches look at, or a frame come to mean something else. */
const BOARD_FORMAT = 1;

/** A board of the last run, as it was left: its leaderboard, and the file with its records. */
type FoundBoard = { board: SavedBoard & { changed: number }; folder: BoardFolder; records: BoardFile };

/** What a saved board must have been written with, so that it can be read: rows, orders of names and folded texts depend on it. */
export const boardKey = (version: string, record_format: number): string =>
  JSON.stringify([BOARD_FORMAT, version, record_format, process.versions.icu, process.versions.unicode, process.arch]);

/**
 * Reads the newest saved board below a folder; a text that says why not, where it is not whole or of another version;
 * undefined where there is none.
 */
export async function readSavedBoard(path: string, key: string): Promise<FoundBoard | string | undefined> {
  const folder = BoardFolder.newest(path);
  if (!folder) return undefined;
  const numbers = folder.numbers();
  let records: BoardFile | undefined;
  try {
    for (const number of numbers.boards) {
      const whole = readFrames(folder.board(number), (frames) => boardFrom(frames, key));
      if (!whole) continue;
      let board = { ...whole, changed: 0 };
      for (const later of numbers.changes.filter((one) => one >= number)) {
        const file = new BoardFile(folder.changes(later), 'r');
        try {
          const next = await afterChanges(
            board,
            framesOf((buffer, at) => file.fill(buffer, at)),
          );
          board = { ...next, changed: board.changed + next.changed };
        } finally {
          file.close();
        }
      }
      records = new BoardFile(folder.records, 'r+');
      if (records.size < board.record_end) throw new Error('the file of records is too short');
      return { board, folder, records };
    }
    return numbers.boards.length ? 'it is not whole, or was written by another version' : undefined;
  } catch (error) {
    records?.close();
    return error instanceof Error ? error.message : String(error);
  }
}

function readFrames<Found>(path: string, read: (frames: Iterator<Buffer>) => Found): Found {
  const file = new BoardFile(path, 'r');
  try {
    return read(framesOf((buffer, at) => file.fill(buffer, at)));
  } finally {
    file.close();
  }
}

/** Whether all records of a board are what was stored. @param bytes the file of records */
export function soundRecords({ leaderboard }: SavedBoard, bytes: Buffer): boolean {
  for (const company of leaderboard.by_name)
    for (const { record, receipts } of company.audits)
      for (const ref of receipts ? [record, receipts] : [record])
        if (crc32(bytes.subarray(ref.at, ref.at + ref.length)) !== ref.check) return false;
  return true;
}

/** One publication, or several in a row: how many companies went and came, and which. */
type Saved = Omit<SavedPosition, 'mark'> & { companies: number; change(): BoardChange };

/** What waits to be saved. */
type Waiting = Omit<Saved, 'change'> & { change: BoardChange };

/** Everything as it is. */
type Whole = Omit<SavedBoard, 'mark'> & { store: RecordStore };

/** Changes of fewer companies than this are kept beside the whole leaderboard, and else those of an eighth of it. */
const CHANGED_MAX = 2_000;

/**
 * Leaves the board of a process for the next run: records, a whole leaderboard now and then, and what each publication
 * changed after it. Writes behind what is served, and in that order, so that nothing names a record that is not on the
 * disk. The first failure ends it: then the next start reads the database.
 */
export class BoardKeeper {
  readonly file: RecordFile;
  readonly #folder: BoardFolder;
  readonly #key: string;
  readonly #mark: (version: number) => Promise<string>;
  readonly #log: Logger;
  readonly #records: BoardFile;
  #changes: BoardFile | undefined;
  #changes_end = 0;
  #number: number;
  /** Up to which publication the files are; undefined before the first whole leaderboard. */
  #version: number | undefined;
  #names = 0;
  #record_end: number;
  /** How many companies changed after the last whole leaderboard. */
  #changed = 0;
  #waiting: Waiting[] = [];
  /** Whether a whole leaderboard is to be written next. */
  #is_due: boolean;
  #whole: (() => Whole) | undefined;
  #running: Promise<void> | undefined;
  #broken = false;
  #is_damaged = false;
  #closed = false;

  private constructor(
    { folder, records, key, mark, log }: Beginning & { folder: BoardFolder; records: BoardFile },
    at: { number: number; version?: number; names: number; record_end: number; changed: number },
  ) {
    this.#folder = folder;
    this.#records = records;
    this.#key = key;
    this.#mark = mark;
    this.#log = log;
    this.#number = at.number;
    this.#version = at.version;
    this.#names = at.names;
    this.#record_end = at.record_end;
    this.#changed = at.changed;
    this.#is_due = at.version === undefined;
    this.file = {
      write: (bytes, place) => {
        if (this.#broken) return false;
        try {
          this.#records.write(bytes, place);
          return true;
        } catch (error) {
          this.#fail(error);
          return false;
        }
      },
      read: (place, length) => {
        const bytes = Buffer.allocUnsafe(length);
        if (this.#records.fill(bytes, place) !== length) throw new Error('the file of records is too short');
        return bytes;
      },
    };
  }

  /** Begins with nothing, and removes what was saved before. @throws Error where nothing can be written */
  static begin(of: Beginning): BoardKeeper {
    const folder = BoardFolder.begin(of.path);
    const records = new BoardFile(folder.records, 'w+');
    return new BoardKeeper({ ...of, folder, records }, { number: 0, names: 0, record_end: 0, changed: 0 });
  }

  /** Goes on from a board that was found. */
  static goOn(of: Beginning, { board, folder, records }: FoundBoard): BoardKeeper {
    const { boards, changes } = folder.numbers();
    const number = Math.max(0, ...boards, ...changes);
    const { version, record_end, changed, rows } = board;
    return new BoardKeeper(
      { ...of, folder, records },
      // What a frame that is not whole left behind is overwritten by none: further changes go to a file of their own.
      { number: number + 1, version, names: rows.names.count, record_end, changed },
    );
  }

  /**
   * Saves a publication soon.
   *
   * @param whole everything, as it is when it is called: asked for when it is time for a whole leaderboard
   */
  save({ change, ...of }: Saved, whole: () => Whole): void {
    if (this.#broken || this.#closed) return;
    this.#whole = whole;
    const changed = this.#waiting.reduce((sum, { companies }) => sum + companies, this.#changed + of.companies);
    if (changed > Math.max(CHANGED_MAX, whole().leaderboard.companies / 8)) this.#is_due = true;
    // A whole leaderboard has all of them.
    if (this.#is_due) this.#waiting = [];
    else this.#waiting.push({ ...of, change: change() });
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when all that is to be saved is saved. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Saves what waits, and closes the files. */
  async close(): Promise<void> {
    await this.idle();
    this.#closed = true;
    this.#changes?.close();
    this.#records.close();
  }

  /** Whether a record was found that is not what was stored. */
  get isDamaged(): boolean {
    return this.#is_damaged;
  }

  /** A record is not what was stored. After the files were closed nothing can be read, which says nothing of them. */
  damaged(): void {
    if (this.#closed || this.#is_damaged) return;
    this.#is_damaged = true;
    this.#log.error('a record in DATA_DIR is damaged; the board is built again from the database');
    this.abandon();
  }

  /** Ends it: what was saved is not what it should be. Records that are in the file can still be read. */
  abandon(): void {
    this.#broken = true;
    this.#waiting = [];
    try {
      this.#folder.remove();
    } catch (error) {
      this.#log.warn({ err: error }, 'the saved board cannot be removed');
    }
  }

  #fail(error: unknown): void {
    if (this.#broken) return;
    this.#log.warn({ err: error }, 'the board cannot be saved in DATA_DIR; the next start reads the whole database');
    this.abandon();
  }

  async #run(): Promise<void> {
    try {
      // What cannot be saved now is tried again with the next publication.
      for (let saved = true; saved && !this.#broken && (this.#is_due || this.#waiting.length); )
        saved = this.#is_due ? await this.#saveWhole() : await this.#saveChanges();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes the records up to a place: those that are not in the file yet. */
  async #saveRecords(store: RecordStore, end: number): Promise<void> {
    for (const { bytes, at } of store.inMemory(this.#record_end, end)) await this.#records.writeSoon(bytes, at);
    await this.#records.flush();
    this.#record_end = end;
  }

  async #saveChanges(): Promise<boolean> {
    const saved = this.#waiting;
    const [last, whole] = [saved.at(-1), this.#whole?.()];
    if (!last || !whole || this.#version === undefined) return false;
    const mark = await this.#markOf(last.version);
    // Meanwhile so much may have been published that all of it is written.
    if (mark === undefined || this.#is_due) return mark !== undefined;
    this.#waiting = this.#waiting.slice(saved.length);
    await this.#saveRecords(whole.store, last.record_end);
    const { change: _, companies: __, ...position } = last;
    const frame = changeFrame(
      saved.map(({ change }) => change),
      { ...position, mark, from: this.#version },
      whole.rows.names,
      this.#names,
    );
    const names = whole.rows.names.count;
    if (this.#broken) return false;
    this.#changes ??= new BoardFile(this.#folder.changes(this.#number), 'w+');
    await this.#changes.writeSoon(frame, this.#changes_end);
    this.#changes_end += frame.byteLength;
    this.#version = last.version;
    this.#names = names;
    this.#changed += saved.reduce((sum, { companies }) => sum + companies, 0);
    return true;
  }

  /** Writes a whole leaderboard under another name, and puts it in its place when it is on the disk. */
  async #saveWhole(): Promise<boolean> {
    const whole = this.#whole?.();
    if (!whole) return false;
    // What is published while this is written goes on from here.
    this.#is_due = false;
    const { store, ...board } = whole;
    const mark = await this.#markOf(board.version);
    if (mark === undefined) {
      this.#is_due = true;
      return false;
    }
    await this.#saveRecords(store, board.record_end);
    if (this.#broken) return false;
    const number = this.#number + 1;
    const names = board.rows.names.count;
    const path = `${this.#folder.board(number)}.new`;
    const file = new BoardFile(path, 'w+');
    try {
      let at = 0;
      for await (const frame of boardFrames({ ...board, mark }, this.#key, openTimeSlicer())) {
        await file.writeSoon(frame, at);
        at += frame.byteLength;
      }
      await file.flush();
    } finally {
      file.close();
    }
    if (this.#broken) return false;
    this.#folder.put(path, this.#folder.board(number));
    this.#changes?.close();
    this.#changes = undefined;
    this.#changes_end = 0;
    this.#folder.removeBefore(number);
    this.#number = number;
    this.#version = board.version;
    this.#names = names;
    this.#changed = 0;
    return true;
  }

  /** Undefined while the database does not answer: the next publication tries again. */
  async #markOf(version: number): Promise<string | undefined> {
    try {
      return await this.#mark(version);
    } catch {
      return undefined;
    }
  }
}

type Beginning = { path: string; key: string; mark(version: number): Promise<string>; log: Logger };

/** The file that a process locks as long as it keeps the boards of a folder. */
export const lockFile = (path: string): string => join(path, 'lock');
