import { JSON_TYPE } from '../../../catalogue/families/index-document.ts';
import { noAudit, notListed, retracted, slugNow } from '../../../catalogue/search/nearest.ts';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { type Document, makeDocument } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import { detailPath } from '../../../domain/leaderboard.ts';
import type { Context } from '../../../operations/context.ts';
import { withCosignatures } from '../../../store/public-log/cosignatures.ts';
import { loggedAudit } from '../../../store/public-log/proofs.ts';
import { AS_OF_FOLDER, mementoHeaders, type PastBoard } from '../catalogue/past-board.ts';
import { endOf } from '../domain/days.ts';
import { checkpointInForce, firstCheckpointOver } from '../store/checkpoints-then.ts';
import { recordOf } from '../store/past-days.ts';

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

export const pastProofPath = (day: string, slug: string) => `${AS_OF_FOLDER}${day}/${slug}/proof.json`;

/**
 * A company as a board of the past has it, or the slug that it had then where another one was asked for. Faults: gone for one that was
 * retracted since, not_found for one that was not listed then.
 */
export function companyThen(ctx: Context, board: PastBoard, slug: string): Entry | { moved_from: string } {
  const entry = board.snapshot.entry(slug);
  if (entry) return entry;
  const since = board.retracted(slug);
  if (since) throw retracted(since);
  const snapshot = ctx.catalogue.current();
  const then = board.slugThen(slugNow(snapshot, slug));
  if (then !== slug && board.snapshot.entry(then)) return { moved_from: then };
  if (snapshot.entry(slug))
    throw new Fault('not_found', `This company was not listed at the end of ${board.day} (UTC).`);
  throw snapshot.former(slug) ? notListed(snapshot, slug) : noAudit();
}

/** The record as it was published, with the rank of that day. */
export async function pastRecord(ctx: Context, board: PastBoard, entry: Entry): Promise<Document> {
  const record = await recordOf(ctx.store.db, entry.audit_id);
  if (record === undefined) throw noAudit();
  const { link, ...headers } = mementoHeaders(board.day, detailPath(board.present(entry.slug)));
  const proof = `<${pastProofPath(board.day, entry.slug)}>; rel="describedby"; type="application/json"`;
  return makeDocument(`${record.slice(0, -1)},"rank":${entry.rank}}`, {
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
export async function pastProof(ctx: Context, board: PastBoard, { audit_id, slug }: Entry): Promise<Document> {
  const { db } = ctx.store;
  const { version } = ctx.catalogue.current();
  const in_force = await checkpointInForce(db, endOf(board.day), version);
  const then = in_force && (await loggedAudit(db, audit_id, in_force.size));
  const head = then ? in_force : await firstCheckpointOver(db, audit_id, version);
  const logged = then ?? (head && (await loggedAudit(db, audit_id, head.size)));
  if (!head || !logged) throw new Fault('not_found', 'The log that this audit is in is not signed yet.');
  const { note, changed_at } = await withCosignatures(db, head);
  const after = JSON.stringify({
    index: logged.index,
    inclusion: logged.inclusion.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: note,
    as_of: board.day,
    checkpoint_signed_at: head.signed_at,
    checkpoint_of_day: then !== undefined,
  });
  const signed = new Date(changed_at);
  return makeDocument(`{"statement":${logged.entry},${after.slice(1)}`, {
    content_type: JSON_TYPE,
    modified: signed > board.modified ? signed : board.modified,
    scores: false,
    headers: mementoHeaders(board.day, `/api/audits/${board.present(slug)}/proof.json`),
  });
}
