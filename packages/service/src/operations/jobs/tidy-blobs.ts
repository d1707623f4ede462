import { endBlobs } from '../../store/blobs/end-blobs.ts';
import { moveToBlobs } from '../../store/blobs/move-to-blobs.ts';
import type { Context } from '../context.ts';

/**
 * Removes the blobs that no row names any more, which are the bytes of what was forgotten, aged out or replaced; and moves to blobs what is
 * still in the database (decision 206).
 */
export async function tidyBlobs(
  { store, blobs, now, log }: Pick<Context, 'store' | 'blobs' | 'now' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!blobs) return;
  const ended = await endBlobs(store, blobs, now, signal);
  if (ended) log.info({ blobs: ended }, 'blobs that nothing names any more were removed');
  const moved = await moveToBlobs({ store, blobs }, now, { signal });
  if (moved) log.info({ rows: moved }, 'evidence and datasets were moved from the database to blobs');
}
