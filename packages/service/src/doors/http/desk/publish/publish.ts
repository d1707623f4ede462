import { html } from 'ghtml';
import type { z } from 'zod';
import { Fault } from '../../../../domain/fault.ts';
import { readDraft } from '../../../../operations/desk/audits/read-draft.ts';
import { checkPublication } from '../../../../operations/desk/publications/check-publication.ts';
import { publishAudits } from '../../../../operations/desk/publish-audits.ts';
import { completeRequests } from '../../../../operations/desk/requests/complete-requests.ts';
import { companyPath } from '../../pages/addresses.ts';
import { auditPath, jobOf, publicationPath } from '../addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { faultMessage, formStart, hidden, message, spaced, timeMark } from '../parts.ts';
import { blindReview } from '../review/review.ts';
import { type Check, choices, obstacles, outcome } from './checks.ts';

/** Checks a draft and publishes it with one button, which is there when nothing keeps it from that (decision 131). */
export const publishPage: DeskPage = {
  path: '/desk/audits/{job_id}/publish',
  draw: async (visit) => content(visit, await checked(visit)),
};

export const publishForm: DeskForm = {
  path: '/desk/audits/{job_id}/publish',
  async submit(visit, values) {
    const approved = values.get('hash') ?? '';
    try {
      return await publishApproved(visit, values, approved);
    } catch (error) {
      // Somebody else, or the same form sent twice, may have come first: between any two looks at the database.
      const first = error instanceof Fault ? published(await checked(visit), approved) : undefined;
      if (first === undefined) throw error;
      return again(first);
    }
  },
  async again(visit, { values, fault }) {
    const check = await checked(visit);
    const changed = values.get('hash') === check.hash ? '' : await changesSince(visit, check, values);
    // What must be done first is listed below, with links in place of commands.
    const wrong = check.open.length ? message('wrong', 'Nothing was published.') : faultMessage(fault);
    return content(visit, check, { top: changed || wrong, ticked: values });
  },
};

async function publishApproved(
  visit: Visit,
  values: URLSearchParams,
  approved: string,
): Promise<{ see_other: string }> {
  const check = await checked(visit);
  const done = published(check, approved);
  if (done !== undefined) return again(done);
  if (check.hash !== approved)
    throw new Fault('conflict', 'The draft was revised since you saw it; nothing was published.');
  const ticked = new Set(values.getAll('completes'));
  const chosen = check.requests.filter(({ request_id }) => ticked.has(request_id));
  if (chosen.length < ticked.size)
    throw new Fault(
      'conflict',
      'Not every request that you ticked still waits: somebody declined or completed one. Nothing was published; look at those that are left, and publish again.',
    );
  const now = chosen.filter(({ status }) => status === 'scheduled');
  const choice = (name: string) => values.get(name) === 'yes';
  const { publication } = await visit.call(publishAudits, {
    ...{ audits: [check.record], drafts: [check.job_id], hashes: [approved] },
    ...{ completes: idsOf(now), despite_mismatch: now.some(({ matches }) => !matches) },
    ...{ replace: choice('replace'), reinstate: choice('reinstate'), keep_examples: choice('keep_examples') },
    ...(choice('replace') && { correction_reason: values.get('correction_reason')?.trim() ?? '' }),
  });
  const others = chosen.filter((one) => !now.includes(one));
  const left = await completeOthers(visit, check, others);
  for (const { settled_by_publishing } of visit.parts) await settled_by_publishing?.settle(visit, check.record, values);
  return { see_other: `${publicationPath(publication ?? 0)}${left ? '?left=yes' : ''}` };
}

const checked = (visit: Visit) => visit.call(checkPublication, { job_id: jobOf(visit) });

const idsOf = (requests: readonly { request_id: string }[]) => requests.map(({ request_id }) => request_id);

/** The publication of exactly the record that was approved, while it is public. */
const published = ({ published: last, hash }: Check, approved: string) =>
  last?.same && hash === approved ? last.publication : undefined;

const again = (publication: number) => ({ see_other: `${publicationPath(publication)}?again=yes` });

/**
 * Completes requests that are not scheduled yet, through the statuses that they lack (decision 32): after the publication,
 * which is valid whatever becomes of them.
 *
 * @returns whether some were left
 */
