import { basename } from 'node:path/posix';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ByteCache } from '../../../documents/byte-cache.ts';
import { compressSoon, type Document } from '../../../documents/document.ts';
import { pathname, sendDocument } from '../../../doors/http/documents/documents.ts';
import { constantAnswer } from '../../../doors/http/documents/representation.ts';
import { redirect } from '../../../doors/http/errors/former-address.ts';
import { nothingHere } from '../../../doors/http/errors/nothing-here.ts';
import { proofDocument } from '../../../doors/http/public-log/log-documents.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { type PastBoard, pastProofPath, pastRecordPath } from '../catalogue/past-board.ts';
import { AS_OF_FOLDER } from '../domain/days.ts';
import { companyThen } from '../operations/past-audits.ts';
import { pastBoardsOf } from '../operations/past-boards.ts';
import { type PastAddress, pastAddress, pastProof, pastRecord } from './past-documents.ts';

/** Records of past days that are kept, with their encodings. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** A document, and the board that it goes with: another board of its day makes it another document. */
type Kept = { document: Document; board: PastBoard };

/**
 * Serves the documents of past days (decision 151). What is not in memory counts against the limit of the client.
 *
 * @param countClient throws Fault rate_limited (decision 74)
 */
export function serveAsOf(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
): void {
  const { BASE_URL } = ctx.settings;
  const boards = pastBoardsOf(ctx);
  const kept = new ByteCache<string, Kept>(CACHE_BYTES, ({ document }, key) => bytesOf(document) + 2 * key.length);

  /** @param once called before anything is read */
  async function documentAt(path: string, address: PastAddress, once: () => void): Promise<Document | string> {
    const board = await boards.board(address.day, once);
    if (address.of === 'index') {
      if (!board.index.bodies.gzip) await compressSoon(board.index);
      return board.index;
    }
    const known = kept.get(path);
    if (known !== undefined && known.board === board) return known.document;
    const { of, slug } = address;
    const entry = companyThen(ctx, board, slug);
    if ('moved_from' in entry)
      return of === 'record' ? pastRecordPath(board.day, entry.moved_from) : pastProofPath(board.day, entry.moved_from);
    once();
    const read = of === 'record' ? pastRecord : pastProof;
    const document = await withStoreErrors(ctx, () => read(ctx, board, entry));
    await compressSoon(document);
    // A proof follows the checkpoints of the log.
    if (of === 'record') kept.set(path, { document, board });
    return document;
  }

  // A company may have the slug of this folder.
  app.get(`${AS_OF_FOLDER}proof.json`, async (request, reply) => {
    countClient(request);
    const document = await proofDocument(ctx, basename(AS_OF_FOLDER));
    if (!document) throw nothingHere();
    return sendDocument(request, reply, document);
  });
  app.get(`${AS_OF_FOLDER}*`, async (request, reply) => {
    const path = pathname(request.raw.url);
    const address = pastAddress(path);
    if (!address) throw nothingHere();
    const found = await documentAt(
      path,
      address,
      onlyOnce(() => countClient(request)),
    );
    if (typeof found !== 'string') return sendDocument(request, reply, found);
    const { status, headers, body } = constantAnswer(redirect(found, JSON.stringify({ location: BASE_URL + found })));
    reply.hijack();
    reply.raw.writeHead(status, [...headers]);
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
    return reply;
  });
}

const bytesOf = ({ bodies }: Document) =>
  Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 1_024);

function onlyOnce(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
