import { html } from 'ghtml';
import type { z } from 'zod';
import { Fault } from '../../../../domain/fault.ts';
import { showPublication } from '../../../../operations/desk/publications/show-publication.ts';
import { completeRequests } from '../../../../operations/desk/requests/complete-requests.ts';
import { counted, dayMark, grouped, signed } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import { companyPath, pastAuditPage } from '../../pages/addresses.ts';
import { auditPath, publicationPath } from '../addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { choice, factList, faultMessage, formStart, message, statusMark, timeMark } from '../parts.ts';

type Shown = z.output<typeof showPublication.output>;
type ShownAudit = Shown['audits'][number];

/** A publication afterwards: what is public, who is notified, what still waits, and the way back (decision 131). */
export const publicationPage: DeskPage = {
  path: '/desk/publications/{publication}',
  async draw(visit) {
    const shown = await publicationAt(visit);
    const { query } = visit;
    const top = query.has('again')
      ? message('note', 'This was published already, so nothing was published a second time.')
      : query.has('left')
        ? message('wrong', 'The audit is published, but not every request could be completed: what is left is below.')
        : '';
    return content(visit, shown, top);
  },
};

/** Completes requests that still wait with the public audit. */
export const completeForm: DeskForm = {
  path: '/desk/publications/{publication}/complete',
  async submit(visit, values) {
    const { publication, waiting } = await publicationAt(visit);
    const chosen = new Set(values.getAll('completes'));
    if (!chosen.size) throw new Fault('invalid_request', 'Tick the requests that are to be completed.');
    for (const { slug, requests } of waiting) {
      const completes = requests.map(({ request_id }) => request_id).filter((id) => chosen.has(id));
      if (completes.length) await visit.call(completeRequests, { slug, completes });
    }
    return { see_other: publicationPath(publication) };
  },
  again: async (visit, { fault }) => content(visit, await publicationAt(visit), faultMessage(fault)),
};

function publicationAt(visit: Visit): Promise<Shown> {
  const { publication = '' } = visit.params;
  if (!/^\d{1,9}$/.test(publication)) throw new Fault('not_found', 'There is no publication with this number.');
  return visit.call(showPublication, { publication: Number(publication) });
}

const KINDS = {
  audits: 'Published',
  corrections: 'A company was corrected',
  retractions: 'Companies were retracted',
  replies: 'Replies from companies',
} as const;

function content(visit: Visit, shown: Shown, top: string): DeskContent {
  const { publication, kind, at, operator, audits, more } = shown;
  const [only] = audits;
  const title = only && audits.length === 1 ? only.company : counted(audits.length, 'audit');
  const now = visit.ctx.now();
  return {
    title: `Publication ${publication}`,
    main: html`<article class="publish">
<p class="path">Publication ${publication}, !${timeMark(at, now)}!${operator === null ? '' : html` by <b><bdi>${operator}</bdi></b>`}</p>
<h1>!${audits.length ? html`Published: <bdi>${title}</bdi>` : KINDS[kind]}</h1>
!${top}
!${visit.ctx.catalogue.current().version >= publication || visit.ctx.signer.failure() ? '' : message('note', 'Public pages show it within a second or two.')}
!${audits.map((audit) => auditFacts(visit, audit, audits.length === 1))}
!${more ? html`<p class="hint">And more audits: a page shows ${audits.length} of them.</p>` : ''}
!${audits.length ? letters(shown) : ''}
!${completed(shown)}
!${waiting(visit, shown)}
!${audits.length ? wayBack(visit, shown) : ''}
</article>`,
  };
}

/** An audit as it was published, and as it is now. @param alone whether the heading names its company */
function auditFacts({ ctx }: Visit, audit: ShownAudit, alone: boolean): string {
  const { slug, company, audit_date, overall_score, tier, rank, replaced_at, before, job_id } = audit;
  const since =
    before === null
      ? ', its first audit'
      : before.audit_date === audit_date
        ? html`, ${signed(overall_score - before.overall_score)}: a correction of ${before.overall_score}`
        : html`, ${signed(overall_score - before.overall_score)} since ${before.overall_score} on !${dayMark(before.audit_date)}`;
  const rows: [string, string][] = [
    ['Company', alone ? '' : html`<bdi>${company}</bdi>${audit.fictional ? ' (fictional)' : ''}`],
    ['Score', html`<b>${overall_score}</b> of 100!${since}`],
    ['Tier', tierMark(ctx.rubrics, tier)],
    ['Rank now', rank === null ? '–' : grouped(rank)],
    ['Audited', dayMark(audit_date)],
  ];
  const link =
    rank === null
      ? html`<a href="${pastAuditPage(slug, audit_date)}">The audit of this date</a>`
      : html`<a href="${companyPath(slug)}">The public page</a>`;
  const reviewed =
    job_id === null ? [] : [html`<a href="/desk/published/${slug}/${audit_date}">How it was reviewed</a>`];
  const gone = replaced_at
    ? message('note', `This audit is no longer public: it was replaced or retracted on ${replaced_at.slice(0, 10)}.`)
    : '';
  return html`!${factList(rows)}
!${gone}
<p>!${[...(replaced_at ? [] : [link]), ...reviewed].join(' · ')}</p>`;
}

