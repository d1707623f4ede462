import { tierField } from '@readymark/rubric/audit/audit';
import { auditChanges } from '@readymark/rubric/audit/changes';
import { day, isDate, slugInput } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault } from '../../domain/fault.ts';
import { deskOperation } from '../desk-operation.ts';
import { auditsOfCompany } from './companies/not-listed.ts';

const points = z.int().nullable();
const change = z.object({
  id: z.string(),
  name: z.string(),
  before: points,
  after: points,
  max_before: points,
  max_after: points,
});
const date = z.string().refine(isDate, { error: 'must be a day, written YYYY-MM-DD' }).optional();

/** Days that are named when another was asked for. */
const DAYS_SHOWN_MAX = 10;

/** There is no audit of the day that was asked for; it names the days of those that could be meant, the newest first. */
function noSuchDay(which: 'earlier' | 'later', audits: readonly { audit_date: string }[]): Fault {
  const days = audits.slice(0, DAYS_SHOWN_MAX).map(({ audit_date }) => audit_date);
  const more = audits.length > days.length ? ', and older ones' : '';
  const known = which === 'earlier' ? 'Audits before the later one' : 'Audits';
  return new Fault('not_found', `No audit has the ${which} date that was given. ${known}: ${days.join(', ')}${more}.`);
}

/** Audits of one company that can be compared. */
const AUDITS_MAX = 1_000;

/**
 * What changed between two audits of a company: the last two, or those of two days (decision 45). Faults: not_found,
 * conflict.
 */
export const compareAudits = deskOperation({
  name: 'compare_audits',
  title: 'Compare two audits',
  summary: 'Shows what changed between two audits of a company.',
  path: 'GET /api/desk/audits/{slug}/changes',
  guidance:
    'Shows how score, tier, pillars and criteria changed between the last two audits of a company, or between those of two days.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    slug: slugInput,
    before: date.describe('Date of the earlier audit; by default the audit before the later one'),
    after: date.describe('Date of the later audit; by default the current audit'),
  }),
  output: z.object({
    slug: z.string(),
    company: z.string(),
    date_before: day,
    date_after: day,
    score_before: z.int(),
    score_after: z.int(),
    points_gained: z.int(),
    tier_before: tierField,
    tier_after: tierField,
    tier_changed: z.boolean(),
    rubric_changed: z.boolean(),
    pillars: z.array(change),
    criteria: z.array(change),
  }),
  async handler(ctx, input) {
    const audits = await auditsOfCompany(ctx.store.db, input.slug, AUDITS_MAX);
    if (!audits.length) throw new Fault('not_found', 'There is no audit of a company with this slug.');
    const after = input.after === undefined ? audits[0] : audits.find(({ audit_date }) => audit_date === input.after);
    if (!after) throw noSuchDay('later', audits);
    const earlier = audits.filter(({ audit_date }) => audit_date < after.audit_date);
    const before =
      input.before === undefined ? earlier[0] : earlier.find(({ audit_date }) => audit_date === input.before);
    if (!before && input.before !== undefined && earlier.length) throw noSuchDay('earlier', earlier);
    if (!before)
      throw new Fault('conflict', `There is no audit before the one dated ${after.audit_date} to compare it with.`);
    const { slug, company } = after;
    return {
      slug,
      company,
      date_before: before.audit_date,
      date_after: after.audit_date,
      ...auditChanges(before, after),
    };
  },
});
