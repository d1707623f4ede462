import { html } from 'ghtml';
import { previewOf } from '../../../../catalogue/preview.ts';
import type { Snapshot } from '../../../../catalogue/snapshot.ts';
import { Fault } from '../../../../domain/fault.ts';
import { today } from '../../../../operations/context.ts';
import { previewPublication } from '../../../../operations/desk/publications/preview-publication.ts';
import { page } from '../../html/page.ts';
import { type PageInput, pageFacts } from '../../pages/page-input.ts';
import { jobOf } from '../addresses.ts';
import type { DeskContent, DeskPage, Visit, WholeReply } from '../definition.ts';
import { inPreview, isAbout, ofQuery, previewAddress } from './preview-addresses.ts';

/**
 * The public page as it would be with a draft: drawn by the functions that draw it for everybody, found in the table of
 * pages, over a snapshot with the draft in it (decision 131).
 */
export const previewPage: DeskPage = {
  path: '/desk/audits/{job_id}/preview',
  async draw(visit) {
    const made = await visit.call(previewPublication, { job_id: jobOf(visit) });
    const { job_id, record, criteria, reviewed_by, business } = made;
    const { ctx } = visit;
    const { slug } = record;
    const of = ofQuery(visit.query) || `/audits/${slug}`;
    if (!isAbout(slug, of)) throw new Fault('not_found', 'A preview shows the pages of its own company alone.');
    const rubrics = { rubrics: ctx.rubrics, ladders: ctx.ladders, publishable: ctx.settings.RUBRICS_PUBLISHABLE };
    const snapshot = await previewOf(ctx.catalogue.current(), record, criteria, {
      ...{ rubrics, now: ctx.now, reviewed_by, business },
    });
    return document(snapshot, of) ?? drawn(visit, snapshot, of, { job_id, slug }) ?? later(job_id, record.company);
  },
};

type Of = { job_id: string; slug: string };

/** A document of the company. */
function document(snapshot: Snapshot, of: string): WholeReply | undefined {
  const found = snapshot.document(of.split('?', 1)[0] ?? '');
  return found && { body: Buffer.from(found.bodies.identity).toString(), type: found.content_type };
}

/** A page of the company, its Markdown, or its badge; undefined for a page that needs the company to be listed. */
function drawn(visit: Visit, snapshot: Snapshot, of: string, about: Of): WholeReply | undefined {
  const [path = '', query = ''] = of.split('?', 2);
  const twin = path.endsWith('.md');
  const at = visit.site.pageAt(twin ? path.slice(0, -'.md'.length) : path);
  if (!at?.page.names) return undefined;
  const input = inputOf(visit, snapshot, about.slug);
  const normal = at.page.normalQuery(input, query ? `?${query}` : '');
  if (normal instanceof Fault) throw normal;
  const found = at.page.find(input, at.name, normal);
  if (found instanceof Fault) throw found;
  if (found.svg) return { body: found.svg(), type: 'image/svg+xml' };
  if (twin && found.markdown)
    return {
      body: `> A preview: nothing of this is public yet.\n\n${found.markdown()}`,
      type: 'text/markdown; charset=utf-8',
    };
  if (!found.html || twin) return undefined;
  const content = found.html();
  // Without a path of its own: no canonical address, no preview of links, not for search engines.
  const frame = { base_url: input.base_url, navigation: visit.site.navigation, markdown: found.twin };
  const whole = page({ ...content, main: `${banner(about.job_id)}${content.main}` }, frame);
  return { body: inPreview(whole, about), type: 'text/html; charset=utf-8' };
}

/** Everything that pages of a company are drawn from. */
function inputOf({ ctx, site }: Visit, snapshot: Snapshot, slug: string): PageInput {
  const watched = ctx.watch_stats.companies().find((one) => one.slug === slug);
  return {
    // No page of a company lists operations.
    ...pageFacts(ctx, [], site.added),
    ...{ snapshot, today: today(ctx), health: ctx.memory.health, noted: ctx.memory.noted },
    watchers: new Map(watched ? [[slug, watched.watchers]] : []),
  };
}

const banner = (job_id: string) =>
  html`<p class="note dated"><b>Preview.</b> Nothing of this is public yet. <a href="/desk/audits/${job_id}/publish">Check and publish</a> · <a href="/desk/audits/${job_id}">Back to the review</a></p>
`;

/** In place of what needs the company to be listed. */
const later = (job_id: string, company: string): DeskContent => ({
  title: 'Not in the preview',
  main: html`<h1>Not in the preview</h1>
<p>This address works when the audit of <bdi>${company}</bdi> is public.</p>
<p><a href="${previewAddress(job_id)}">Back to the preview</a></p>`,
});