const LETTERS: Partial<Record<Shown['letters']['watchers'][number]['kind'], string>> = {
  reaudit: 'about the new audit',
  correction: 'about the correction',
  retracted: 'about the retraction',
};

/** Who is notified, and what became of the letters. */
function letters({ letters: { writing, watchers }, completed }: Shown): string {
  const rows = watchers.map(
    ({ kind, status, count }) =>
      html`<li>!${statusMark(status)}: ${counted(count, 'letter')} to watchers ${LETTERS[kind] ?? ''}</li>`,
  );
  const by_status = Map.groupBy(
    completed.flatMap(({ letter }) => letter ?? []),
    (letter) => letter,
  );
  for (const [status, list] of by_status)
    rows.push(html`<li>!${statusMark(status)}: ${counted(list.length, 'letter')} to who requested it</li>`);
  if (writing) rows.push('<li>Letters to watchers are being written.</li>');
  const failed = [...watchers, ...[...by_status.keys()].map((status) => ({ status }))].some(
    ({ status }) => status === 'failed',
  );
  return html`<section aria-labelledby="letters">
<h2 id="letters">Who is notified</h2>
!${rows.length ? html`<ul class="publish-list">!${rows}</ul>` : '<p>Nobody: there are no watchers with an address, and no requests.</p>'}
!${failed ? '<p><a href="/desk/letters?status=failed">Letters that failed</a></p>' : ''}
</section>`;
}

function completed({ completed: requests }: Shown): string {
  if (!requests.length) return '';
  const items = requests.map(
    ({ request_id, company, letter }) =>
      html`<li><a href="/desk/requests/${request_id}"><bdi>${company}</bdi></a> !${letter === null ? 'no address for a letter' : statusMark(letter)}</li>`,
  );
  return html`<section aria-labelledby="completed">
<h2 id="completed">Requests that it completed</h2>
<ul class="publish-list">!${items}</ul>
</section>`;
}

/** Requests for the same sites that still wait, with one button for those that are ticked. */
function waiting(visit: Visit, { publication, waiting: left }: Shown): string {
  const items = left.flatMap(({ requests }) =>
    requests.map(({ request_id, status, company, website }) => {
      const words = html`<b><bdi>${company}</bdi></b>, <bdi>${website}</bdi>, !${statusMark(status)}`;
      return html`<li>!${choice(['checkbox', 'completes', request_id], words, true)} <a href="/desk/requests/${request_id}">Request<span class="unseen"> of ${company}</span></a></li>`;
    }),
  );
  if (!items.length) return '';
  return html`<section aria-labelledby="waiting">
<h2 id="waiting">Requests that still wait for it</h2>
!${formStart(visit, `${publicationPath(publication)}/complete`, 'class="publish-form publish-requests"')}
<ul class="ruled">!${items}</ul>
<p class="actions"><button>Complete ${items.length > 1 ? 'them' : 'it'} with this audit</button></p>
</form>
</section>`;
}

const MINUTE_MS = 60_000;

/** The way back is a correction, never a deletion (decision 131). */
function wayBack({ ctx }: Visit, shown: Shown): string {
  return html`<section aria-labelledby="back">
<h2 id="back">Something wrong?</h2>
!${backText(ctx.now(), shown)}
</section>`;
}

function backText(now: Date, { publication, draft, audits }: Shown): string {
  const job_id = audits[0]?.job_id ?? null;
  if (!draft || job_id === null || !draft.stands) return lateText(job_id);
  if (draft.publication !== publication)
    return html`<p>It was corrected: <a href="${publicationPath(draft.publication)}">publication ${draft.publication}</a>.</p>`;
  if (draft.reopened && !draft.same)
    return html`<p>A correction of this draft was begun and is not published: <a href="${auditPath(job_id)}">review it</a>, then <a href="${auditPath(job_id)}/publish">publish it</a>.</p>`;
  const until = Date.parse(draft.correctable_until);
  // A publication may be some seconds ahead of the clock (decision 45).
  const begun = Math.max(now.getTime(), Date.parse(draft.published_at));
  const minutes = Math.ceil((until - begun) / MINUTE_MS);
  return draft.reopened && minutes > 0
    ? html`<p><a href="${auditPath(job_id)}">Correct it</a>: for another ${counted(minutes, 'minute')} the draft can be opened again. What you change is published as a correction, which replaces this audit. Nothing published is deleted.</p>`
    : lateText(job_id);
}

const lateText = (job_id: string | null) =>
  html`<p>Nothing published is deleted. What is wrong is put right by</p>
<ul class="dots publish-ways">
<li>a new audit of the company,</li>
<li>a corrected record, on the command line: <code>readymark publish FILE --replace</code>!${job_id === null ? '' : html`; where its scores stay, with its evidence: <code>readymark publish FILE --replace --draft ${job_id}</code>`},</li>
<li>and where the company must not be listed: <code>readymark retract SLUG --reason TEXT</code>.</li>
</ul>`;
