import type { FieldError } from '@readymark/rubric/field';
import { freeText, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { editedParts } from '../../../domain/auditing/edited-record.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { revisedDraft, revisionOrder } from '../../../domain/auditing/revision-order.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { refuseBlind } from '../../auditing/draft-rules.ts';
import { reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { revise } from '../../auditing/revising.ts';
import { draftJobAt } from '../../auditing/shown-job.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * Takes back the record of a draft that was taken out (`read_draft`) and edited: what differs becomes a revision (decision
 * 121). Who the company is, dates, rubric and what criteria are called stay; sums and tier follow from the scores. Faults:
 * not_found; conflict, as of `revise_draft`; invalid_request, with the fields as the record names them.
 */
export const importDraft = deskOperation({
  name: 'import_draft',
  title: 'Take back an edited draft',
  summary: 'Revises a draft by its edited record.',
  path: 'POST /api/desk/audit-jobs/{job_id}/import',
  guidance:
    'What is missing in the record stays as it is. Where nothing differs, revision is null and no version is made.',
  body_limit: 2 * 1024 * 1024,
  faults: ['not_found', 'conflict'],
  input: z.object({
    job_id: jobId,
    version: wholeNumber(0, 1_000_000).describe('Version of the draft that the record was taken from'),
    record: z.unknown().describe('The edited record, as an object or as JSON in a text'),
    reason: freeText(1_000).optional().describe('For every score that differs; required outside of an interval'),
  }),
  output: revisedDraft,
  async handler(ctx, { job_id, version, record, reason }, desk) {
    const job = await draftJobAt(ctx.store.db, job_id);
    await refuseBlind(ctx, ctx.store.db, job, desk.operator);
    const edited = editedParts(reviewedDraft(job).record, record);
    if ('errors' in edited) throw wrong(edited.errors);
    const places = edited.criteria.map(({ at }) => at);
    const criteria = edited.criteria.map(({ at: _, ...change }) => ({ ...change, ...(reason && { reason }) }));
    const read = revisionOrder.safeParse({ ...edited.texts, job_id, version, criteria });
    if (!read.success)
      throw wrong(
        read.error.issues.map(({ path, message }) => ({
          field: inRecord(path.map(String).join('.'), places),
          message,
        })),
      );
    return revise(ctx, read.data, desk).catch((error: unknown) => {
      const { errors } = error instanceof Fault ? error.details : {};
      throw errors ? wrong(errors.map((one) => ({ ...one, field: inRecord(one.field, places) }))) : error;
    });
  },
});

const wrong = (errors: readonly FieldError[]) =>
  invalidFields(errors.slice(0, 50), 'The edited record cannot be taken back; nothing was changed.');

/** A field of the revision, `criteria.0.evidence`, as the edited record names it, `criteria[7].evidence`. */
const inRecord = (field: string, places: readonly number[]) =>
  field
    .replace(/^criteria[.[](\d+)\]?/, (_, at: string) => `criteria[${places[Number(at)] ?? at}]`)
    .replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
