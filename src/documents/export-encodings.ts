import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import type { Encoding } from './document.ts';

/**
 * A compressed file next to an exported document: its suffix, as nginx's *_static modules and CDNs expect it, and
 * codec.
 */
export type Sibling = {
  encoding: Exclude<Encoding, 'identity'>;
  suffix: string;
  compress(bytes: Uint8Array): Promise<Buffer>;
  expand(bytes: Uint8Array): Promise<Buffer>;
};

/** Best compression: paid for once, saved at every read. */
export const siblings: readonly Sibling[] = [
  {
    encoding: 'br',
    suffix: '.br',
    compress: (bytes) =>
      promisify(zlib.brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }),
    expand: (bytes) => promisify(zlib.brotliDecompress)(bytes),
  },
  {
    encoding: 'gzip',
    suffix: '.gz',
    compress: (bytes) => promisify(zlib.gzip)(bytes, { level: 9 }),
    expand: (bytes) => promisify(zlib.gunzip)(bytes),
  },
  {
    encoding: 'zstd',
    suffix: '.zst',
    compress: (bytes) =>
      promisify(zlib.zstdCompress)(bytes, {
        pledgedSrcSize: bytes.byteLength,
        params: { [constants.ZSTD_c_compressionLevel]: 19 },
      }),
    expand: (bytes) => promisify(zlib.zstdDecompress)(bytes),
  },
];
