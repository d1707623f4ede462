import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { etag, makeDocument } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import { answerPreflight } from '../../../doors/http/documents/documents.ts';
import { answer, EXPOSED_HEADERS, wanted } from '../../../doors/http/documents/representation.ts';
import { nothingHere } from '../../../doors/http/errors/nothing-here.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { type DatasetFileName, datasetFiles, isDatasetFile } from '../domain/files.ts';
import { datasetPath } from '../domain/subject.ts';
import { datasetPiece, type KeptDataset, keptDatasets, lastRetraction, PIECE_BYTES } from '../store/datasets.ts';
import { boundDownloads } from './downloads.ts';
import { rangeOf } from './range.ts';

/** Not `immutable`, though the bytes at an address never change: a retraction takes them away (decision 153). */
const FILE_HEADERS = {
  'cache-control': caching.public,
  'accept-ranges': 'bytes',
  // Readers of Parquet in browsers look at them.
  'access-control-expose-headers': `${EXPOSED_HEADERS}, Accept-Ranges, Content-Range`,
};

/** What the address of a dataset as a whole leads to. */
const CARD: DatasetFileName = 'README.md';

type Path = { Params: { publication: string; name?: string } };
type ServedFile = { dataset: KeptDataset; name: DatasetFileName; bytes: number; sha256: string };

/**
 * Serves the files of datasets from the store, piece by piece as fast as each client reads (decision 153): whole or one
 * range, under the number of their publication, and under `latest` by a redirect to that.
 *
 * @param countClient throws Fault rate_limited (decision 74)
 */
export function serveDataset(
  app: FastifyInstance,
  ctx: Context,
  countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
): void {
  const downloads = boundDownloads();

  async function find(publication: string, name: string): Promise<ServedFile> {
    const kept = await keptDatasets(ctx.store.db);
    const dataset = kept.find((one) => String(one.publication) === publication);
    const file = dataset?.files.find((one) => one.name === name);
    if (dataset && file) return { dataset, ...file };
    const number = /^[1-9]\d{0,9}$/.test(publication) ? Number(publication) : undefined;
    if (number !== undefined && isDatasetFile(name) && number < (await lastRetraction(ctx.store.db)))
      throw new Fault('gone', 'This dataset was taken back, because a company was retracted after it was made.');
    throw nothingHere();
  }

  async function send(request: FastifyRequest, reply: FastifyReply, found: ServedFile): Promise<void> {
    const { dataset, name, bytes, sha256 } = found;
    const modified = new Date(dataset.published_at);
    const { media_type: content_type } = datasetFiles[name];
    const of = { ...makeDocument('', { content_type, modified, scores: true, headers: FILE_HEADERS }), tag: sha256 };
    const prepared = answer(of, wanted(request.method, request.headers));
    const [tag, last_modified] = [etag(of, 'identity'), modified.toUTCString()];
    const { raw } = reply;
    // A range is of GET alone (RFC 9110, 14.2).
    const range =
      request.method === 'GET' ? rangeOf(request.headers, { bytes, validators: [tag, last_modified] }) : undefined;
    const { from, to } = range ?? { from: 0, to: bytes };
    const body = pieces(found, from, to);
    // Before the head: where the place of its pieces does not answer, that is said instead.
    const is_sent = prepared.status === 200 && request.method !== 'HEAD';
    const first = is_sent ? await withStoreErrors(ctx, () => body.next()) : undefined;
    reply.hijack();
    if (prepared.status !== 200) {
      raw.writeHead(prepared.status, [...prepared.headers, ...prepared.more]);
      raw.end();
      return;
    }
    const partial = range ? ['Content-Range', `bytes ${from}-${to - 1}/${bytes}`] : [];
    const own = ['Content-Type', content_type, 'Content-Length', String(to - from), 'ETag', tag];
    raw.writeHead(range ? 206 : 200, [...own, 'Last-Modified', last_modified, ...partial, ...prepared.more]);
    if (!first) {
      raw.end();
      return;
    }
    async function* all() {
      if (first && !first.done) yield first.value;
      yield* body;
    }
    // What ends early has fewer bytes than it said, which its reader sees.
    await pipeline(Readable.from(all()), raw).catch(() => {});
  }

  async function* pieces({ dataset, name }: ServedFile, from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to; ) {
      const piece = Math.floor(at / PIECE_BYTES);
      const body = await datasetPiece(ctx, dataset.publication, name, piece);
      if (!body) throw nothingHere();
      const part = body.subarray(at - piece * PIECE_BYTES, to - piece * PIECE_BYTES);
      yield part;
      at += part.byteLength;
    }
  }

  async function latest(reply: FastifyReply, name: string): Promise<FastifyReply> {
    const [newest] = await keptDatasets(ctx.store.db);
    if (!newest) throw nothingHere();
    return reply
      .header('cache-control', caching.momentary)
      .header('access-control-allow-origin', '*')
      .redirect(`${datasetPath(newest.publication)}${name}`, 307);
  }

  async function handle(request: FastifyRequest<Path>, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { publication, name = '' } = request.params;
    countClient(request);
    if (publication === 'latest' && (name === '' || isDatasetFile(name))) return latest(reply, name);
    const found = await find(publication, name || CARD);
    if (name === '') return reply.redirect(datasetPath(found.dataset.publication) + CARD, 307);
    const part = request.headers.range !== undefined;
    const done = request.method === 'HEAD' ? () => {} : await downloads.begin(request.ip, part);
    try {
      await send(request, reply, found);
    } finally {
      done();
    }
    return undefined;
  }
  for (const url of ['/dataset/:publication', '/dataset/:publication/:name']) {
    app.route<Path>({ method: ['GET', 'HEAD'], url, handler: handle });
    // A page that asks for the last bytes of a file asks this first.
    app.options(url, (_request, reply) => answerPreflight(reply));
  }
}
