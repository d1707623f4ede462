import { daysAfter } from '@readymark/rubric/audit/audit';
import { publishableRubrics, type Rubric } from '@readymark/rubric/rubric';
import type { Entry } from '../../../catalogue/snapshot.ts';
import type { NoticeKind } from '../../../domain/notice.ts';
import { watchCompany } from '../../../operations/agent/watch-company.ts';
import { type Context, today } from '../../../operations/context.ts';
import { execute } from '../../../operations/run.ts';
import { insertNotice } from '../../../store/notices.ts';
import { findWatch } from '../../../store/watches.ts';
import { contactsAfter, deleteContact, noteNotified } from '../store/contacts.ts';
import type { CompanyContactRow } from '../store/rows.ts';
import { heldCompany } from './known-holder.ts';
import { callerOf } from './registration.ts';

const AT_ONCE = 200;

/**
 * Notifies companies that their scores become stale in 30 and in 7 days, and that another rubric is used for their next audit (decision
 * 182), each once for an audit. Their registrations watch them, so that they hear of re-audits, corrections and retractions.
 */
export async function notifyCompanies(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (let after = ''; !signal?.aborted; ) {
    const contacts = await contactsAfter(ctx.store.db, after, AT_ONCE);
    for (const contact of contacts) {
      // Its owner stopped our mails.
      if (contact.contact_email === null)
        await ctx.store.transaction((tx) => deleteContact(tx, contact.registration_id));
      else await notify(ctx, contact);
    }
    const last = contacts.at(-1);
    if (!last || contacts.length < AT_ONCE) return;
    after = last.registration_id;
  }
}

async function notify(ctx: Context, contact: CompanyContactRow): Promise<void> {
  const snapshot = ctx.catalogue.current();
  const listed = heldCompany(snapshot, contact.website);
  const entry = listed && snapshot.entry(listed.slug);
  if (!entry) return;
  const { registration_id } = contact;
  if (!(await findWatch(ctx.store.db, registration_id, entry.slug)))
    await execute(ctx, watchCompany, callerOf(registration_id), { slug: entry.slug, watching: true }, {});
  const soon = soonStale(entry, today(ctx));
  if (soon) await write(ctx, contact, entry, soon);
  const next = nextRubric(ctx, entry);
  if (next) await write(ctx, contact, entry, { kind: 'new_rubric', noted: 'notified_rubric', value: next.version });
}

/** The rubric of the next audit of a company, where it is another one than that of the last (decision 13). */
function nextRubric({ rubrics, settings }: Context, { rubric }: Pick<Entry, 'rubric'>): Rubric | undefined {
  const publishable = publishableRubrics(rubrics, settings.RUBRICS_PUBLISHABLE);
  return publishable.some(({ version }) => version === rubric) ? undefined : publishable.at(-1);
}

type Notified = { kind: NoticeKind; noted: Parameters<typeof noteNotified>[2]; value: string };

/** What a company is notified of its score on a day; undefined for nothing. */
function soonStale({ audit_id, reaudit_due }: Entry, day: string): Notified | undefined {
  // On the day itself the score is not stale yet.
  if (reaudit_due < day) return undefined;
  if (reaudit_due <= daysAfter(day, 7)) return { kind: 'due_in_7_days', noted: 'notified_7', value: audit_id };
  if (reaudit_due <= daysAfter(day, 30)) return { kind: 'due_in_30_days', noted: 'notified_30', value: audit_id };
  return undefined;
}

async function write(ctx: Context, contact: CompanyContactRow, { audit_id }: Entry, { kind, noted, value }: Notified) {
  if (contact[noted] === value) return;
  const { registration_id } = contact;
  const notice = { notice_id: ctx.newId('ntc'), kind, subject_id: audit_id, audit_id, registration_id, publication: 0 };
  await ctx.store.transaction(async (tx) => {
    if (await noteNotified(tx, contact, noted, value))
      await insertNotice(tx, { ...notice, created_at: ctx.now().toISOString() });
  });
}
