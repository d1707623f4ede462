import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { viewPath } from '../../../../catalogue/company-documents.ts';
import { detailPath } from '../../../../domain/leaderboard.ts';
import { fictionalWord } from '../../html/fictional.ts';
import { day, grouped, shortened } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import type { PageInput } from '../page-input.ts';
import { replyBlocks } from '../replies/block.ts';
import { howToReply, repliesNote, repliesSection } from '../replies/section.ts';
import { saysSomething } from '../replies/view.ts';
import { whatIfSection } from '../what-if/form.ts';
import { companyPath } from './addresses.ts';
import { checkSection } from './check-section.ts';
import { nextRung, rungReached } from './climb-section.ts';
import { contents, type Entry } from './contents.ts';
import { criteriaGroups } from './criteria.ts';
import { companyChanges, companyHistory } from './history.ts';
import { findingsSection, stepsSection, summarySection } from './sections.ts';
import { criterionSources, reviewedText } from './sources.ts';
import { companyData, companyPreview } from './structured-data.ts';
import { companyUse } from './use.ts';
import { dateFact, pillarTable, rankFact, threeThings, verdict } from './verdict.ts';
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
    main: view.part
      ? html`<article class="audit">
!${head(input, view)}
!${criteria(input, view)}
</article>`
      : html`<article class="audit">
!${head(input, view)}
<div class="parts">
!${contents(entriesOf(view))}
<div>
!${summarySection(view)}
!${findingsSection(view)}
!${stepsSection(input, view)}
!${whatIfSection(view)}
!${repliesSection(record.slug, view.replies)}
!${criteria(input, view)}
!${companyChanges(input, view)}
!${companyHistory(input, view)}
!${checkSection(input, view)}
!${companyUse(input, view)}
</div>
</div>
</article>`,
  };
}

/** The document with the same content; of single criteria there is none, and the record contains them. */
function jsonOf({ record, part }: CompanyView): string {
  const { pillar, criteria } = part?.selection ?? {};
  return pillar !== undefined && !criteria?.length ? viewPath(record.slug, pillar) : detailPath(record.slug);
}

function head(input: PageInput, view: CompanyView): string {
  const { record, rubric, stale, watchers, count, part, order } = view;
  const mark = stale ? ' <span class="stale">stale</span>' : '';
  const three = html`!${pillarTable(view, order === 'pillar' ? '' : companyPath(record.slug))}
!${threeThings(view)}`;
  return verdict(
    input,
    view,
    {
      path: '<a href="/">Leaderboard</a>',
      mark,
      notice: '',
      facts: [
        rankFact(record.rank, count),
        dateFact('Audited', record.audit_date),
        dateFact('Next audit due', record.reaudit_due, mark),
        ['Watchers', watchers ? grouped(watchers) : 'none'],
        ['Rubric', html`<a href="/rubric#${rubric.version}">${rubric.version}</a>`],
      ],
      note: html`!${
        stale
          ? html`<p class="note">This score is stale: its audit is more than ${rubric.staleness_days} days old, and the offer may have changed since.</p>`
          : ''
      }!${repliesNote(view.replies, part ? companyPath(record.slug) : '')}`,
    },
    part ? '' : three,
  );
}

/** The contents of a whole audit, in the order of its sections. */
function entriesOf({ record, steps, changes, order, replies }: CompanyView): Entry[] {
  const pillars = Object.entries(record.pillars).map(([id, { name }]) => ({ to: id, name: html`${id} ${name}` }));
  return [
    ...(record.executive_summary ? [{ to: 'summary', name: 'Summary' }] : []),
    { to: 'signals', name: 'Strongest signals' },
    { to: 'gaps', name: 'Critical gaps' },
    ...(steps.length ? [{ to: 'actions', name: 'Priority actions' }] : []),
    { to: 'what-if', name: 'What if' },
    ...(saysSomething(replies) ? [{ to: 'replies', name: 'What the company says' }] : []),
    { to: 'criteria', name: 'Criteria with evidence', below: order === 'pillar' ? pillars : [] },
    ...(changes ? [{ to: 'changes', name: 'What changed' }] : []),
    { to: 'history', name: 'History' },
    { to: 'check', name: 'Check this score' },
    { to: 'use', name: 'Use this audit' },
  ];
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
  );
  const choice = (of: typeof order, name: string) =>
    of === order ? html`<b>${name}</b>` : html`<a href="${reordered(view, of)}#criteria">${name}</a>`;
  return html`<section class="evidence-all" aria-labelledby="criteria">
<h2 id="criteria">${part ? `${criteria.length} of ${record.criteria.length}` : `All ${criteria.length}`} criteria, with evidence</h2>
<p class="order">Order: !${choice('pillar', 'by pillar')} · !${choice('weakest', 'weakest first')}</p>
!${reviewedText(view) && html`<p class="hint">${reviewedText(view)}</p>`}
!${howToReply(isFictional(record))}
!${groups}
!${part ? html`<p><a href="${companyPath(record.slug)}">The whole audit</a></p>` : ''}
</section>`;
}
