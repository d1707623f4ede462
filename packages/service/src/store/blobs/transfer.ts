import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BlobFailure, type Blobs, pathOf } from './blobs.ts';
import { AT_ONCE } from './kept-bytes.ts';

/**
 * What became of blobs that were to be at another place. `missing`: they are not where they were to come from. `damaged`: other bytes
 * are there under their names, which were not taken.
 */
export type Transferred = { blobs: number; missing: string[]; damaged: string[] };

/** Blobs that rows of a SQLite file name, in their order; none in one of an older version. */
export function blobsNamedIn(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db
      .prepare(
        `select m.name from sqlite_master as m join pragma_table_info(m.name) as c on c.name = 'blob' where m.type = 'table'`,
      )
      .all() as { name: string }[];
    const names = tables.flatMap(({ name }) => {
      const rows = db.prepare(`select distinct blob from "${name}" where blob is not null`).all();
      return (rows as { blob: string }[]).map(({ blob }) => blob);
    });
    return [...new Set(names)].sort();
  } finally {
    db.close();
  }
}

/**
 * Puts blobs at another place too, where they are not there yet (decision 206): an interrupted call is repeated. Between folders on one
 * disk a file gets a second name, and takes no room; elsewhere its bytes are read, checked and written.
 *
 * @param options.checked read and compare each with its name before it is taken, also where a second name would do, and put it in the
 *   place of one that is damaged there
 * @param options.at called with the number of blobs looked at so far and in total
 * @throws BlobFailure
 */
export async function transferBlobs(
  from: Blobs,
  to: Blobs,
  names: readonly string[],
  {
    signal,
    checked = false,
    at = () => {},
  }: { signal?: AbortSignal; checked?: boolean; at?(done: number, total: number): void } = {},
): Promise<Transferred> {
  const missing: string[] = [];
  const damaged: string[] = [];
  for (let done = 0; done < names.length; done += AT_ONCE) {
    signal?.throwIfAborted();
    const batch = names.slice(done, done + AT_ONCE);
    await Promise.all(
      batch.map(async (sha256) => {
        if (checked ? await isWhole(to, sha256) : (await to.has(sha256)) || (await linked(from, to, sha256))) return;
        const bytes = await from.get(sha256).catch(ifDamaged);
        if (bytes === 'damaged') damaged.push(sha256);
        else if (!bytes) missing.push(sha256);
        else if (!checked || (await to.has(sha256)) || !(await linked(from, to, sha256))) await to.put(sha256, bytes);
      }),
    );
    at(done + batch.length, names.length);
  }
  const blobs = names.length - missing.length - damaged.length;
  return { blobs, missing: missing.sort(), damaged: damaged.sort() };
}

/** Whether a place has a blob, and its bytes are what its name says. */
async function isWhole(place: Blobs, sha256: string): Promise<boolean> {
  const bytes = await place.get(sha256).catch(ifDamaged);
  return bytes !== undefined && bytes !== 'damaged';
}

function ifDamaged(error: unknown): 'damaged' {
  if (error instanceof BlobFailure && error.damaged) return 'damaged';
  throw error;
}

/** Whether a file could be given a second name. Files of blobs are never written again: a new one takes their name. */
async function linked({ folder: from }: Blobs, { folder: to }: Blobs, sha256: string): Promise<boolean> {
  if (from === undefined || to === undefined) return false;
  const path = pathOf(sha256);
  try {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    await link(join(from, path), join(to, path));
    return true;
  } catch (error) {
    // Another disk, one without such names, or no such file: then it is copied, or missing.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (/^(EXDEV|EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|ENOENT|EACCES)$/.test(code ?? '')) return false;
    throw new BlobFailure(`the folder of blobs ${to} cannot be written (${code})`, { cause: error });
  }
}
