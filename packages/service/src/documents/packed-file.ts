import { createHash } from 'node:crypto';
import { constants, createZstdCompress } from 'node:zlib';

/** A text that is compressed with zstd while it is written, and never in memory as a whole. */
export type PackedFile = {
  /** Waits while the pieces before it are not taken. @throws what `take` threw */
  write(text: string): Promise<void>;
  /** @returns what was taken, and its length before */
  end(): Promise<{ sha256: string; bytes: number; unpacked_bytes: number }>;
  /** Ends it without its end; nothing more is taken. */
  abandon(): void;
};

/** What is compressed, and what is handed on, at a time. */
const PIECE_BYTES = 64 * 1024;

/**
 * The same texts, written in the same order, give the same bytes.
 *
 * @param take stores the next piece of the file; one at a time
 */
export function openPackedFile(take: (piece: Uint8Array) => Promise<void>): PackedFile {
  const packer = createZstdCompress({ chunkSize: PIECE_BYTES, params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const hash = createHash('sha256');
  const counted = { bytes: 0, unpacked_bytes: 0 };
  let waiting: string[] = [];
  let waiting_length = 0;
  let failed: { error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const taking = takeAll().catch((error: unknown) => {
    failed = { error };
    wake?.();
  });
  // What is written after a failure; the failure itself is reported.
  packer.on('error', () => {});

  async function takeAll(): Promise<void> {
    for await (const piece of packer as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      counted.bytes += piece.byteLength;
      await take(piece);
    }
  }

  function assertTaken(): void {
    if (failed) throw failed.error;
  }

  async function pack(): Promise<void> {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    waiting_length = 0;
    counted.unpacked_bytes += bytes.byteLength;
    // Until it is compressed, not only queued: what is queued at the end is compressed in another way.
    await new Promise<void>((resolve) => {
      wake = resolve;
      packer.write(bytes, () => resolve());
    });
    assertTaken();
  }

  return {
    async write(text) {
      assertTaken();
      waiting.push(text);
      waiting_length += text.length;
      if (waiting_length >= PIECE_BYTES) await pack();
    },
    async end() {
      if (waiting_length) await pack();
      packer.end();
      await taking;
      assertTaken();
      return { sha256: hash.digest('hex'), ...counted };
    },
    abandon() {
      packer.destroy();
    },
  };
}
