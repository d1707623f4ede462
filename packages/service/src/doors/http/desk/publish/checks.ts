import { lacksEvidence } from '@readymark/rubric/audit/draft';
import { html } from 'ghtml';
import type { z } from 'zod';
import type { checkPublication } from '../../../../operations/desk/publications/check-publication.ts';
import { counted, dayMark, grouped, shortened, signed } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import { auditPath } from '../addresses.ts';
import type { Visit } from '../definition.ts';
import { choice, factList, inPageWords, message, spaced, statusMark, timeMark } from '../parts.ts';

export type Check = z.output<typeof checkPublication.output>;

/** The score, before and after, and the place that it takes. */
export function outcome(
  { ctx }: Visit,
  { job_id, record, rank, ranked, before, evidence, notified, changed }: Check,
): string {
  const gained = before && record.overall_score - before.overall_score;
  const rows: [string, string][] = [
    [
      'Score',
      html`<b>${record.overall_score}</b> of 100!${gained === null ? ', its first audit' : html`, ${signed(gained)} since ${before?.overall_score} on !${dayMark(before?.audit_date ?? '')}`}`,
    ],
    [
      'Tier',
      html`!${tierMark(ctx.rubrics, record.tier)}!${before && before.tier !== record.tier ? html`, until now !${tierMark(ctx.rubrics, before.tier)}` : ''}`,
    ],
    [
      'Rank',
      html`${grouped(rank)} of ${grouped(ranked)}${before?.rank ? (before.rank === rank ? ', as before' : `, until now ${grouped(before.rank)}`) : ''}`,
    ],
    ['Audited', html`!${dayMark(record.audit_date)}`],
    ['Watchers', lettersText(notified)],
    ['Evidence', evidenceText(ctx.now(), evidence)],
    ...(changed.length ? [['Changed by a person', changedText(job_id, changed)] satisfies [string, string]] : []),
  ];
  return html`!${factList(rows)}
<p><a href="${auditPath(job_id)}/preview">Preview the public page</a></p>`;
}

/** What everybody will read of what people changed. */
function changedText(job_id: string, changed: Check['changed']): string {
  const items = changed.map(
    ({ id, from, to, evidence }) =>
      html`<li><a href="${auditPath(job_id)}#${id}">${id}</a> from ${from} to ${to}!${evidence === null ? '' : html`: <q dir="auto">${shortened(evidence, 240)}</q>`}</li>`,
  );
  return html`<ul class="dots">!${items}</ul>`;
}

function lettersText({ letter, watchers, with_address }: Check['notified']): string {
  if (watchers === 0) return 'none';
  if (letter === null) return html`${grouped(watchers)}; no letter, because no score moved`;
  const what = letter === 'correction' ? 'a letter about a correction' : 'a letter about the new audit';
  if (with_address === null) return html`${grouped(watchers)}; all with an address get ${what}`;
  return with_address === 0
    ? html`${grouped(watchers)}; none has an address for a letter`
    : html`${grouped(with_address)} of ${grouped(watchers)} get ${what}`;
}

function evidenceText(now: Date, { collected_at, kept_until }: Check['evidence']): string {
  if (collected_at === null) return 'written by hand';
  const kept =
    kept_until === null ? '' : html`; removed after !${dayMark(kept_until.slice(0, 10))} unless it is published`;
  return html`collected !${timeMark(collected_at, now)}!${kept}`;
}

