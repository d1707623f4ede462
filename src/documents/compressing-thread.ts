import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compressAs } from './document.ts';

/** The thread behind compressor.ts: takes bytes, gives back each encoding as soon as it is made. */

/**
 * On Linux this concerns the calling thread alone: reads and publications go first, however long the compressing then
 * takes.
 */
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (identity: Uint8Array<ArrayBuffer>) => {
  for (const encoding of ['zstd', 'gzip', 'br'] as const) {
    const bytes = new Uint8Array(compressAs[encoding](identity));
    parentPort?.postMessage({ encoding, bytes }, [bytes.buffer]);
  }
  // Free now, not when this idle thread's collector comes by.
  identity.buffer.transfer(0);
  parentPort?.postMessage({ encoding: null, bytes: null });
});
