import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { invalidFields } from '../../domain/fault.ts';
import { notice, noticeCounts, noticeStatuses } from '../../domain/notice.ts';
import { countNotices, findNotice, listNotices as readNotices } from '../../store/notices.ts';
import { companiesOfSubjects } from '../../store/subject-companies.ts';
import { deskOperation } from '../desk-operation.ts';

/** The outbox, newest first, in pages, without addresses. Faults: invalid_request. */
export const listNotices = deskOperation({
  name: 'list_notices',
  title: 'List notices',
  summary: 'Lists the letters that were sent, are pending or failed.',
  path: 'GET /api/desk/notices',
  guidance:
    'Lists notices, newest first: kind, subject, status, attempts, the last error, and when the next attempt is due.',
  input: z.object({
    status: z.enum(noticeStatuses).optional().describe('Only notices in this status'),
    after: z.string().min(1).max(200).optional().describe('The last notice of the previous page'),
    limit: wholeNumber(1, 500).default(50),
  }),
  output: z.object({
    counts: noticeCounts,
    notices: z.array(
      notice.extend({
        company: z
          .string()
          .nullable()
          .describe('Whom it is about; null for a form, and for what is not stored any more'),
      }),
    ),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  async handler(ctx, { status, after, limit }) {
    const { db } = ctx.store;
    const last = after === undefined ? undefined : await findNotice(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known notice' }]);
    const found = await readNotices(db, { status, after: last, limit: limit + 1 });
    const notices = found.slice(0, limit);
    const next = found.length > limit ? (notices.at(-1)?.notice_id ?? null) : null;
    const companies = await companiesOfSubjects(
      db,
      notices.map(({ subject_id }) => subject_id),
    );
    const shown = notices.map((row) => ({ ...notice.parse(row), company: companies.get(row.subject_id) ?? null }));
    return { counts: await countNotices(db), notices: shown, next };
  },
});
