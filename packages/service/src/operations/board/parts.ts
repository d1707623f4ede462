import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { type BoardLine, boardLine } from '../../domain/board/board.ts';
import { nameOf } from '../../store/blobs/blobs.ts';

/** What a part may have when it is unpacked: an index of one score, or the documents of some companies. */
const PART_BYTES_MAX = 512 * 1024 * 1024;

export type PackedPart = { name: string; bytes: Uint8Array };

/** Bytes of JSON, packed. */
async function packed(text: string): Promise<PackedPart> {
  const bytes = await promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 9 } });
  return { name: nameOf(bytes), bytes };
}

async function unpacked(bytes: Uint8Array): Promise<string> {
  return (await promisify(zstdDecompress)(bytes, { maxOutputLength: PART_BYTES_MAX })).toString();
}

/**
 * A part: a line that nobody else writes, then one line for each document. So no name is ever that of an earlier part, and what was
 * removed cannot be needed again.
 */
export const packLines = (lines: readonly BoardLine[], made: string): Promise<PackedPart> =>
  packed([{ made }, ...lines].map((line) => JSON.stringify(line)).join('\n'));

/** @throws Error for what is no part */
export async function unpackLines(bytes: Uint8Array): Promise<BoardLine[]> {
  const [, ...lines] = (await unpacked(bytes)).split('\n');
  return lines.map((line) => boardLine.parse(JSON.parse(line)));
}

export const packJson = (value: object, made: string): Promise<PackedPart> =>
  packed(JSON.stringify({ made, ...value }));

/** @throws Error for what cannot be read */
export const unpackJson = async (bytes: Uint8Array): Promise<unknown> => JSON.parse(await unpacked(bytes));
