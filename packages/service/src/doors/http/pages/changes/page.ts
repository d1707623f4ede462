import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { boxes } from '../../html/bar.ts';
import { fictionalMark, fictionalWord } from '../../html/fictional.ts';
import { counted, day, dayMark, shortened, signed } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import { changesPage, companyPath, pastAuditPage } from '../company/addresses.ts';
import type { PageInput } from '../page-input.ts';
import { movedBy, movesTable } from './moves.ts';
import type { ChangesView, Pair } from './view.ts';
import { type Run, wordComparison } from './words.ts';

/** Two audits of a company side by side, with the evidence before and after (decision 61). */
export function changesPageContent(input: PageInput, view: ChangesView): PageContent {
  const { from, to, changes, moved, reworded, same } = view;
  const { company } = to;
  const mark = fictionalWord(isFictional(to));
  const item = pairItem(wordComparison());
  const period = `${day(from.audit_date)} to ${day(to.audit_date)}`;
  return {
    title: `${shortened(company, 32)}${mark}, ${period}: ${signed(changes.points_gained)} · Readymark`,
    description: `What changed between two audits of ${company}${mark}, ${period}: ${changes.score_before} to ${changes.score_after} of 100, with the evidence before and after.`,
    main: html`<article class="audit difference">
!${head(input, view)}
!${chooser(view)}
!${pillars(view)}
!${section('moved', 'Changed scores', moved.map(item))}
!${reworded.length ? section('reworded', 'Same score, other evidence', reworded.map(item)) : ''}
!${same.length ? unchanged(same) : ''}
</article>`,
  };
}

function head({ rubrics }: PageInput, { slug, from, to, changes }: ChangesView): string {
  const side = (name: string, { audit_date, overall_score, tier }: typeof from) => html`<div>
<p class="when">${name}: <a href="${pastAuditPage(slug, audit_date)}">!${dayMark(audit_date)}</a></p>
<p class="total"><b>${overall_score}</b></p>
<p>!${tierMark(rubrics, tier)}</p>
</div>`;
  return html`<header class="both">
<p class="path"><a href="/">Leaderboard</a> · <a href="${companyPath(slug)}">Current audit</a></p>
<h1><span>What changed at <bdi>${shortened(to.company, 60)}</bdi></span>!${fictionalMark(isFictional(to))}</h1>
<div class="sides">
!${side('Before', from)}
<p class="delta"><b>${signed(changes.points_gained)}</b> ${Math.abs(changes.points_gained) === 1 ? 'point' : 'points'}</p>
!${side('After', to)}
</div>
!${
    changes.rubric_changed
      ? html`<p class="note">The two audits were made under different rubrics, <bdi>${from.rubric_version}</bdi> and <bdi>${to.rubric_version}</bdi>: criteria and maxima differ, so points cannot be compared one to one.</p>`
      : ''
  }
</header>`;
}

/** A form that works without a script: the address has the two dates. */
function chooser({ slug, from, to, dates }: ChangesView): string {
  if (dates.length < 3) return '';
  const select = (name: 'from' | 'to', label: string, chosen: string) => {
    const options = dates
      .toReversed()
      .map(
        ({ audit_date, overall_score }) =>
          html`<option value="${audit_date}"!${audit_date === chosen ? ' selected' : ''}>${day(audit_date)}: ${overall_score}</option>`,
      );
    return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">!${options}</select></p>`;
  };
  return html`<form class="controls dates" action="${changesPage(slug)}" method="get">
!${select('from', 'Before', from.audit_date)}!${select('to', 'After', to.audit_date)}<p><button type="submit">Compare</button></p>
</form>`;
}

/** All pillars of both audits, changed or not. */
function pillars({ from, to }: ChangesView): string {
  const ids = [...new Set([...Object.keys(to.pillars), ...Object.keys(from.pillars)])];
  const rows = ids.map((id) => {
    const [before, after] = [from.pillars[id], to.pillars[id]];
    return {
      ...{ id, name: (after ?? before)?.name ?? '', before: before?.score ?? null, after: after?.score ?? null },
      ...{ max_before: before?.max ?? null, max_after: after?.max ?? null },
    };
  });
  return html`<section aria-labelledby="pillars">
<h2 id="pillars">Pillars</h2>
!${movesTable('Pillar', 'Pillars in both audits', rows)}
</section>`;
}

function section(id: string, title: string, items: readonly string[]): string {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}!${items.length ? html` <span class="sum">${items.length}</span>` : ''}</h2>
!${items.length ? html`<ol class="pairs">!${items}</ol>` : '<p class="none">No score changed.</p>'}
</section>`;
}

const pairItem =
  (compare: ReturnType<typeof wordComparison>) =>
  ({ id, name, before, after }: Pair): string => {
    const by = movedBy({ before: before?.score ?? null, after: after?.score ?? null });
    const runs = before && after && compare(before.evidence, after.evidence);
    return html`<li id="${id}"!${by === 0 ? '' : by > 0 ? ' class="up"' : ' class="down"'}>
<h3><span class="id">${id}</span> <bdi>${name}</bdi>!${by === 0 ? '' : html` <b class="by">${signed(by)}</b>`}</h3>
<div class="two">
!${one('Before', before, marked(runs, 'before', before?.evidence))}
!${one('After', after, marked(runs, 'after', after?.evidence))}
</div>
</li>`;
  };

function one(name: string, criterion: Pair['before'], evidence: string): string {
  const score = criterion
    ? html`!${boxes(criterion.score, criterion.max)}<span><b>${criterion.score}</b> of ${criterion.max}</span>`
    : '<span>not scored</span>';
  return html`<div><p class="mark"><i>${name}</i> !${score}</p>!${criterion ? html`<p class="evidence" dir="auto">!${evidence}</p>` : ''}</div>`;
}

/** The text of one side as HTML, with marks where only it has a word. */
function marked(runs: readonly Run[] | undefined, side: 'before' | 'after', whole = ''): string {
  if (!runs) return html`${whole || 'No evidence given.'}`;
  return runs
    .filter(({ only }) => only === undefined || only === side)
    .map(({ text, only }) => {
      if (only === undefined) return html`${text}`;
      return side === 'before' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
    })
    .join('');
}

/** What neither the score nor the evidence changed of, as one line each. */
function unchanged(pairs: readonly Pair[]): string {
  return html`<section aria-labelledby="same">
<h2 id="same">Unchanged <span class="sum">${pairs.length}</span></h2>
<details class="folded-table"><summary>${counted(pairs.length, 'criterion', 'criteria')} with the same score and the same evidence</summary>
<ul class="same">!${pairs.map(({ id, name, after, before }) => html`<li id="${id}"><span class="id">${id}</span> <bdi>${name}</bdi> <b>${(after ?? before)?.score} of ${(after ?? before)?.max}</b></li>`)}</ul></details>
</section>`;
}
