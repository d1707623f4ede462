import { z } from 'zod';
import { timestamp } from './field.ts';
import { noticeKinds, noticeStatuses } from './notice.ts';

const count = z.int().min(0);

export const noticeCounts = z.object({ pending: count, sent: count, failed: count, cancelled: count });

/** A notice as operators see it: never an address. */
export const notice = z
  .object({
    notice_id: z.string(),
    kind: z.enum(noticeKinds),
    subject_id: z
      .string()
      .meta({ description: 'The audit (reaudit) or the request (completed, declined) that it is about.' }),
    registration_id: z.string(),
    status: z.enum(noticeStatuses),
    attempts: count,
    due_at: timestamp.meta({ description: 'When it is tried next, while it is pending.' }),
    last_error: z.string().nullable().meta({ description: 'Codes of the last failure.' }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ description: 'A letter in the outbox.' });