async function completeOthers(visit: Visit, { record }: Check, requests: Check['requests']): Promise<boolean> {
  if (!requests.length) return false;
  const despite_mismatch = requests.some(({ matches }) => !matches);
  try {
    await visit.call(completeRequests, { slug: record.slug, completes: idsOf(requests), despite_mismatch });
    return false;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}

async function content(
  visit: Visit,
  check: Check,
  { top = '', ticked }: { top?: string; ticked?: URLSearchParams } = {},
): Promise<DeskContent> {
  const { job_id, record, published: last } = check;
  const blind = blindReview(visit);
  const second = check.issues.length > 0 ? ((await blind?.openPartOf(visit, job_id)) ?? '') : '';
  const correction = last?.stands && !last.same;
  const path = auditPath(job_id);
  return {
    title: `${correction ? 'Correct' : 'Publish'} ${record.company}`,
    main: html`<article class="publish">
<p class="path"><a href="${path}">Review</a></p>
<h1>${correction ? 'Correct' : 'Publish'} <bdi>${record.company}</bdi></h1>
!${top}
!${last ? publishedBefore(visit, last) : ''}
!${last?.same ? html`<p><a href="${companyPath(record.slug)}">The public page</a></p>` : outcome(visit, check) + obstacles(check) + second + form(visit, check, ticked)}
<p class="publish-files"><a href="${path}/record.json">Export as JSON</a>!${last && !last.reopened ? '' : html` · <a href="${path}/import">Import a record</a>`}</p>
</article>`,
  };
}

/** What must be done first, the choices, and the button, which is there when nothing must. */
function form(visit: Visit, check: Check, ticked: URLSearchParams | undefined): string {
  const { job_id, open, issues, hash, version } = check;
  const ready = open.length === 0 && issues.length === 0;
  return html`!${formStart(visit, `${auditPath(job_id)}/publish`, 'class="publish-form"')}!${hidden('hash', hash)}!${hidden('version', String(version))}
!${choices(visit, check, ticked)}
!${visit.parts.map(({ settled_by_publishing }) => settled_by_publishing?.choices(visit, check.record, ticked) ?? '')}
!${ready ? '<p class="actions"><button>Publish</button> <span class="hint">Public at once. The way back is a correction.</span></p>' : ''}
</form>`;
}

/** What was published from this draft before. */
function publishedBefore(
  { ctx }: Visit,
  { publication, published_at, same, stands }: NonNullable<Check['published']>,
): string {
  const link = html`<p><a href="${publicationPath(publication)}">Publication ${publication}</a>, !${timeMark(published_at, ctx.now())}</p>`;
  if (same) return message('done', 'This draft is published as it is.', link);
  return stands
    ? message(
        'note',
        'An audit of this draft is public. Publishing again corrects it: the public one is kept as replaced.',
        link,
      )
    : message('note', 'An audit of this draft was published before, and is no longer public.', link);
}

type Revision = z.output<typeof readDraft.output>['revisions'][number];

/** What others changed since the form was drawn. */
async function changesSince(visit: Visit, { job_id, record }: Check, values: URLSearchParams): Promise<string> {
  const seen = Number(values.get('version') ?? '');
  const { revisions } = await visit.call(readDraft, { job_id });
  const since = revisions.filter(({ version }) => version > seen);
  const names = new Map(record.criteria.map(({ id, name }) => [id, name]));
  const one = ({ version, reviewer, at, criteria, texts }: Revision) => [
    ...criteria.map(
      ({ id, from, to, evidence, reason }) =>
        html`<li><a href="${auditPath(job_id)}#${id}">${id} ${names.get(id) ?? ''}</a>: ${from === to ? `${to}, confirmed` : `${from} → ${to}`}!${evidence === null ? '' : html`, new evidence: <q dir="auto">${evidence}</q>`}!${reason === null ? '' : html` (<bdi>${reason}</bdi>)`}</li>`,
    ),
    ...texts.map((name) => html`<li><a href="${auditPath(job_id)}#${name}">${spaced(name)}</a> written anew</li>`),
    html`<li class="hint">Version ${version}, by <bdi>${reviewer}</bdi>, !${timeMark(at, visit.ctx.now())}</li>`,
  ];
  const why =
    'Nothing was published: the draft was changed since you saw it. What follows is the draft as it is now; publish it if you approve of it.';
  return html`!${message('wrong', why)}
<ul class="dots publish-list">!${since.length ? since.flatMap(one) : ['<li>Its company was corrected.</li>']}</ul>`;
}
