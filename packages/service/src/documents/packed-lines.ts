import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

/** No line of a file of data is longer. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;

/** The lines of a file that is compressed with zstd, in UTF-8, one after another. @throws Error when it is none */
export async function* packedLines(file: string): AsyncGenerator<string> {
  const unpacked = createZstdDecompress();
  const reading = pipeline(createReadStream(file), unpacked);
  // Reported by what reads the other end.
  reading.catch(() => {});
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    const bytes = rest.byteLength ? Buffer.concat([rest, piece]) : piece;
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.byteLength > LINE_BYTES_MAX) throw new Error('a line is too long');
  }
  if (rest.byteLength) yield rest.toString('utf8');
}
