import { endBlobs as endUnnamed } from '../../store/blobs/end-blobs.ts';
import type { Context } from '../context.ts';

/** Removes the blobs that no row names any more (decision 206): the bytes of what was forgotten, aged out or replaced. */
export async function endBlobs(
  { store, blobs, now, log }: Pick<Context, 'store' | 'blobs' | 'now' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const ended = blobs ? await endUnnamed(store, blobs, now, signal) : 0;
  if (ended) log.info({ blobs: ended }, 'blobs that nothing names any more were removed');
}
