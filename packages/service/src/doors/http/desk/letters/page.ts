import { html } from 'ghtml';
import type { z } from 'zod';
import type { Fault } from '../../../../domain/fault.ts';
import { kindsAbout } from '../../../../domain/notice.ts';
import { listNotices } from '../../../../operations/desk/list-notices.ts';
import { resendNotice } from '../../../../operations/desk/resend-notice.ts';
import { counted, grouped, shortened } from '../../html/format.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { listKeys } from '../list-keys.ts';
import { faultMessage, formStart, message, statusMark, timeMark } from '../parts.ts';
import { letterNames, letterStatuses } from './words.ts';

const ROWS = 40;
const NAME_MAX = 70;
const ERROR_MAX = 200;

type Found = z.output<typeof listNotices.output>;
type Notice = Found['notices'][number];

const filters = ['failed', 'pending', 'sent', 'cancelled', 'all'] as const;

/** Letters of the outbox, failed ones first: why, and a button that sends one again. Never an address. */
export const lettersPage: DeskPage = {
  path: '/desk/letters',
  nav: 'Letters',
  draw: (visit) => drawLetters(visit),
};

/** Sends a letter again. */
export const resendForm: DeskForm = {
  path: '/desk/letters',
  async submit(visit, values) {
    await visit.call(resendNotice, { notice_id: values.get('notice_id') ?? '' });
    return { see_other: `/desk/letters?status=${filterOf(values)}&done=resend` };
  },
  again: (visit, values, fault) => drawLetters(visit, { values, fault }),
};

const filterOf = (query: URLSearchParams) => filters.find((known) => known === query.get('status')) ?? 'failed';

async function drawLetters(visit: Visit, refused?: { values: URLSearchParams; fault: Fault }): Promise<DeskContent> {
  const filter = filterOf(refused?.values ?? visit.query);
  const after = visit.query.get('after')?.slice(0, 200);
  const found = await visit.call(listNotices, {
    ...(filter !== 'all' && { status: filter }),
    ...(after && { after }),
    limit: ROWS,
  });
  const { counts, notices, next } = found;
  const number = { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  const said =
    visit.query.get('done') === 'resend'
      ? message('done', 'It is tried now, and for another 24 hours if that fails.')
      : '';
  return {
    title: 'Letters',
    keys: listKeys,
    main: html`<h1>Letters</h1>
!${refused ? faultMessage(refused.fault) : said}
<nav aria-label="Letters by status"><ul class="queue-filters">!${filters.map((name) => html`<li><a href="/desk/letters?status=${name}"!${name === filter ? ' aria-current="true"' : ''}>${name === 'all' ? 'all' : letterStatuses[name]}</a> <span class="queue-count">${grouped(number[name])}</span></li>`)}</ul></nav>
!${notices.length ? list(visit, notices, filter) : html`<div class="queue-none"><p>${filter === 'failed' ? 'No letter failed.' : 'There is no such letter.'}</p><p><a href="/desk">Go to the queue</a></p></div>`}
!${next === null ? '' : html`<p class="actions"><a rel="next" href="/desk/letters?status=${filter}&after=${next}">Older ones</a></p>`}`,
  };
}

function list(visit: Visit, notices: readonly Notice[], filter: string): string {
  const now = visit.ctx.now();
  return html`!${formStart(visit, '/desk/letters')}<input type="hidden" name="status" value="${filter}">
<ol class="queue-rows jobs-rows" data-rows>!${notices.map((one) => html`<li>!${row(one, now)}</li>`)}</ol></form>`;
}

function row(
  { notice_id, kind, subject_id, company, status, attempts, due_at, last_error, created_at }: Notice,
  now: Date,
): string {
  const name = html`<bdi>${shortened(company ?? subject_id, NAME_MAX)}</bdi>`;
  const about = kindsAbout('request').includes(kind)
    ? html`<a href="/desk/requests/${subject_id}">!${name}</a>`
    : html`<span class="letters-about">!${name}</span>`;
  const tried = attempts > 0 ? html`, ${counted(attempts, 'attempt')}` : '';
  const next = status === 'pending' ? html`, next !${timeMark(due_at, now)}` : '';
  return html`<p class="queue-who">!${about} <span class="queue-host">${letterNames[kind]}</span></p>
<p>!${statusMark(status)}</p><p>!${timeMark(created_at, now)}!${tried}!${next}!${last_error === null ? '' : html`<br><code>${shortened(last_error, ERROR_MAX)}</code>`}</p>
<p class="queue-site"><button class="quiet" name="notice_id" value="${notice_id}" aria-label="Send again: ${shortened(company ?? 'this letter', NAME_MAX)}">Send again</button></p>`;
}
