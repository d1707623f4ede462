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
