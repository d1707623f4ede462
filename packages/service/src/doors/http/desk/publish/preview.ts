import { html } from 'ghtml';
import { previewOf } from '../../../../catalogue/preview.ts';
import { previewPublication } from '../../../../operations/desk/publications/preview-publication.ts';
import { ofQuery } from '../../drafts/draft-addresses.ts';
import { drawnDraft } from '../../drafts/drawn-draft.ts';
import { jobOf } from '../addresses.ts';
import type { DeskContent, DeskPage } from '../definition.ts';

const previewPath = (job_id: string) => `/desk/audits/${encodeURIComponent(job_id)}/preview`;

/** The public pages as they would be with the draft of a job (decision 131). */
export const previewPage: DeskPage = {
  path: '/desk/audits/{job_id}/preview',
  async draw(visit) {
    const made = await visit.call(previewPublication, { job_id: jobOf(visit) });
    const { job_id, record, criteria, reviewed_by, business } = made;
    const { ctx } = visit;
    const { slug } = record;
    const of = ofQuery(visit.query) || `/audits/${slug}`;
    const place = { slug, path: previewPath(job_id) };
    const rubrics = { rubrics: ctx.rubrics, ladders: ctx.ladders, publishable: ctx.settings.RUBRICS_PUBLISHABLE };
    const snapshot = await previewOf(ctx.catalogue.current(), record, criteria, {
      ...{ rubrics, now: ctx.now, reviewed_by, business },
    });
    const note = 'A preview: nothing of this is public yet.';
    const shown = drawnDraft(ctx, { site: visit.site, snapshot, place, of, banner: () => banner(job_id), note });
    return shown ?? later(job_id, record.company);
  },
};

const banner = (job_id: string) =>
  html`<p class="note dated"><b>Preview.</b> Nothing of this is public yet. <a href="/desk/audits/${job_id}/publish">Check and publish</a> · <a href="/desk/audits/${job_id}">Back to the review</a></p>
`;

/** In place of what needs the company to be listed. */
const later = (job_id: string, company: string): DeskContent => ({
  title: 'Not in the preview',
  main: html`<h1>Not in the preview</h1>
<p>This address works when the audit of <bdi>${company}</bdi> is public.</p>
<p><a href="${previewPath(job_id)}">Back to the preview</a></p>`,
});
