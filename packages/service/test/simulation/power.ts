import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/**
 * Now and then the power fails for all processes at once, while a transaction is being written: what it had written of it is torn, and
 * so are pages of the database that a checkpoint was copying. What was committed must be there afterwards.
 *
 * @returns a line of the trace
 */
export async function cutPower(world: World): Promise<string | undefined> {
  const { chance, folder } = world;
  if (!chance.one(80)) return undefined;
  const file = join(folder, 'readymark.db');
  const { database, log } = whileWriting(file);
  // Of the log as it is now: a writer begins it again where all of it had been copied, and then there is nothing to lose.
  const committed = committedPages(log);
  await world.stop();
  writeFileSync(file, tornPages(database, committed.pages, chance));
  writeFileSync(`${file}-wal`, tornTail(log, committed.end, chance));
  rmSync(`${file}-shm`, { force: true });
  await world.resume();
  return `power cut with ${committed.pages.size > 0 ? 'a' : 'no'} checkpoint to lose`;
}

/** The files of a database in the middle of a transaction, some of which has been written already. */
function whileWriting(file: string): { database: Buffer; log: Buffer } {
  const writer = new DatabaseSync(file);
  try {
    // So few pages in memory that it writes before it commits.
    writer.exec('pragma cache_size = 4; begin immediate; create table unfinished (bytes blob)');
    writer.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 40)
      insert into unfinished select zeroblob(3000) from n`);
    return { database: readFileSync(file), log: readFileSync(`${file}-wal`) };
  } finally {
    writer.exec('rollback');
    writer.close();
  }
}

const HEADER = 32;
const FRAME_HEADER = 24;
const pageSize = (log: Buffer) => log.readUInt32BE(8);

/**
 * What a write-ahead log has committed: its pages by number, and where its last commit ends
 * (https://sqlite.org/fileformat2.html#walformat).
 */
function committedPages(log: Buffer): { pages: Set<number>; end: number } {
  const pages = new Set<number>();
  const waiting: number[] = [];
  let end = Math.min(HEADER, log.length);
  if (log.length < HEADER) return { pages, end };
  const frame = FRAME_HEADER + pageSize(log);
  for (let at = HEADER; at + frame <= log.length; at += frame) {
    // Frames of another salt are left from before the log began again.
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    waiting.push(log.readUInt32BE(at));
    if (log.readUInt32BE(at + 4) === 0) continue;
    for (const page of waiting.splice(0)) pages.add(page);
    end = at + frame;
  }
  return { pages, end };
}

/** Some of the pages that the log has too, half written. */
function tornPages(database: Buffer, pages: ReadonlySet<number>, chance: Chance): Buffer {
  const torn = Buffer.from(database);
  const size = torn.readUInt16BE(16) === 1 ? 65_536 : torn.readUInt16BE(16);
  for (const page of pages) {
    const start = (page - 1) * size;
    if (start + size <= torn.length && chance.one(3)) torn.fill(0xa5, start + chance.int(size), start + size);
  }
  return torn;
}

/** The log with what comes after its last commit torn: cut off somewhere, or with other bytes in it. */
function tornTail(log: Buffer, end: number, chance: Chance): Buffer {
  const torn = Buffer.from(log.subarray(0, end + chance.int(Math.max(1, log.length - end))));
  if (torn.length > end) torn.fill(0x5a, end + chance.int(torn.length - end));
  return torn;
}