/** What must still be done, each with a link to its place in the review; '' where nothing is. */
export function obstacles({ job_id, open, issues, unsaved, record, contradicted, older_texts }: Check): string {
  const at = auditPath(job_id);
  const names = new Map(record.criteria.map(({ id, name }) => [id, name]));
  const unwritten = new Set(record.criteria.filter(lacksEvidence).map(({ id }) => id));
  const items = [
    ...open.map(
      (id) =>
        html`<li><a href="${at}#${id}">${id} ${names.get(id) ?? ''}</a> ${unwritten.has(id) ? 'has no evidence yet: write it.' : contradicted.includes(id) ? 'the evidence says otherwise: write one sentence that says what you know.' : 'needs a person: change or confirm it.'}</li>`,
    ),
    ...issues.map(({ field, message: text }) => {
      const place = placeOf(field, record);
      return html`<li>!${place === '' ? '' : html`<a href="${at}#${place}"><code>${field}</code></a> `}${inPageWords(text)}</li>`;
    }),
  ];
  const typed = unsaved.length
    ? message(
        'note',
        `You have typed ${counted(unsaved.length, 'text')} into this draft that ${unsaved.length > 1 ? 'are' : 'is'} not saved, and will not be published.`,
        html`<p><a href="${at}#${placeOf(unsaved[0] ?? '', record)}">To the first one</a></p>`,
      )
    : '';
  const list = items.length
    ? html`<section class="publish-obstacles" aria-labelledby="obstacles">
<h2 id="obstacles">${counted(items.length, 'thing')} to do first</h2>
<ul>!${items}</ul>
</section>`
    : '';
  const older = older_texts.map(({ name, criteria }) =>
    message(
      'note',
      `${spaced(name)}: written before ${criteria.join(', ')} changed.`,
      html`<p><a href="${at}#${name}">Read it again</a></p>`,
    ),
  );
  return list + typed + older.join('');
}

/** Where a field of the record is in the review: its criterion, its list or its text; '' for one that has no place. */
function placeOf(field: string, record: Check['record']): string {
  const criterion = /^criteria\[(\d+)\]/.exec(field)?.[1];
  if (criterion !== undefined) return record.criteria[Number(criterion)]?.id ?? '';
  const [name = ''] = field.split(/[.[]/, 1);
  return /^P\d+-[A-Z]+$|^[a-z_]+$/.test(name) ? name : '';
}

/** Choices that this publication needs, and requests that it may complete: the fields of the form. */
export function choices({ ctx }: Visit, check: Check, ticked: URLSearchParams | undefined): string {
  const { replaces, retracted, fictional, requests, record, before } = check;
  const box = (name: string, label: string, more = '') =>
    choice(['checkbox', name, 'yes'], label, ticked?.get(name) === 'yes', more);
  const boxes = [
    replaces
      ? box(
          'replace',
          html`Replace the audit of the same date (${before?.overall_score ?? ''} points). The public one remains in the history of the desk, and watchers are notified of a correction when a score moved.`,
          ' required',
        ) +
        html`<p><label for="correction_reason">Why is it corrected? Everybody reads it beside the score.</label><input type="text" id="correction_reason" name="correction_reason" maxlength="500" required value="${ticked?.get('correction_reason') ?? ''}"></p>`
      : '',
    retracted
      ? box(
          'reinstate',
          html`List <bdi>${record.company}</bdi> again: it was retracted on !${dayMark(retracted.at.slice(0, 10))} (${retracted.reason})`,
          ' required',
        )
      : '',
    fictional.beside_real
      ? box('keep_examples', 'List this fictional company beside real ones.', ' required')
      : fictional.leave.length
        ? box(
            'keep_examples',
            html`Keep ${counted(fictional.leave.length, 'fictional example')} beside real companies. Otherwise ${fictional.leave.length > 1 ? 'they leave' : 'it leaves'} the leaderboard: ${fictional.leave.slice(0, 10).join(', ')}${fictional.leave.length > 10 ? ' and others' : ''}.`,
          )
        : '',
  ].filter(Boolean);
  const answered = requests.map(({ request_id, company, website, status, submitted_at, letter, matches }) => {
    const checked = ticked ? ticked.getAll('completes').includes(request_id) : matches;
    const words = html`<b><bdi>${company}</bdi></b>, <bdi>${website}</bdi>!${matches ? '' : ' <b>(another site and name)</b>'}<br>
!${statusMark(status)}, sent !${timeMark(submitted_at, ctx.now())}; ${letter ? 'its sender gets the audit by mail' : 'no address to send the audit to'}`;
    return html`<li>!${choice(['checkbox', 'completes', request_id], words, checked)} <a href="/desk/requests/${request_id}">Request<span class="unseen"> of ${company}</span></a></li>`;
  });
  return html`!${boxes}!${
    answered.length
      ? html`<fieldset class="publish-requests"><legend>Requests that it completes</legend><ul class="ruled">!${answered}</ul></fieldset>`
      : '<p>No request waits for this site.</p>'
  }`;
}
