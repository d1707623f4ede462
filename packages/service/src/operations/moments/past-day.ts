import type { AuditRecord } from '@readymark/rubric/audit/audit';
import type { AuditPlace } from '@readymark/rubric/audit/views';
import { isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import type { Entry, Snapshot } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import type { Context } from '../context.ts';

/** The leaderboard as it stood at the end of a past day, as operations read it (decision 207). */
export type PastDay = {
  /** What a list says of it, before its entries. */
  head: { as_of: string; retracted_since: number };
  /** Its companies, as lists show them: without records, and without points of criteria. */
  snapshot: Snapshot;
  /** The company that a text names, by what it was called then or is now. Faults: not_found, gone. */
  company(text: string): Entry;
  /** The record as it was published, as JSON, with the rank of that day. */
  recordJson(entry: Entry): Promise<string>;
  /** The same record in the present format. */
  record(entry: Entry): Promise<AuditRecord>;
  /** Where it is in the log, under the checkpoint of that day or the first one that covers it. */
  place(entry: Entry): Promise<AuditPlace>;
};

declare module '../context.ts' {
  interface Feature {
    /** The board at the end of a day. Throws Faults for what is no such day. */
    pastDay?(ctx: Context, day: string): Promise<PastDay>;
  }
}

/** A day that has ended, as an argument. */
export const pastDayField = z
  .string({ error: 'must be a string' })
  .trim()
  .refine(isDate, { error: 'must be a day of the calendar, written YYYY-MM-DD; left out: now' });

/** @throws Fault not_found for a day that cannot be shown */
export async function pastDay(ctx: Context, day: string): Promise<PastDay> {
  const feature = ctx.features.find((one) => one.pastDay);
  if (!feature?.pastDay) throw new Fault('not_found', 'No past days are shown here. Leave out as_of.');
  return feature.pastDay(ctx, day);
}
