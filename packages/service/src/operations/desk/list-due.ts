import { daysAfter } from '@readymark/rubric/audit/audit';
import { day, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { companiesDue } from '../../store/due.ts';
import { today } from '../context.ts';
import { deskOperation } from '../desk-operation.ts';

const count = z.int().min(0);

/** Audits that are stale, or will be within a number of days, most overdue first (spec 2.2, 8). */
export const listDue = deskOperation({
  name: 'list_due',
  title: 'List due re-audits',
  summary: 'Lists companies whose re-audit is due.',
  path: 'GET /api/desk/due',
  guidance: 'Lists companies whose audit is stale, or will be within a number of days, most overdue first.',
  input: z.object({
    within_days: wholeNumber(0, 3_660).default(30).describe('Include what is due within this many days'),
    limit: wholeNumber(1, 10_000).default(1_000),
    offset: wholeNumber(0, 1_000_000).default(0).describe('Companies of earlier pages'),
  }),
  output: z.object({
    today: day,
    total: count.describe('All that are due'),
    due: z.array(
      z.object({
        slug: z.string(),
        company: z.string(),
        fictional: z.boolean(),
        audit_date: day,
        reaudit_due: day,
        days_left: z.int().describe('Days until the re-audit is due; negative when it is overdue'),
        overall_score: count,
        watchers: count,
      }),
    ),
  }),
  async handler(ctx, { within_days, limit, offset }) {
    const now = today(ctx);
    const start = Date.parse(now);
    const until = daysAfter(now, within_days);
    const { total, due: rows } = await companiesDue(ctx.store, until, { limit, offset });
    const due = rows.map(({ fictional, ...row }) => ({
      ...row,
      fictional: fictional === 1,
      days_left: Math.round((Date.parse(row.reaudit_due) - start) / 86_400_000),
    }));
    return { today: now, total, due };
  },
});
