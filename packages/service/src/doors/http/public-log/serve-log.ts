import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ByteCache } from '../../../documents/byte-cache.ts';
import { compressSoon, type Document } from '../../../documents/document.ts';
import { LOG_FOLDER } from '../../../domain/public-log/addresses.ts';
import type { Context } from '../../../operations/context.ts';
import { pathname, sendDocument } from '../documents/documents.ts';
import { nothingHere } from '../errors/nothing-here.ts';
import { KEYS_PATH, keysDocument, logDocument, proofDocument } from './log-documents.ts';

/** A full bundle has some 150 KB, and its encodings a fifth of that each. */
const CACHE_BYTES = 8 * 1024 * 1024;

/**
 * Serves the public log as static files (C2SP tlog-tiles, decision 141), its keys, and the proofs of audits. Full tiles and bundles never change: some
 * are kept with their encodings.
 *
 * @param countClient throws Fault rate_limited (decision 74), for what must be read from the database
 */
export function serveLog(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
): void {
  const cache = new ByteCache<string, Document>(CACHE_BYTES, ({ bodies }, key) =>
    Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 2 * key.length + 1024),
  );
  app.get(`${LOG_FOLDER}*`, async (request, reply) => {
    const path = pathname(request.raw.url);
    const known = cache.get(path);
    if (known) return sendDocument(request, reply, known);
    countClient(request);
    const document = await logDocument(ctx, path);
    if (!document) throw nothingHere();
    // Hashes cannot be compressed.
    if (path.startsWith(`${LOG_FOLDER}tile/entries/`)) await compressSoon(document);
    if (!/^\/log\/checkpoint$|\.p\//.test(path)) cache.set(path, document);
    return sendDocument(request, reply, document);
  });
  app.get<{ Params: { slug: string } }>('/api/audits/:slug/proof.json', async (request, reply) => {
    countClient(request);
    const document = await proofDocument(ctx, request.params.slug);
    if (!document) throw nothingHere();
    return sendDocument(request, reply, document);
  });
  app.get(KEYS_PATH, async (request, reply) => {
    countClient(request);
    return sendDocument(request, reply, await keysDocument(ctx));
  });
}
