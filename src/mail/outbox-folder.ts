import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes one letter as `{notice_id}.eml` into the folder, whole or not at all: written beside, synced, then renamed. A
 * letter that is sent again takes the place of the first. Only the owner may read the folder, for it holds addresses.
 *
 * @throws RangeError for a notice_id that is no plain file name; the system's errors when it cannot be written
 */
export async function writeLetterFile(outbox_dir: string, notice_id: string, bytes: Uint8Array): Promise<void> {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(notice_id)) throw new RangeError('notice_id is no plain file name');
  await mkdir(outbox_dir, { recursive: true, mode: 0o700 });
  const path = join(outbox_dir, `${notice_id}.eml`);
  const beside = `${path}.tmp`;
  try {
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  const folder = await open(outbox_dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
