import { chmodSync, readdirSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes one letter as `{notice_id}.eml` into the folder, completely or not at all: it is written to a temporary file,
 * synced and renamed. A letter that is sent again replaces the first. Only the owner can read the folder, because it
 * contains addresses.
 *
 * @throws RangeError for a notice_id that is not a plain file name; the system's error when the file cannot be written
 */
export async function writeLetterFile(outbox_dir: string, notice_id: string, bytes: Uint8Array): Promise<void> {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(notice_id)) throw new RangeError('notice_id is not a plain file name');
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
  const folder = await open(outbox_dir, 'r');
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
