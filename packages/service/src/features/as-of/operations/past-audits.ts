import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { parseRecord } from '@readymark/rubric/audit/format';
import { slugIssue } from '@readymark/rubric/field';
import { companyNamed, slugOf } from '../../../catalogue/search/company-named.ts';
import { noAudit, notListed, retracted, slugNow, unknownSlug } from '../../../catalogue/search/nearest.ts';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { PastDay } from '../../../operations/moments/past-day.ts';
import { notSigned, placeUnder } from '../../../operations/public-log/place.ts';
import { leafOfAudit, loggedAudit } from '../../../store/public-log/proofs.ts';
import type { LogCheckpointRow } from '../../../store/public-log/rows.ts';
import { type PastBoard, pastProofPath } from '../catalogue/past-board.ts';
import { endOf, indexOfDay } from '../domain/days.ts';
import { checkpointInForce, firstCheckpointOver } from '../store/checkpoints-then.ts';
import { recordOf } from '../store/past-days.ts';
import { pastBoardsOf } from './past-boards.ts';

/** Audits of past days (decision 151). */

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
    throw new Fault('not_found', `This company was not listed at the end of ${board.day} (UTC).`, {
      next: {
        remedy: `Who was: GET ${indexOfDay(board.day)}`,
        tool_remedy: `List who was with list_audits and as_of ${board.day}.`,
      },
    });
  throw snapshot.former(slug) ? notListed(snapshot, slug) : noAudit();
}

/** The record as it was published, with the rank of that day. */
export async function pastRecordJson({ store }: Context, { audit_id, rank }: Entry): Promise<string> {
  const stored = await recordOf(store.db, audit_id);
  if (stored === undefined) throw noAudit();
  return `${stored.record.slice(0, -1)},"rank":${rank}}`;
}

/**
 * The checkpoint that was the newest one when the day ended. Where that does not cover the audit, or there was none, the first one that
 * does; `of_day` says which.
 */
export async function headOver(
  { store: { db }, catalogue }: Context,
  { day }: PastBoard,
  { audit_id }: Entry,
): Promise<LogCheckpointRow & { of_day: boolean }> {
  const { version } = catalogue.current();
  const in_force = await checkpointInForce(db, endOf(day), version);
  if (in_force && (await leafOfAudit(db, audit_id, in_force.size))) return { ...in_force, of_day: true };
  const first = await firstCheckpointOver(db, audit_id, version);
  if (!first) throw notSigned();
  return { ...first, of_day: false };
}

/** The entry of an audit with its inclusion proof under a checkpoint. */
export async function loggedUnder({ store, memory }: Context, { audit_id }: Entry, { size }: LogCheckpointRow) {
  const logged = await loggedAudit(store.db, memory.log_tiles, audit_id, size);
  if (!logged) throw notSigned();
  return logged;
}

/** The board of a day as operations read it. */
export async function openPastDay(ctx: Context, day: string): Promise<PastDay> {
  const board = await pastBoardsOf(ctx).board(day);
  const { retracted_since, snapshot } = board;
  const now = ctx.catalogue.current();

  function company(text: string): Entry {
    const named = snapshot.entry(text) ?? companyNamed(snapshot, text);
    if (named) return named;
    // By a name that it has now.
    const slug = slugOf(now, text);
    if (slugIssue(slug) !== undefined) throw unknownSlug(now, text);
    const found = companyThen(ctx, board, slug);
    return 'moved_from' in found ? company(found.moved_from) : found;
  }

  return {
    head: { as_of: day, retracted_since },
    snapshot,
    company,
    recordJson: (entry) => pastRecordJson(ctx, entry),
    async record(entry) {
      const stored = await recordOf(ctx.store.db, entry.audit_id);
      if (stored === undefined) throw noAudit();
      return { ...parseRecord(stored), rank: entry.rank } satisfies AuditRecord;
    },
    place: async (entry) => placeUnder(ctx, entry, await headOver(ctx, board, entry), pastProofPath(day, entry.slug)),
  };
}
