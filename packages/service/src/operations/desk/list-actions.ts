import { isDate, timestamp, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { subjectOf } from '../../domain/desk/actions.ts';
import { invalidFields } from '../../domain/fault.ts';
import { declinedReasons, findAction, namesOfSubjects, listActions as readActions } from '../../store/desk-actions.ts';
import { deskOperation } from '../desk-operation.ts';

const DAY_MS = 86_400_000;

const named = z.string().trim().min(1).max(200);
const date = z.string().refine(isDate, { error: 'must be a day, written YYYY-MM-DD' });

/** Who did what at the desk, and when, newest first, in pages (decision 103). Faults: invalid_request. */
export const listActions = deskOperation({
  name: 'list_actions',
  title: 'List desk actions',
  summary: 'Lists who did what at the desk.',
  path: 'GET /api/desk/actions',
  guidance:
    'Lists what operators did, newest first: who did what to which request, notice, audit job, operator, company or publication, and when.',
  input: z.object({
    operator: named.optional().describe('Only what this operator did'),
    action: named.optional().describe('Only this action, such as publish_audits'),
    subject_id: named
      .optional()
      .describe('Only what was done to this request, notice, audit job, operator, company or publication'),
    text: named.optional().describe('Part of a company name, of the subject or of the details'),
    from: date.optional().describe('Not before this day, UTC'),
    to: date.optional().describe('Not after this day, UTC'),
    after: named.optional().describe('The last action of the previous page'),
    limit: wholeNumber(1, 1_000).default(100),
  }),
  output: z.object({
    actions: z.array(
      z.object({
        action_id: z.string(),
        operator: z.string(),
        action: z.string(),
        subject_id: z.string(),
        about: z
          .string()
          .nullable()
          .describe('Company of the request or audit job, kind of the letter; null for other subjects'),
        detail: z.record(z.string(), z.unknown()),
        at: timestamp,
      }),
    ),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  async handler(ctx, { from, to, after, limit, ...filter }) {
    const { db } = ctx.store;
    const last = after === undefined ? undefined : await findAction(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known action' }]);
    const found = await readActions(db, {
      ...filter,
      from: from && `${from}T00:00:00.000Z`,
      before: to && new Date(Date.parse(`${to}T00:00:00.000Z`) + DAY_MS).toISOString(),
      after: last,
      limit: limit + 1,
    });
    const rows = found.slice(0, limit);
    const subjects = rows.map(({ action, subject_id }) => ({ kind: subjectOf(action), id: subject_id }));
    const names = await namesOfSubjects(db, subjects);
    const declined = rows.filter(({ action }) => action === 'decline_request').map(({ subject_id }) => subject_id);
    const reasons = await declinedReasons(db, declined);
    const actions = rows.map(({ action_id, operator, action, subject_id, detail: stored, at }) => {
      const declined_reason = action === 'decline_request' ? reasons.get(subject_id) : undefined;
      const detail: Record<string, unknown> = { ...JSON.parse(stored), ...(declined_reason && { declined_reason }) };
      return { action_id, operator, action, subject_id, about: names.get(subject_id) ?? null, detail, at };
    });
    return { actions, next: found.length > limit ? (rows.at(-1)?.action_id ?? null) : null };
  },
});
