import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import type { Encoding } from '../document.ts';

/**
 * A compressed file next to an exported document: the ending that nginx's *_static modules and CDNs look for, and how to
 * compress and expand it.
 */
export type Sibling = {
  encoding: Exclude<Encoding, 'identity'>;
  ending: string;
  compress(bytes: Uint8Array): Promise<Buffer>;
  expand(bytes: Uint8Array): Promise<Buffer>;
};

/** Best compression: its cost is paid once, its gain comes with every read. */
export const siblings: readonly Sibling[] = [
  {
    encoding: 'br',
    ending: '.br',
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
    ending: '.gz',
    compress: (bytes) => promisify(zlib.gzip)(bytes, { level: 9 }),
    expand: (bytes) => promisify(zlib.gunzip)(bytes),
  },
  {
    encoding: 'zstd',
    ending: '.zst',
    compress: (bytes) =>
      promisify(zlib.zstdCompress)(bytes, {
        pledgedSrcSize: bytes.byteLength,
        params: { [constants.ZSTD_c_compressionLevel]: 19 },
      }),
    expand: (bytes) => promisify(zlib.zstdDecompress)(bytes),
  },
];
