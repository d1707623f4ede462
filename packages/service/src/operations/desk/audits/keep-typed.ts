import { timestamp, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { isTypedField, TYPED_FIELDS_MAX, TYPED_MAX } from '../../../domain/auditing/typed.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { deleteEntries, entriesOf, keepEntries } from '../../../store/auditing/draft-entries.ts';
import { refuseBlind } from '../../auditing/draft-rules.ts';
import { jobAt } from '../../auditing/shown-job.ts';
import { noteVisit } from '../../auditing/visits.ts';
import { deskOperation } from '../../desk-operation.ts';

const ENTRIES_MAX = 50;

/**
 * Keeps what an operator has typed into fields of a draft and not saved yet, so that neither a lost connection nor a
 * crash loses it (decision 121). An empty text forgets that of its field. `read_draft` gives it back as `typed`;
 * `revise_draft` deletes what it saves. Faults: not_found; conflict, when there is no draft; invalid_request.
 */
export const keepTyped = deskOperation({
  name: 'keep_typed',
  title: 'Keep what is typed',
  summary: 'Keeps unfinished texts of a draft.',
  path: 'POST /api/desk/audit-jobs/{job_id}/typed',
  guidance:
    'One text for each field and operator; an empty text forgets it. It is deleted when a revision saves the field, and with the draft.',
  body_limit: 2 * 1024 * 1024,
  faults: ['not_found', 'conflict'],
  input: z.object({
    job_id: jobId,
    version: wholeNumber(0, 1_000_000).describe('Version of the draft that was read'),
    entries: z
      .array(
        z.object({
          field: z.string().max(60).describe('For example P1-A.evidence, executive_summary, critical_gaps.0.title'),
          text: z.string().max(TYPED_MAX, { error: `must be at most ${TYPED_MAX} characters long` }),
        }),
      )
      .min(1)
      .max(ENTRIES_MAX),
  }),
  output: z.object({
    job_id: z.string(),
    version: z.int().describe('Version that the draft has now'),
    at: timestamp,
  }),
  async handler(ctx, { job_id, version: typed_at, entries }, { operator }) {
    const { site, status, aged_out_at, rubric, version } = await jobAt(ctx.store.db, job_id);
    await refuseBlind(ctx, ctx.store.db, { site }, operator);
    if (aged_out_at !== null)
      throw new Fault('conflict', `${job_id} ended so long ago that its draft was removed; start the audit again.`);
    if (status !== 'drafted') throw new Fault('conflict', `${job_id} has no draft: it is ${status}.`);
    const criteria = ctx.rubrics.get(rubric)?.criteria.map(({ id }) => id) ?? [];
    const wrong = [...entries.keys()].filter((at) => !isTypedField(entries[at]?.field ?? '', criteria));
    if (wrong.length)
      throw invalidFields(
        wrong.map((at) => ({ field: `entries.${at}.field`, message: 'must be a field of the draft' })),
      );
    const at = ctx.now().toISOString();
    // The last text of a field counts: one statement cannot change a row twice.
    const texts = new Map(entries.map(({ field, text }) => [field, text.toWellFormed()]));
    const kept = [...texts].filter(([, text]) => text !== '');
    const rows = kept.map(([field, text]) => ({ job_id, operator, field, text, version: typed_at, at }));
    await ctx.store.transaction(async (tx) => {
      const emptied = [...texts].filter(([, text]) => text === '').map(([field]) => field);
      await deleteEntries(tx, { job_id, operator }, emptied);
      const before = await entriesOf(tx, { job_id, operator });
      if (new Set([...before, ...rows].map(({ field }) => field)).size > TYPED_FIELDS_MAX)
        throw new Fault('conflict', `More than ${TYPED_FIELDS_MAX} fields are not saved; save some of them first.`);
      await keepEntries(tx, rows);
      await noteVisit(ctx, tx, { job_id, operator, field: kept.at(-1)?.[0] ?? null });
    });
    return { job_id, version, at };
  },
});
