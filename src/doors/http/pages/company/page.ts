import { html } from 'ghtml';
import { viewPath } from '../../../../catalogue/company-documents.ts';
import { isFictional } from '../../../../domain/audit/audit.ts';
import { detailPath } from '../../../../domain/leaderboard.ts';
import { fictionalMark, fictionalWord } from '../../html/fictional.ts';
import { counted, day, dayMark, grouped, hostOf, shortened } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { companyChanges, companyHistory } from './history.ts';
import { scoreRuler } from './score-ruler.ts';
import { companyCriteria, companyPillars } from './scores.ts';
import { companyData, companyPreview } from './structured-data.ts';
import { companyUse } from './use.ts';
import type { CompanyView } from './view.ts';

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
!${companyCriteria(view)}
</article>`
      : html`<article class="audit">
!${head(input, view)}
!${summary(view)}
!${companyPillars(view)}
!${findings(view)}
!${steps(input, view)}
!${companyChanges(input, view)}
!${companyHistory(input, view)}
!${companyCriteria(view)}
!${companyUse(input, view)}
</article>`,
  };
}

/** The document with the same content; of single criteria there is none, and the record contains them. */
function jsonOf({ record, part }: CompanyView): string {
  const { pillar, criteria } = part?.selection ?? {};
  return pillar !== undefined && !criteria?.length ? viewPath(record.slug, pillar) : detailPath(record.slug);
}

function head({ rubrics }: PageInput, { record, rubric, stale, watchers, count, next }: CompanyView): string {
  const { company, website, rank, overall_score, tier, audit_date, reaudit_due } = record;
  const site = /^https?:\/\//i.test(website)
    ? html`<a href="${website}" rel="nofollow noopener external">${hostOf(website)}</a>`
    : html`<span>${website}</span>`;
  return html`<header class="verdict">
<div>
<p class="path"><a href="/">Leaderboard</a></p>
<h1 dir="auto">${company}!${fictionalMark(isFictional(record))}</h1>
<p class="site">!${site}</p>
</div>
<p class="total"><b>${overall_score}</b> <span>of ${rubric.total}</span></p>
<div class="facts">
<p class="big">!${tierMark(rubrics, tier)}</p>
!${scoreRuler(rubrics, rubric, overall_score)}
!${next ? html`<p class="next">${counted(next.points, 'point')} to ${next.tier}</p>` : ''}
<dl>
<div><dt>Rank</dt><dd>${grouped(rank)} of ${grouped(count)}</dd></div>
<div><dt>Audited</dt><dd>!${dayMark(audit_date)}</dd></div>
<div><dt>Next audit due</dt><dd>!${dayMark(reaudit_due)}!${stale ? ' <span class="stale">stale</span>' : ''}</dd></div>
<div><dt>Watchers</dt><dd>${watchers ? grouped(watchers) : 'none'}</dd></div>
<div><dt>Rubric</dt><dd><a href="/rubric#${rubric.version}">${rubric.version}</a></dd></div>
</dl>
!${stale ? html`<p class="note">This score is stale: its audit is more than ${rubric.staleness_days} days old, and the offer may have changed since.</p>` : ''}
</div>
</header>`;
}

function summary({ record: { executive_summary } }: CompanyView): string {
  if (!executive_summary) return '';
  const paragraphs = executive_summary.split(/\n\s*\n/).map((text) => html`<p dir="auto">${text}</p>`);
  return html`<section class="summary" aria-labelledby="summary"><h2 id="summary">Summary</h2>!${paragraphs}</section>`;
}

function findings({ record: { strongest_signals, critical_gaps } }: CompanyView): string {
  const list = (
    id: string,
    title: string,
    none: string,
    items: typeof strongest_signals,
  ) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
!${items.length ? html`<ul class="findings ${id}">!${items.map((item) => html`<li><h3 dir="auto">${item.title}</h3><p dir="auto">${item.detail}</p></li>`)}</ul>` : html`<p class="none">${none}</p>`}
</section>`;
  return html`<div class="pair">
!${list('signals', 'Strongest signals', 'None listed.', strongest_signals)}
!${list('gaps', 'Critical gaps', 'None listed.', critical_gaps)}
</div>`;
}

function steps({ rubrics }: PageInput, { record, rubric, steps }: CompanyView): string {
  if (steps.length === 0) return '';
  const items = steps.map(
    (step) => html`<li!${step.reaches ? ' class="reaches"' : ''}>
<p class="gain"><b>+${step.points_gain}</b></p>
<div><p dir="auto">${step.action}</p>
<p class="meta">${step.pillar} ${record.pillars[step.pillar]?.name ?? ''} · effort ${step.effort} · then ${step.score_after} of ${rubric.total}!${step.reaches ? html`: !${tierMark(rubrics, step.tier_after)}` : ''}</p></div>
</li>`,
  );
  return html`<section aria-labelledby="actions">
<h2 id="actions">Priority actions</h2>
<p class="hint">Each with the points it can bring. Completed in order, they would raise the score from ${record.overall_score} as shown.</p>
<ol class="steps">!${items}</ol>
</section>`;
}
