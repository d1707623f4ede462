import type { Db, Tx } from '../engine/engine.ts';
import type { DraftEntryRow, DraftVisitRow } from './rows.ts';

/** What operators have typed into drafts and not saved yet, and who is at which draft (decision 121). */

type EntryKey = Pick<DraftEntryRow, 'job_id' | 'operator'>;

/** What one operator has typed into a draft, by field. */
export function entriesOf(db: Db, { job_id, operator }: EntryKey): Promise<DraftEntryRow[]> {
  return db
    .selectFrom('draft_entries')
    .selectAll()
    .where('job_id', '=', job_id)
    .where('operator', '=', operator)
    .orderBy('field')
    .execute();
}

/** Stores what was typed in place of what was typed there before. */
export async function keepEntries(tx: Tx, entries: readonly DraftEntryRow[]): Promise<void> {
  if (!entries.length) return;
  await tx
    .insertInto('draft_entries')
    .values(entries)
    .onConflict((conflict) =>
      conflict.columns(['job_id', 'operator', 'field']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        version: eb.ref('excluded.version'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute();
}

/** Deletes what one operator has typed into some fields of a draft. */
export async function deleteEntries(tx: Tx, { job_id, operator }: EntryKey, fields: readonly string[]): Promise<void> {
  if (!fields.length) return;
  await tx
    .deleteFrom('draft_entries')
    .where('job_id', '=', job_id)
    .where('operator', '=', operator)
    .where('field', 'in', fields)
    .execute();
}

/** Deletes everything that was typed into a draft. */
export async function deleteEntriesOfJob(tx: Tx, job_id: string): Promise<void> {
  await tx.deleteFrom('draft_entries').where('job_id', '=', job_id).execute();
}

/** Who was at a draft and when, the longest first. */
export function visitsTo(db: Db, job_id: string): Promise<DraftVisitRow[]> {
  return db
    .selectFrom('draft_visits')
    .selectAll()
    .where('job_id', '=', job_id)
    .orderBy('since')
    .orderBy('operator')
    .execute();
}

/** Notes that an operator is at a draft. */
export async function keepVisit(tx: Tx, visit: DraftVisitRow): Promise<void> {
  const { since, at, field } = visit;
  await tx
    .insertInto('draft_visits')
    .values(visit)
    .onConflict((conflict) => conflict.columns(['job_id', 'operator']).doUpdateSet({ since, at, field }))
    .execute();
}

/** Whether there is anything for `deleteOldEntries`; outside of any transaction. */
export async function areEntriesOld(db: Db, until: { entries: string; visits: string }): Promise<boolean> {
  const entry = db.selectFrom('draft_entries').select('at').where('at', '<=', until.entries).limit(1);
  const visit = db.selectFrom('draft_visits').select('at').where('at', '<=', until.visits).limit(1);
  return Boolean((await entry.executeTakeFirst()) ?? (await visit.executeTakeFirst()));
}

/** Deletes what was typed, and visits that were noted, at or before a time each. */
export async function deleteOldEntries(tx: Tx, until: { entries: string; visits: string }): Promise<void> {
  await tx.deleteFrom('draft_entries').where('at', '<=', until.entries).execute();
  await tx.deleteFrom('draft_visits').where('at', '<=', until.visits).execute();
}
