import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { viewPath } from '../../../../catalogue/families/company-documents.ts';
import { detailPath } from '../../../../domain/leaderboard.ts';
import { day, dayMark, grouped, shortened } from '../../html/format.ts';
import { fictionalWord } from '../../html/marks.ts';
import type { PageContent } from '../../html/page.ts';
import { companyPath } from '../addresses.ts';
import { nextRung, rungReached } from '../audit/climb-section.ts';
import { inParts, type Part, part, pillarEntries } from '../audit/contents.ts';
import { criteriaGroups } from '../audit/criteria.ts';
import { auditParts } from '../audit/sections.ts';
import { dateFact, pillarTable, rankFact, threeThings, verdict } from '../audit/verdict.ts';
import type { PageInput } from '../page-input.ts';
import { replyBlocks } from '../replies/block.ts';
import { howToReply, repliesNote, repliesSection } from '../replies/section.ts';
import { whatIfSection } from '../what-if/form.ts';
import { companyActs } from './acts.ts';
import { correctionNote } from './corrections.ts';
import { companyChanges, companyHistory } from './history.ts';
import { companyPeers, medianPillars } from './peers.ts';
import { criterionSources, reviewedText } from './sources.ts';
import { companyData, companyPreview } from './structured-data.ts';
import { checkSection, companyUse } from './use.ts';
import { type CompanyView, reordered } from './view.ts';

/**
 * A company's audit (spec 2.2) with everything that led to its score. Text from the audit is in elements with their own
 * writing direction.
 */
export function companyPage(input: PageInput, view: CompanyView): PageContent {
  const { record, stale } = view;
  const { company, overall_score, tier, audit_date } = record;
  const mark = fictionalWord(isFictional(record));
  return {
    title: `${shortened(company, 32)}${mark}: ${overall_score} of 100, ${tier} · Readymark`,
    description: `${company}${mark} scored ${overall_score} of 100 (${tier}) for agent readiness on ${day(audit_date)}${stale ? '; a new audit is due' : ''}. All criteria with evidence, gaps and next steps.`,
    json: jsonOf(view),
    image: companyPreview(view),
    head: companyData(input, view),
    main: html`<article class="audit">
!${head(input, view)}
!${view.part ? criteria(input, view) : inParts(partsOf(input, view))}
</article>`,
  };
}

/** The whole audit: every section, in the order of the page. */
const partsOf = (input: PageInput, view: CompanyView): readonly Part[] => [
  ...auditParts(input, view),
  ...(input.private_draft
    ? []
    : [part('replies', 'What the company says', repliesSection(view.record.slug, view.replies))]),
  part(
    'criteria',
    'Criteria with evidence',
    criteria(input, view),
    view.order === 'pillar' ? pillarEntries(view.record.pillars) : [],
  ),
  part('what-if', 'What if', whatIfSection(view)),
  part('changes', 'What changed', companyChanges(input, view)),
  ...(input.private_draft ? [] : published(input, view)),
];

/** What is true of a published audit alone. */
const published = (input: PageInput, view: CompanyView): readonly Part[] => [
  part('peers', 'Among all companies', companyPeers(input, view)),
  part('history', 'History', companyHistory(input, view)),
  part('check', 'Check this score', checkSection(input, view)),
  part('use', 'Use this audit', companyUse(input, view)),
];

/** The document with the same content; of single criteria there is none, and the record contains them. */
function jsonOf({ record, part }: CompanyView): string {
  const { pillar, criteria } = part?.selection ?? {};
  return pillar !== undefined && !criteria?.length ? viewPath(record.slug, pillar) : detailPath(record.slug);
}

