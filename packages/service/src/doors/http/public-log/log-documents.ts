import { parseTilePath, TILE_WIDTH, type TileName, tilePath, tilesOf } from '@readymark/tlog/tiles';
import { caching } from '../../../documents/caching.ts';
import { type Document, makeDocument } from '../../../documents/document.ts';
import { LOG_FOLDER, proofPath } from '../../../domain/public-log/addresses.ts';
import type { Context } from '../../../operations/context.ts';
import { signedSize } from '../../../store/public-log/checkpoints.ts';
import { cosignedCheckpoint } from '../../../store/public-log/cosignatures.ts';
import { logFile } from '../../../store/public-log/files.ts';
import { logKeys } from '../../../store/public-log/keys.ts';
import { loggedAudit } from '../../../store/public-log/proofs.ts';

/** The files of the public log (decision 141), read from the database: nobody keeps a log of any length in memory. */

const CHECKPOINT = '/log/checkpoint';
export const KEYS_PATH = '/.well-known/readymark-keys';

const BYTES = 'application/octet-stream';

/** One object for each kind, so that its headers are made once. */
const momentary = { 'cache-control': caching.momentary };
const full = { 'cache-control': caching.asset };
const partial = { 'cache-control': caching.public };

/** The document at a path below the log, as far as it is signed, or of a log of some size; undefined when there is none. */
export async function logDocument(ctx: Context, path: string, size?: number): Promise<Document | undefined> {
  if (path === CHECKPOINT) return (await signedHead(ctx))?.document;
  const name = path.startsWith(LOG_FOLDER) ? parseTilePath(path.slice(LOG_FOLDER.length)) : undefined;
  // Not those of the snapshot alone: behind a balancer another node may have sent a newer checkpoint.
  return name && tileDocument(ctx, name, size ?? (await signedSize(ctx.store.db)));
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

/** Any document of this file, by its path. */
export async function publicLogDocument(ctx: Context, path: string): Promise<Document | undefined> {
  if (path === KEYS_PATH) return keysDocument(ctx);
  const slug = /^\/api\/audits\/([a-z0-9-]{1,64})\/proof\.json$/.exec(path)?.[1];
  return slug === undefined ? logDocument(ctx, path) : proofDocument(ctx, slug);
}

/**
 * `/api/audits/{slug}/proof.json` (decision 141): the statement of the current audit, its index, the hashes that lead from it
 * to the root of the checkpoint, and that. Undefined for an unknown slug, and while nothing is signed.
 */
export async function proofDocument(ctx: Context, slug: string): Promise<Document | undefined> {
  const snapshot = ctx.catalogue.current();
  const audit_id = snapshot.entry(slug)?.audit_id;
  const head = await cosignedCheckpoint(ctx.store.db, snapshot.version);
  const logged = audit_id && head && (await loggedAudit(ctx.store.db, ctx.memory.log_tiles, audit_id, head.size));
  if (!logged) return undefined;
  const { index, entry, inclusion } = logged;
  const after = JSON.stringify({
    index,
    inclusion: inclusion.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: head.note,
  });
  // The statement is the entry itself, byte for byte.
  return makeDocument(`{"statement":${entry},${after.slice(1)}`, {
    content_type: 'application/json; charset=utf-8',
    modified: new Date(head.changed_at),
    scores: false,
    headers: partial,
  });
}

/** Every file of the log up to the checkpoint of the snapshot, with its path, and every proof; the checkpoint last. */
export async function* logDocuments(ctx: Context): AsyncGenerator<[string, Document]> {
  const head = await signedHead(ctx);
  if (!head) return;
  for (const name of tilesOf(head.size)) {
    const document = await tileDocument(ctx, name, head.size);
    if (document) yield [`${LOG_FOLDER}${tilePath(name)}`, document];
  }
  for (const { slug } of ctx.catalogue.current().companies) {
    const proof = await proofDocument(ctx, slug);
    if (proof) yield [proofPath(slug), proof];
  }
  yield [KEYS_PATH, await keysDocument(ctx)];
  yield [CHECKPOINT, head.document];
}

/** The checkpoint that covers what the snapshot shows, and no more. */
export async function signedHead({
  store,
  catalogue,
}: Context): Promise<{ size: number; document: Document } | undefined> {
  const row = await cosignedCheckpoint(store.db, catalogue.current().version);
  if (!row) return undefined;
  const document = makeDocument(row.note, {
    content_type: 'text/plain; charset=utf-8',
    modified: new Date(row.changed_at),
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
