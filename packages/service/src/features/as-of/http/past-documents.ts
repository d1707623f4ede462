import { JSON_TYPE } from '../../../catalogue/families/index-document.ts';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { type Document, makeDocument } from '../../../documents/document.ts';
import { detailPath } from '../../../domain/leaderboard.ts';
import type { Context } from '../../../operations/context.ts';
import { withCosignatures } from '../../../store/public-log/cosignatures.ts';
import { mementoHeaders, type PastBoard, pastProofPath } from '../catalogue/past-board.ts';
import { AS_OF_FOLDER } from '../domain/days.ts';
import { headOver, loggedUnder, pastRecordJson } from '../operations/past-audits.ts';

/** The documents of past days (decision 151). */

/** What an address below the folder of past days asks for; a slug is anything that may be one. */
export type PastAddress = { day: string } & ({ of: 'index' } | { of: 'record' | 'proof'; slug: string });

/** @returns undefined for a path that no such document has */
export function pastAddress(path: string): PastAddress | undefined {
  const [day = '', name = '', more, ...rest] = path.slice(AS_OF_FOLDER.length).split('/');
  if (!path.startsWith(AS_OF_FOLDER) || rest.length) return undefined;
  if (more === 'proof.json') return { day, of: 'proof', slug: name };
  if (more !== undefined || !name.endsWith('.json')) return undefined;
  const slug = name.slice(0, -'.json'.length);
  return slug === 'index' ? { day, of: 'index' } : { day, of: 'record', slug };
}

/** The record as it was published, with the rank of that day. */
export async function pastRecord(ctx: Context, board: PastBoard, entry: Entry): Promise<Document> {
  const { link, ...headers } = mementoHeaders(board.day, detailPath(board.present(entry.slug)));
  const proof = `<${pastProofPath(board.day, entry.slug)}>; rel="describedby"; type="application/json"`;
  return makeDocument(await pastRecordJson(ctx, entry), {
    content_type: JSON_TYPE,
    modified: board.modified,
    scores: true,
    headers: { ...headers, link: `${link}, ${proof}` },
  });
}

/**
 * What shows that the audit of that day is in the log (decision 141), under the checkpoint that was the newest one when the day
 * ended. Where that does not cover it, or there was none, under the first one that does; `checkpoint_of_day` says which.
 */
export async function pastProof(ctx: Context, board: PastBoard, entry: Entry): Promise<Document> {
  const head = await headOver(ctx, board, entry);
  const logged = await loggedUnder(ctx, entry, head);
  const { note, changed_at } = await withCosignatures(ctx.store.db, head);
  const after = JSON.stringify({
    index: logged.index,
    inclusion: logged.inclusion.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: note,
    as_of: board.day,
    checkpoint_signed_at: head.signed_at,
    checkpoint_of_day: head.of_day,
  });
  const signed = new Date(changed_at);
  return makeDocument(`{"statement":${logged.entry},${after.slice(1)}`, {
    content_type: JSON_TYPE,
    modified: signed > board.modified ? signed : board.modified,
    scores: false,
    headers: mementoHeaders(board.day, `/api/audits/${board.present(entry.slug)}/proof.json`),
  });
}
