import { caching } from '../../../documents/caching.ts';
import { type Document, makeDocument } from '../../../documents/document.ts';
import { parseTilePath, TILE_WIDTH, type TileName, tilePath, tilesOf } from '../../../domain/public-log/tiles.ts';
import type { Context } from '../../../operations/context.ts';
import { checkpointAt, signedSize } from '../../../store/public-log/checkpoints.ts';
import { logFile } from '../../../store/public-log/files.ts';
import { logKeys } from '../../../store/public-log/keys.ts';

/** The files of the public log (decisions 141 and 144), read from the database: nobody keeps a log of any length in memory. */

export const LOG_FOLDER = '/log/';
const CHECKPOINT = '/log/checkpoint';
export const KEYS_PATH = '/.well-known/readymark-keys';

const BYTES = 'application/octet-stream';

/** One object for each kind, so that its headers are made once. */
const momentary = { 'cache-control': caching.momentary };
const full = { 'cache-control': caching.asset };
const partial = { 'cache-control': caching.public };

/** The document at a path below the log, as far as it is signed; undefined when there is none. */
export async function logDocument(ctx: Context, path: string): Promise<Document | undefined> {
  if (path === CHECKPOINT) return (await signedHead(ctx))?.document;
  const name = path.startsWith(LOG_FOLDER) ? parseTilePath(path.slice(LOG_FOLDER.length)) : undefined;
  // Not those of the snapshot alone: behind a balancer another node may have sent a newer checkpoint.
  return name && tileDocument(ctx, name, await signedSize(ctx.store.db));
}

/** The keys of the log with their times, newest first, as JSON. */
export async function keysDocument({ store, catalogue }: Context): Promise<Document> {
  const keys = (await logKeys(store.db)).map(({ verifier_key, from_at, until_at, handover }) => ({
    ...{ key: verifier_key, from: from_at, until: until_at, handover },
  }));
  return makeDocument(JSON.stringify({ keys }), {
    content_type: 'application/json; charset=utf-8',
    modified: new Date(keys[0]?.from ?? catalogue.current().modified),
    scores: false,
    headers: momentary,
  });
}

/** Every file of the log up to the checkpoint of the snapshot, with its path; the checkpoint last, as it is true only then. */
export async function* logDocuments(ctx: Context): AsyncGenerator<[string, Document]> {
  const head = await signedHead(ctx);
  if (!head) return;
  for (const name of tilesOf(head.size)) {
    const document = await tileDocument(ctx, name, head.size);
    if (document) yield [`${LOG_FOLDER}${tilePath(name)}`, document];
  }
  yield [KEYS_PATH, await keysDocument(ctx)];
  yield [CHECKPOINT, head.document];
}

/** The checkpoint that covers what the snapshot shows, and no more. */
async function signedHead({ store, catalogue }: Context): Promise<{ size: number; document: Document } | undefined> {
  const row = await checkpointAt(store.db, catalogue.current().version);
  if (!row) return undefined;
  const document = makeDocument(row.note, {
    content_type: 'text/plain; charset=utf-8',
    modified: new Date(row.signed_at),
    scores: false,
    headers: momentary,
  });
  return { size: row.size, document };
}

async function tileDocument({ store }: Context, name: TileName, size: number): Promise<Document | undefined> {
  const file = await logFile(store.db, name, size);
  if (!file) return undefined;
  return makeDocument(file.bytes, {
    content_type: BYTES,
    modified: new Date(file.at),
    scores: false,
    headers: name.width === TILE_WIDTH ? full : partial,
  });
}