function head(input: PageInput, view: CompanyView): string {
  const { record, rubric, stale, watchers, count, part, order } = view;
  const mark = stale ? ' <span class="stale">stale</span>' : '';
  const three = html`!${pillarTable(view, medianPillars(input, view), order === 'pillar' ? '' : companyPath(record.slug))}
!${threeThings(view)}`;
  return (
    verdict(
      input,
      view,
      {
        path: input.private_draft ? 'Private draft' : '<a href="/">Leaderboard</a>',
        mark,
        notice: '',
        facts: [
          ...(input.private_draft
            ? [dateFact('Drafted', record.audit_date)]
            : [
                rankFact(record.rank, count),
                dateFact('Audited', record.audit_date),
                dateFact('Next audit due', record.reaudit_due, mark),
                ['Watchers', watchers ? grouped(watchers) : 'none'] as const,
              ]),
          ['Rubric', html`<a href="/rubric#${rubric.version}">${rubric.version}</a>`],
        ],
        note: html`!${
          stale
            ? html`<p class="note">This score is stale: its audit is more than ${rubric.staleness_days} days old, and the offer may have changed since.!${again(input, record.website)}</p>`
            : ''
        }!${changedNote(view)}!${correctionNote(view.corrections, record.audit_date, `${part ? companyPath(record.slug) : ''}#corrections`)}!${repliesNote(view.replies, part ? companyPath(record.slug) : '')}`,
      },
      part ? '' : three,
    ) + (part || input.private_draft ? '' : companyActs(input, view))
  );
}

/** What a preview saw of the site since the audit; '' where that is as it was. */
function changedNote({ changed_site }: CompanyView): string {
  if (!changed_site) return '';
  const { urls, at, path } = changed_site;
  const places = urls.slice(0, CHANGED_SHOWN).map((url) => html`<li><bdi>${url}</bdi></li>`);
  const more = urls.length > CHANGED_SHOWN ? html`<li>and ${urls.length - CHANGED_SHOWN} more</li>` : '';
  return html`<div class="note"><p>Changed since this audit, as <a href="${path}">a check by a machine</a> of !${dayMark(at.slice(0, 10))} saw:</p><ul class="dots">!${places}!${more}</ul></div>`;
}

const CHANGED_SHOWN = 3;

/** What anybody can do about a score that is stale. */
function again({ for_people, checks }: PageInput, website: string): string {
  const links = [
    for_people && html`<a href="${for_people.requestAt(website)}">ask for a re-audit</a>`,
    checks && html`<a href="${checks.checkAt(website)}">check the site now</a>`,
  ].filter(Boolean);
  return links.length ? html` You can !${links.join(', or ')}.` : '';
}

/** Every criterion, or every selected one, with its evidence, its sources and its place on the ladder. */
function criteria(input: PageInput, view: CompanyView): string {
  const { record, part, order } = view;
  const { criteria } = part ?? record;
  const groups = criteriaGroups(
    view,
    criteria,
    order,
    (criterion) =>
      rungReached(view, criterion) +
      criterionSources(view, criterion.id) +
      nextRung(input.base_url, view, criterion) +
      replyBlocks(record.slug, view.replies, criterion.id),
    !part,
  );
  const choice = (of: typeof order, name: string) =>
    of === order ? html`<b>${name}</b>` : html`<a href="${reordered(view, of)}#criteria">${name}</a>`;
  return html`<section class="evidence-all" aria-labelledby="criteria">
<h2 id="criteria">${part ? `${criteria.length} of ${record.criteria.length}` : `All ${criteria.length}`} criteria<span data-markdown-ignore>, with evidence</span></h2>
<p class="order" data-markdown-ignore>Order: !${choice('pillar', 'by pillar')} · !${choice('weakest', 'weakest first')}!${part ? '' : ' · <label><input type="checkbox" class="open-all"> Show all evidence</label>'}</p>
!${reviewedText(view) && html`<p class="hint">${reviewedText(view)}</p>`}
!${input.private_draft ? '' : howToReply(isFictional(record))}
!${groups}
!${part ? html`<p><a href="${companyPath(record.slug)}">The whole audit</a></p>` : ''}
</section>`;
}
