import { promisify } from 'node:util';
import { constants, deflateRaw, type ZlibOptions } from 'node:zlib';
import { type BoardContents, INDEX_FILE, rankLead } from '../../../domain/board/board.ts';
import { scoreOfGroup } from '../groups.ts';
import { inTurn } from '../in-turn.ts';
import { unpackEntries } from '../parts.ts';
import type { Fetched } from './fetched.ts';
import { type Files, gzipOf } from './files.ts';

export const INDEX = `site${INDEX_FILE}`;

/** Entries of one score in the file, and what they follow from. */
type Piece = { follows: string; plain: Buffer };

/** As many pieces are compressed at a time. */
const CONCURRENT = 4;

/**
 * The index, best score first, from the entries of each score. Only scores are compressed again whose entries or whose rank changed:
 * each is a run of blocks of its own in `.gz` (RFC 1951 2.3).
 */
export function openIndexFile(files: Files, fetched: Fetched) {
  let compressed = new Map<string, Buffer>();
  /** Used again: 36 MB of new memory cost more than the entries that are copied into it. */
  let room = Buffer.alloc(0);

  function joined(pieces: readonly Piece[]): Buffer {
    const bytes = pieces.reduce((sum, { plain }) => sum + plain.byteLength, 0);
    if (room.byteLength < bytes) room = Buffer.alloc(Math.ceil(bytes * 1.1));
    let at = 0;
    for (const { plain } of pieces) at += plain.copy(room, at);
    return room.subarray(0, bytes);
  }

  async function piecesOf({ index_head, ranks, groups }: BoardContents): Promise<Piece[]> {
    const scores = groups
      .flatMap(([name, , part, size]) => {
        const score = scoreOfGroup(name);
        return score === undefined ? [] : [{ score, part, size }];
      })
      .sort((a, b) => b.score - a.score);
    const pieces: Piece[] = [{ follows: index_head, plain: Buffer.from(index_head) }];
    for (const { score, part, size } of scores) {
      const entries = (await unpackEntries(await fetched.get(part), size)).toString('latin1');
      const lead = rankLead(ranks[score] ?? 0);
      const begin = pieces.length > 1 ? `,${lead}` : lead;
      const plain = Buffer.from(begin + entries.replaceAll('\n', `,${lead}`), 'latin1');
      if (entries !== '') pieces.push({ follows: `${begin}${part}`, plain });
    }
    return [...pieces, { follows: END, plain: Buffer.from(END) }];
  }

  async function zipped(pieces: readonly Piece[], whole: Uint8Array): Promise<Uint8Array> {
    const next = new Map<string, Buffer>();
    await inTurn(CONCURRENT, pieces, async ({ follows, plain }) => {
      next.set(follows, compressed.get(follows) ?? (await deflated(plain)));
    });
    compressed = next;
    return gzipOf(
      pieces.map(({ follows }) => next.get(follows) ?? Buffer.alloc(0)),
      whole,
    );
  }

  return {
    /** Writes it, where it differs. @returns whether it was written */
    async show(contents: BoardContents, stamp: number): Promise<boolean> {
      const pieces = await piecesOf(contents);
      const whole = joined(pieces);
      return files.put(INDEX, whole, { modified: stamp, stamp, gzip: () => zipped(pieces, whole) });
    },
  };
}

const END = ']}';

const deflated = (plain: Buffer): Promise<Buffer> =>
  promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw)(plain, { finishFlush: constants.Z_SYNC_FLUSH });
