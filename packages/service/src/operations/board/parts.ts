import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { fileOf } from '../../documents/export/tree.ts';
import { type BoardLine, boardLine, PART_BYTES_MAX } from '../../domain/board/board.ts';
import { nameOf } from '../../store/blobs/blobs.ts';
import { canBeTogether, mayHave, scoreOfGroup } from './groups.ts';

/** A part, with its bytes when it is unpacked. */
export type PackedPart = { name: string; bytes: Uint8Array; size: number };

/** What a group contains: documents and former slugs, or the entries of an index. */
export type GroupContent = { lines: readonly BoardLine[] } | { entries: readonly string[] };

/** A part is unpacked in one piece, so more than a list says is never looked at. A megabyte packs into a hundred bytes, and a gigabyte too. */
const WINDOW_LOG_MAX = 25;

async function packed(text: string): Promise<PackedPart> {
  const plain = Buffer.from(text);
  const size = plain.byteLength;
  if (size > PART_BYTES_MAX) throw new RangeError('a part of the board is too large for its readers');
  const bytes = await promisify(zstdCompress)(plain, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  return { name: nameOf(bytes), bytes, size };
}

const LEVEL = 6;

/** @throws Error for what is no part, or has another size than is said */
async function unpacked(bytes: Uint8Array, size: number): Promise<Buffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX };
  const plain = await promisify(zstdDecompress)(bytes, { maxOutputLength: size, params });
  if (plain.byteLength !== size) throw new Error('a part has another size than the list says');
  return plain;
}

/**
 * A part: a line that nobody else writes, then one line for each document or entry. So no name is ever that of an earlier part, and what
 * was removed cannot be needed again.
 */
export const packGroup = (content: GroupContent, made: string): Promise<PackedPart> =>
  packed(
    [
      JSON.stringify({ made }),
      ...('entries' in content ? content.entries : content.lines.map((line) => JSON.stringify(line))),
    ].join('\n'),
  );

/** A document of a part is to be this file. */
export type CheckedLine = BoardLine & { file?: string };

/**
 * The lines of a part, each of which this group may have (decision 214).
 *
 * @throws Error for what is no part, or not one of this group
 */
export async function unpackLines(
  bytes: Uint8Array,
  { name, size, spread }: { name: string; size: number; spread: number },
): Promise<CheckedLine[]> {
  const [, ...lines] = (await unpacked(bytes, size)).toString().split('\n');
  return checkedLines(
    name,
    lines.map((line) => boardLine.parse(JSON.parse(line))),
    spread,
  );
}

/** @throws Error for lines that a group must not have */
export function checkedLines(name: string, lines: readonly BoardLine[], spread: number): CheckedLine[] {
  if (scoreOfGroup(name) !== undefined) throw new Error(`${name} has entries alone`);
  const checked = lines.map((line): CheckedLine => {
    if ('former' in line ? name !== 'former' : !mayHave(name, line.path, spread))
      throw new Error(`${name} must not have this line`);
    return 'path' in line ? { ...line, file: fileOf(line.path, line.type) } : line;
  });
  if (name.startsWith('site/') && lines.length > 1) throw new Error(`${name} has one document`);
  if (!canBeTogether(checked.flatMap(({ file }) => file ?? []))) throw new Error(`${name} has a file twice`);
  return checked;
}

/** The entries of an index, joined by line breaks; '' without any. @throws Error for what is no part */
export async function unpackEntries(bytes: Uint8Array, size: number): Promise<Buffer> {
  const plain = await unpacked(bytes, size);
  const end = plain.indexOf('\n');
  return end < 0 ? Buffer.alloc(0) : plain.subarray(end + 1);
}

export const packJson = (value: object, made: string): Promise<PackedPart> =>
  packed(JSON.stringify({ made, ...value }));

/** @throws Error for what cannot be read, or has another size */
export const unpackJson = async (bytes: Uint8Array, size: number): Promise<unknown> =>
  JSON.parse((await unpacked(bytes, size)).toString());
