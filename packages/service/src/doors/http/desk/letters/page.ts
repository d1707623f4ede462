import { html } from 'ghtml';
import type { z } from 'zod';
import { kindsAbout, type NoticeKind } from '../../../../domain/notice.ts';
import { listNotices } from '../../../../operations/desk/list-notices.ts';
import { resendNotice } from '../../../../operations/desk/resend-notice.ts';
import { counted, shortened } from '../../html/format.ts';
import type { DeskContent, DeskForm, DeskPage, Refused, Visit } from '../definition.ts';
import { listPage, narrowed, row, ways } from '../list-page.ts';
import { faultMessage, formStart, hidden, message, statusMark, timeMark } from '../parts.ts';

const ROWS = 40;
const ERROR_MAX = 200;
const PATH = '/desk/letters';

type Notice = z.output<typeof listNotices.output>['notices'][number];

/** The kinds of letters as operators read them. */
export const letterNames: Record<NoticeKind, string> = {
  reaudit: 'audited again, to who watches it',
  correction: 'audit corrected, to who watches it',
  retracted: 'retracted, to who watches it',
  completed: 'audit published, to who requested it',
  declined: 'declined, to who requested it',
  became_stale: 'scores became stale, to who watches them',
  due_in_30_days: 'stale in 30 days, to the company',
  due_in_7_days: 'stale in 7 days, to the company',
  new_rubric: 'a new rubric comes, to the company',
  reply_decided: 'a text was decided, to the company',
  confirmation: 'confirm an address',
  own_link: 'link to the page of a domain',
};

/** What the list can be narrowed to: what needs an operator comes first. */
const filters = ['failed', 'pending', 'sent', 'cancelled', 'all'] as const;

/** Letters of the outbox, failed ones first: why, and a button that sends one again. Never an address. */
export const lettersPage: DeskPage = { path: PATH, nav: 'Letters', draw: (visit) => drawLetters(visit) };

/** Sends a letter again. */
export const resendForm: DeskForm = {
  path: PATH,
  async submit(visit, values) {
    await visit.call(resendNotice, { notice_id: values.get('notice_id') ?? '' });
    return { see_other: narrowedBy(values).address({ done: 'resend' }) };
  },
  again: drawLetters,
};

const narrowedBy = (query: URLSearchParams) => narrowed(query, PATH, filters);

async function drawLetters(visit: Visit, refused?: Refused): Promise<DeskContent> {
  const list = narrowedBy(refused?.values ?? visit.query);
  const { chosen, after } = list;
  const status = chosen === 'all' ? undefined : chosen;
  const { counts, notices, next } = await visit.call(listNotices, { status, after, limit: ROWS });
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const done = visit.query.get('done') === 'resend';
  return listPage({
    title: 'Letters',
    said: refused
      ? faultMessage(refused.fault)
      : done
        ? message('done', 'It is tried now, and for another 24 hours if that fails.')
        : '',
    filters: list.links('Letters by status', { ...counts, all }),
    form: html`!${formStart(visit, PATH)}!${hidden('status', chosen)}`,
    parts: [{ rows: notices.map((one) => letterRow(one, visit.ctx.now())) }],
    none: html`<p>${chosen === 'failed' ? 'No letter failed.' : 'There is no such letter.'}</p><p><a href="/desk">Go to the queue</a></p>`,
    ...ways(list, next),
  });
}

function letterRow(notice: Notice, now: Date): string {
  const { notice_id, kind, subject_id, company, status, attempts, due_at, last_error, created_at } = notice;
  const tried = attempts > 0 ? html`, ${counted(attempts, 'attempt')}` : '';
  const next = status === 'pending' ? html`, next !${timeMark(due_at, now)}` : '';
  const error = last_error === null ? '' : html`<br><code>${shortened(last_error, ERROR_MAX)}</code>`;
  const path = kindsAbout('request').includes(kind) ? `/desk/requests/${subject_id}` : undefined;
  return row(
    { name: company ?? subject_id, path, below: letterNames[kind] },
    statusMark(status),
    html`!${timeMark(created_at, now)}!${tried}!${next}!${error}`,
    html`<button class="quiet" name="notice_id" value="${notice_id}" aria-label="Send again: ${shortened(company ?? 'this letter', 70)}">Send again</button>`,
  );
}
