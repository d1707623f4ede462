import type { SigningKey } from '@readymark/tlog/note';
import type { Db } from '../../store/engine/engine.ts';
import { logHead } from '../../store/public-log/checkpoints.ts';
import { keyAt } from './signed-history.ts';

/**
 * The key that signs the log, where this process has it.
 *
 * @returns undefined where it has not; `none` where the log has no key yet
 */
export async function logKey(db: Db, file: string): Promise<SigningKey | 'none' | undefined> {
  const { key } = await logHead(db);
  return key ? keyAt(file, key.text) : 'none';
}
