import { chmodSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folder of letters that are written instead of sent: one file `{notice_id}.eml` each. Only the owner can read it,
 * because it contains addresses.
 */
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,100}$/;
/** A letter, or what a crash left of one that was being written. */
const LETTER = /^([A-Za-z0-9_-]{1,100})\.eml(?:\.tmp)?$/;

/**
 * Writes one letter, completely or not at all: to a temporary file that is synced and renamed. A letter that is sent
 * again replaces the first.
 *
 * @throws RangeError for a notice_id that is not a plain file name; the system's error when the file cannot be written
 */
export async function writeLetterFile(outbox_dir: string, notice_id: string, bytes: Uint8Array): Promise<void> {
  if (!PLAIN_NAME.test(notice_id)) throw new RangeError('notice_id is not a plain file name');
  await mkdir(outbox_dir, { recursive: true, mode: 0o700 });
  const path = join(outbox_dir, `${notice_id}.eml`);
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      // An unfinished letter of another version may have left the file, with another mode.
      await file.chmod(0o600);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(outbox_dir);
}

/** The notices whose letters are in the folder, each once; none when there is no folder. */
export async function writtenLetters(outbox_dir: string): Promise<string[]> {
  return [...new Set((await letterFiles(outbox_dir)).map(({ notice_id }) => notice_id))];
}

/** Removes the letters of these notices, also half-written ones, and waits until they are gone from the disk. */
export async function removeLetterFiles(outbox_dir: string, notice_ids: readonly string[]): Promise<void> {
  const gone = new Set(notice_ids);
  const found = (await letterFiles(outbox_dir)).filter(({ notice_id }) => gone.has(notice_id));
  for (const { name } of found) await rm(join(outbox_dir, name), { force: true });
  if (found.length) await syncFolder(outbox_dir);
}

async function letterFiles(outbox_dir: string): Promise<{ name: string; notice_id: string }[]> {
  const names = await readdir(outbox_dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const notice_id = LETTER.exec(name)?.[1];
    return notice_id === undefined ? [] : [{ name, notice_id }];
  });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Takes all rights of others from the folder and the letters in it, which contain addresses. A missing folder is fine,
 * and so is one of another user.
 */
export function closeOutboxFolder(outbox_dir: string): void {
  const close = (path: string, mode: number) => {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  };
  try {
    close(outbox_dir, 0o700);
    for (const name of readdirSync(outbox_dir)) if (/\.eml(\.tmp)?$/.test(name)) close(join(outbox_dir, name), 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!/^(ENOENT|ENOTDIR|EPERM|EACCES|EROFS)$/.test(code ?? '')) throw error;
  }
}
