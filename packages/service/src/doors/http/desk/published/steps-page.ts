import { html } from 'ghtml';
import type { z } from 'zod';
import { showPublishedAudit } from '../../../../operations/desk/published/show-published-audit.ts';
import { counted, day, shortened } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import { subjectLink } from '../addresses.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { factList, spaced, timeMark } from '../parts.ts';

type Version = z.output<typeof showPublishedAudit.output>['versions'][number];
type Job = NonNullable<Version['job']>;
type Step = Job['steps'][number];
type Judged = Step['criteria'][number];

/** Steps that are drawn of one job, the last ones: an audit has some tens. */
const STEPS_MAX = 80;
/** Letters of a reason or an evidence that are shown. */
const TEXT_MAX = 240;

/** How the audit of a day came to be published: every step of its review, and who published it (decision 103). */
export const publishedStepsPage: DeskPage = {
  path: '/desk/published/{slug}/{date}',
  async draw(visit) {
    const { slug = '', date = '' } = visit.params;
    const { versions } = await visit.call(showPublishedAudit, { slug, audit_date: date });
    const company = versions[0]?.company ?? slug;
    const reviewed = new Set<string>();
    const sections = versions.map((version) => {
      const again = version.job !== null && reviewed.has(version.job.job_id);
      if (version.job) reviewed.add(version.job.job_id);
      return section(visit, slug, date, version, again);
    });
    return {
      title: `${shortened(company, 80)}, ${day(date)}`,
      main: html`<h1><bdi>${company}</bdi>, ${day(date)}</h1>
<p class="hint"><a href="/desk/published/${encodeURIComponent(slug)}">All published audits</a> · <a href="/desk/log?text=${encodeURIComponent(slug)}">What was done</a></p>
!${sections}`,
    };
  },
};

function section(visit: Visit, slug: string, date: string, version: Version, again: boolean): string {
  const { replaced_at, job, overall_score, tier, receipts, published_by, publication, published_at } = version;
  const now = visit.ctx.now();
  const is_public = replaced_at === null;
  const published = subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) });
  const page = html`<a href="/audits/${encodeURIComponent(slug)}/${date}">page</a>!${receipts ? html`, <a href="/api/audits/${encodeURIComponent(slug)}/evidence.json">receipts</a> of the current audit` : ''}`;
  const facts = factList([
    ['Tier', tierMark(visit.ctx.rubrics, tier)],
    [
      version.action === 'correct_company' ? 'Corrected' : 'Published',
      html`!${published_by === null ? 'nobody is recorded' : html`by <b>${published_by}</b>`}, !${timeMark(published_at, now)}, in !${published}`,
    ],
    ['Ended', is_public ? '' : timeMark(replaced_at, now)],
    ['Hash', html`<code>${version.hash}</code> ${approval(version)}`],
    ['Completed', completed(version)],
    ['Public', is_public ? page : ''],
  ]);
  return html`<section class="published-version">
<h2>${overall_score} of 100, ${is_public ? 'public' : 'ended'}</h2>
!${facts}
!${job === null ? html`<p>Written by hand: there is no audit job, and nobody recorded how it was reviewed.</p>` : review(job, now, again)}
</section>`;
}

/** Whether the record is the one that was approved. */
function approval({ hash, approved_hash }: Version): string {
  if (approved_hash === null) return '';
  return hash === approved_hash ? 'as approved' : `stored in another form than approved: ${approved_hash}`;
}

function completed({ completed: requests }: Version): string {
  if (!requests.length) return 'no request';
  const links = requests.map(({ request_id, company }) =>
    subjectLink({ text: company, kind: 'request', id: request_id }),
  );
  return html`${counted(requests.length, 'request')}: !${links.join(', ')}`;
}

function review(job: Job, now: Date, again: boolean): string {
  const { job_id, operator, request_id, created_at, finished_at, steps, by_hand } = job;
  const started = html`<p><a href="/desk/audits/${job_id}">${by_hand ? 'A draft by hand' : 'The audit job'}</a> was started by <b>${operator}</b> !${timeMark(created_at, now)}!${
    request_id === null ? '' : html`, for <a href="/desk/requests/${request_id}">a request</a>`
  }!${finished_at === null ? '' : html`, and ended !${timeMark(finished_at, now)}`}.</p>`;
  if (again) return html`!${started}<p>Its review is shown above.</p>`;
  if (!steps.length) return html`!${started}<p>Nobody changed or confirmed anything in its draft.</p>`;
  const shown = steps.slice(-STEPS_MAX);
  const left = steps.length - shown.length;
  return html`!${started}
!${left ? html`<p class="hint">The first ${counted(left, 'step')} are not shown here; <code>readymark audits draft ${job_id} --json</code> has all.</p>` : ''}
<ol class="published-steps ruled">!${shown.map((step) => stepItem(step, now))}</ol>
!${job.second ? secondSentence(job.second, now) : ''}`;
}

/** Who scored the draft a second time, blind, and how far both agree. */
function secondSentence({ reviewer, asked_by, finished_at, agreement }: NonNullable<Job['second']>, now: Date): string {
  if (finished_at === null || !agreement)
    return html`<p>It was given to <b>${reviewer}</b> by <b>${asked_by}</b> for a second review, which is not finished.</p>`;
  const { criteria, within_one, kappa } = agreement;
  return html`<p><b>${reviewer}</b> scored it a second time, blind, asked by <b>${asked_by}</b>, and finished !${timeMark(finished_at, now)}: ${Math.round(within_one * criteria)} of ${counted(criteria, 'criterion', 'criteria')} within one point of version ${agreement.draft_version}!${kappa === null ? '' : html`, weighted kappa ${kappa.toFixed(2)}`}.</p>`;
}

function stepItem({ version, reviewer, at, criteria, texts, later }: Step, now: Date): string {
  const rewritten = texts.length ? html`<li>rewrote ${texts.map((name) => spaced(name)).join(', ')}</li>` : '';
  return html`<li><h3>Version ${version}, <b>${reviewer}</b>, !${timeMark(at, now)}!${later ? html` <span class="hint">after this publication</span>` : ''}</h3>
<ul class="dots">!${criteria.map(judgement)}!${rewritten}</ul></li>
`;
}

/** One criterion of a step: `P1-A changed from 2 to 4; proposed 2 (1 to 3). The reason.` */
function judgement({ id, from, to, proposed, low, high, evidence, reason }: Judged): string {
  const what =
    from !== to ? `changed from ${from} to ${to}` : evidence === null ? `confirmed at ${to}` : `stayed at ${to}`;
  const machine =
    proposed === null ? 'nothing was proposed' : `proposed ${proposed}${low === high ? '' : ` (${low} to ${high})`}`;
  return html`<li><b>${id}</b> ${what}; ${machine}.!${reason ? html` Reason: <bdi>${shortened(reason, TEXT_MAX)}</bdi>` : ''}!${
    evidence === null ? '' : html` New evidence: <q>${shortened(evidence, TEXT_MAX)}</q>`
  }</li>`;
}
