import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { fictionalMark, fictionalWord } from '../../html/fictional.ts';
import { counted, day, grouped, shortened, signed } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import { movesTable } from '../changes/moves.ts';
import { companyPath, whatIfPage } from '../company/addresses.ts';
import type { PageInput } from '../page-input.ts';
import { whatIfForm } from './form.ts';
import type { WhatIfView } from './view.ts';
import { wayUpList, wayUpMarkdown } from './way-up.ts';

/** What a score would become with other scores of its criteria (decision 61). */
export function whatIfPageContent(input: PageInput, view: WhatIfView): PageContent {
  const { record, changed, way_up } = view;
  const { slug, company } = record;
  const mark = fictionalWord(isFictional(record));
  return {
    title: `What if: ${shortened(company, 32)}${mark} · Readymark`,
    description: `What the score of ${company}${mark} would become with other scores of its criteria, with tier and rank.`,
    main: html`<article class="audit difference">
<header class="both">
<p class="path"><a href="/">Leaderboard</a> · <a href="${companyPath(slug)}">Current audit</a></p>
<h1><span>What the score of <bdi>${shortened(company, 60)}</bdi> would become</span>!${fictionalMark(isFictional(record))}</h1>
!${sides(input, view)}
<p class="note">This is arithmetic with the rubric, not an audit: a score changes only when a new audit finds it so.</p>
</header>
!${changed.size ? pillars(view) : ''}
!${way_up ? html`<section aria-labelledby="way-up"><h2 id="way-up">To the next tier</h2>!${wayUpList(view, way_up)}</section>` : ''}
<section aria-labelledby="set"><h2 id="set">Set scores</h2>
!${whatIfForm(view, changed)}
!${changed.size ? html`<p><a href="${whatIfPage(slug)}">Back to the scores of the audit</a></p>` : ''}
</section>
</article>`,
  };
}

function sides({ rubrics, snapshot }: PageInput, { record, outcome, rank }: WhatIfView): string {
  const side = (name: string, of: Pick<typeof record, 'overall_score' | 'tier'>, place: number) => html`<div>
<p class="when">!${name}</p>
<p class="total"><b>${of.overall_score}</b></p>
<p>!${tierMark(rubrics, of.tier)}</p>
<p class="meta">Rank ${grouped(place)} of ${grouped(snapshot.ranked)}</p>
</div>`;
  const gain = outcome.overall_score - record.overall_score;
  return html`<div class="sides">
!${side(html`Audit of ${day(record.audit_date)}`, record, record.rank)}
<p class="delta"><b>${signed(gain)}</b> ${Math.abs(gain) === 1 ? 'point' : 'points'}</p>
!${side('With these scores', outcome, rank)}
</div>`;
}

/** The criteria that were set, and all pillars. */
function pillars({ record, outcome, changed }: WhatIfView): string {
  const moved = record.criteria
    .filter(({ id }) => changed.has(id))
    .map(({ id, name, score, max }) => ({
      ...{ id, name, before: score, after: changed.get(id) ?? score, max_before: max, max_after: max },
    }));
  const sums = Object.entries(record.pillars).map(([id, { name, score, max }]) => ({
    ...{ id, name, before: score, after: outcome.pillars[id]?.score ?? score, max_before: max, max_after: max },
  }));
  return html`<section aria-labelledby="sums">
<h2 id="sums">${counted(moved.length, 'score')} set</h2>
!${movesTable('Criterion', 'Criteria with another score', moved, `${companyPath(record.slug)}#`)}
!${movesTable('Pillar', 'Pillars', sums)}
</section>`;
}

/** The same as Markdown, for agents that plan what to do. */
export function whatIfMarkdown({ base_url, snapshot }: PageInput, view: WhatIfView): string {
  const { record, rubric, outcome, changed, rank, way_up } = view;
  const gain = outcome.overall_score - record.overall_score;
  return blocks(
    `# What if: ${plain(record.company)}${fictionalWord(isFictional(record))}`,
    [
      `- Audit of ${record.audit_date}: ${record.overall_score} of ${rubric.total}, ${plain(record.tier)}, rank ${record.rank} of ${snapshot.ranked}`,
      `- With these scores: ${outcome.overall_score} (${signed(gain)}), ${plain(outcome.tier)}, rank ${rank}`,
    ].join('\n'),
    'Arithmetic with the rubric, not an audit.',
    wayUpMarkdown(view, way_up),
    table(
      ['Criterion', 'Name', 'Now', 'Set', 'Max'],
      record.criteria.map(({ id, name, score, max }) => [id, plain(name), score, changed.get(id) ?? score, max]),
      [2, 3, 4],
    ),
    `Set scores: ${base_url}${whatIfPage(record.slug)}.md?P1-A=3&P2-B=4 · What each score demands: ${base_url}/rubric.md · Current: ${base_url}${companyPath(record.slug)}.md`,
    'Scores: CC BY-NC 4.0',
  );
}
