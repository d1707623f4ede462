import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MEMORY_BYTES_MAX } from '../record-store/record-store.ts';
import type { SavedBoard } from './board-file.ts';
import { BOARDS_FOLDER, BoardKeeper, lockFile, readSavedBoard, soundRecords } from './saved-board.ts';

/** How boards are left for the next run. `key`: what they must have been written with. `lock`: undefined while another process has it. */
export type Saving = { key: string; lock(file: string): { release(): void } | undefined };

/** What a saved board is compared with. */
type Database = {
  /** The number of the newest publication of any kind. */
  latest(): Promise<number>;
  /**
   * A text that only databases have in common in which all that was published up to a publication is the same. Without it no
   * board is saved.
   */
  mark?(publication: number): Promise<string>;
};

/** What the last run left: its board, its keeper from now on, and its records where they fit into memory. */
type Resumed = { board: SavedBoard; keeper: BoardKeeper; held: Buffer | undefined };

type Beginning = Parameters<typeof BoardKeeper.begin>[0];

const NOT_SAVED = 'no board can be saved in DATA_DIR; each start reads the whole database';

/** Leaves the boards of this process for its next run, as long as it has the lock of its folder (decision 203). */
export class BoardSaving {
  readonly #log: Logger;
  readonly #database: Database;
  readonly #given: { folder: string; saving: Saving } | undefined;
  #beginning: Beginning | undefined;
  #lock: { release(): void } | undefined;

  constructor(database: Database, log: Logger, folder: string | undefined, saving: Saving | undefined) {
    this.#log = log;
    this.#database = database;
    this.#given = folder === undefined || !saving ? undefined : { folder, saving };
  }

  /** Begins a board anew; undefined where none is saved. */
  begin(): BoardKeeper | undefined {
    try {
      return this.#beginning && BoardKeeper.begin(this.#beginning);
    } catch (error) {
      this.#log.warn({ err: error }, NOT_SAVED);
      this.#beginning = undefined;
      return undefined;
    }
  }

  /** Takes the lock, and what the last run left; undefined where that is not whole or not of this database. */
  async resume(): Promise<Resumed | undefined> {
    const beginning = this.#takeLock();
    if (!beginning) return undefined;
    this.#beginning = beginning;
    const found = await readSavedBoard(beginning.path, beginning.key);
    if (found === undefined) return undefined;
    const why = typeof found === 'string' ? found : await this.#whyNot(found.board, beginning.mark);
    if (typeof found === 'string' || why !== undefined) {
      this.#log.info({ why }, 'the board that was saved is not used; the whole database is read');
      if (typeof found !== 'string') found.records.close();
      return undefined;
    }
    const { board, records } = found;
    const fits = board.record_end <= MEMORY_BYTES_MAX;
    const held = fits ? Buffer.from(new SharedArrayBuffer(board.record_end)) : undefined;
    if (held) {
      records.fill(held, 0);
      if (!soundRecords(board, held)) {
        this.#log.warn('the saved records are damaged; the whole database is read');
        records.close();
        return undefined;
      }
    }
    return { board, held, keeper: BoardKeeper.goOn(beginning, found) };
  }

  /** The folder of this process and what is written there; undefined where it has none. */
  get folder(): { path: string; key: string } | undefined {
    return this.#beginning && { path: this.#beginning.path, key: this.#beginning.key };
  }

  close(): void {
    this.#lock?.release();
  }

  #takeLock(): Beginning | undefined {
    const mark = this.#database.mark?.bind(this.#database);
    if (!this.#given || !mark) return undefined;
    const { folder, saving } = this.#given;
    const path = join(folder, BOARDS_FOLDER);
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      this.#lock = saving.lock(lockFile(path));
    } catch (error) {
      this.#log.warn({ err: error }, NOT_SAVED);
      return undefined;
    }
    if (this.#lock) return { path, key: saving.key, mark, log: this.#log };
    this.#log.info('another process keeps its board in DATA_DIR; this one reads the whole database');
    return undefined;
  }

  /** Why a saved board is not of this database; undefined where it is. */
  async #whyNot({ version, mark }: SavedBoard, markOf: (version: number) => Promise<string>) {
    if (version > (await this.#database.latest())) return 'the database is older';
    return (await markOf(version)) === mark ? undefined : 'something else was published in this database';
  }
}
