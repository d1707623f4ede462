import { isFictional } from '@readymark/rubric/audit/audit';
import { content, either, forPeople, type Node } from '../../../../content/content.ts';
import type { ContentPage } from '../../html/content.ts';
import { counted, shortened } from '../../html/format.ts';
import { dateMark, fictionalWord, given, ifFictional, licenceNote } from '../../html/marks.ts';
import { companyPath, whatIfPage } from '../addresses.ts';
import { wayUpList } from '../audit/sections.ts';
import { scoreRuler } from '../audit/verdict.ts';
import { movesTable } from '../changes/moves.ts';
import { sides } from '../changes/sides.ts';
import type { PageInput } from '../page-input.ts';
import { whatIfForm } from './form.ts';
import type { WhatIfView } from './view.ts';

/** What a score would become with other scores of its criteria (decision 61). */
export function whatIfPageContent(input: PageInput, view: WhatIfView): ContentPage {
  const { record, outcome, changed, rank, way_up } = view;
  const { slug, company } = record;
  const mark = fictionalWord(isFictional(record));
  const [now, then] = [content`Audit of ${dateMark(record.audit_date)}`, 'With these scores'];
  return {
    title: `What if: ${shortened(company, 32)}${mark} · Readymark`,
    description: `What the score of ${company}${mark} would become with other scores of its criteria, with tier and rank.`,
    content: content`<article class="audit difference">
<header class="both">
<p class="path"><a href="/">Leaderboard</a> · <a href="${companyPath(slug)}">Current audit</a></p>
<h1><span>What the score of ${given(company, 60)} would become</span>${ifFictional(isFictional(record))}</h1>
${sides(input, { ...record, name: now }, { ...outcome, rank, name: then })}
${forPeople(scoreRuler(input.rubrics, view.rubric, outcome.overall_score))}
<p class="note">This is arithmetic with the rubric, not an audit: a score changes only when a new audit finds it so.</p>
</header>
${changed.size > 0 && pillars(view)}
${way_up && content`<section aria-labelledby="way-up"><h2 id="way-up">To the next tier</h2>${wayUpList(view, way_up)}</section>`}
<section aria-labelledby="set"><h2 id="set">Set scores</h2>
${either(forPeople(whatIfForm(view, changed)), scoresSet(input, view))}
${changed.size > 0 && content`<p><a href="${whatIfPage(slug)}">Back to the scores of the audit</a></p>`}
</section>${licenceNote}
</article>`,
  };
}

/** What the form shows and does. */
function scoresSet({ base_url }: PageInput, { record, changed }: WhatIfView): Node {
  return content`<p>By address: <code>${base_url}${whatIfPage(record.slug)}.md?P1-A=3&P2-B=4</code>. What each score demands: <a href="/rubric">the rubric</a>.</p>
<table><tr><th>Criterion</th><th class="num">Now</th><th class="num">Set</th><th class="num">Max</th></tr>
${record.criteria.map(({ id, name, score, max }) => content`<tr><td>${id} ${name}</td><td>${score}</td><td>${changed.get(id) ?? score}</td><td>${max}</td></tr>`)}</table>`;
}

/** The criteria that were set, and all pillars. */
function pillars({ record, outcome, changed }: WhatIfView): Node {
  const moved = record.criteria
    .filter(({ id }) => changed.has(id))
    .map(({ id, name, score, max }) => ({
      ...{ id, name, before: score, after: changed.get(id) ?? score, max_before: max, max_after: max },
    }));
  const sums = Object.entries(record.pillars).map(([id, { name, score, max }]) => ({
    ...{ id, name, before: score, after: outcome.pillars[id]?.score ?? score, max_before: max, max_after: max },
  }));
  return content`<section aria-labelledby="sums">
<h2 id="sums">${counted(moved.length, 'score')} set</h2>
${movesTable('Criterion', 'Criteria with another score', moved, `${companyPath(record.slug)}#`)}
${movesTable('Pillar', 'Pillars', sums)}
</section>`;
}
