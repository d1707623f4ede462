import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compressAs } from './document.ts';

/** The thread of compressor.ts: receives bytes and posts each encoding as soon as it is made. */

/**
 * On Linux this sets the priority of the calling thread alone: reads and publications go first, however long compressing
 * takes.
 */
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (identity: Uint8Array<ArrayBuffer>) => {
  for (const encoding of ['zstd', 'gzip', 'br'] as const) {
    const bytes = new Uint8Array(compressAs[encoding](identity));
    parentPort?.postMessage({ encoding, bytes }, [bytes.buffer]);
  }
  // Freed now; this idle thread may not collect garbage for a long time.
  identity.buffer.transfer(0);
  parentPort?.postMessage({ encoding: null, bytes: null });
});
