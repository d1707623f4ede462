import { isFictional } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { content, drawn, either, forPeople, forPrograms, type Node, prose } from '../../../../content/content.ts';
import { boxes } from '../../html/charts.ts';
import type { ContentPage } from '../../html/content.ts';
import { counted, day, shortened, signed } from '../../html/format.ts';
import { countMark, dateMark, fictionalWord, given, idMark, ifFictional, licenceNote } from '../../html/marks.ts';
import { changesPage, companyPath, pastAuditPage } from '../addresses.ts';
import type { PageInput } from '../page-input.ts';
import { direction, movedBy, movesTable, scoreOn } from './moves.ts';
import { sides } from './sides.ts';
import type { ChangesView, Pair } from './view.ts';
import { type Run, wordComparison } from './words.ts';

/** Two audits of a company side by side, with the evidence before and after (decision 61). */
export function changesPageContent(input: PageInput, view: ChangesView): ContentPage {
  const { slug, from, to, changes, moved, reworded, same, dates } = view;
  const { company } = to;
  const mark = fictionalWord(isFictional(to));
  const item = pairItem(wordComparison());
  const period = `${day(from.audit_date)} to ${day(to.audit_date)}`;
  const side = (name: string, { audit_date, ...audit }: typeof from) => ({
    ...audit,
    name: content`${name}${drawn(': ', ', ')}<a href="${pastAuditPage(slug, audit_date)}">${dateMark(audit_date)}</a>`,
  });
  const how = `Any two audits: ${input.base_url}${changesPage(slug)}.md?from=DATE&to=DATE, one: ${input.base_url}${pastAuditPage(slug, 'DATE')}.md; of ${dates.map(({ audit_date }) => audit_date).join(', ')}`;
  return {
    title: `${shortened(company, 32)}${mark}, ${period}: ${signed(changes.points_gained)} · Readymark`,
    description: `What changed between two audits of ${company}${mark}, ${period}: ${changes.score_before} to ${changes.score_after} of 100, with the evidence before and after.`,
    content: content`<article class="audit difference">
<header class="both">
<p class="path"><a href="/">Leaderboard</a> · <a href="${companyPath(slug)}">Current audit</a></p>
<h1><span>What changed at ${given(company, 60)}</span>${ifFictional(isFictional(to))}</h1>
${sides(input, side('Before', from), side('After', to))}
${
  changes.rubric_changed &&
  content`<p class="note">The two audits were made under different rubrics, ${given(from.rubric_version)} and ${given(to.rubric_version)}: criteria and maxima differ, so points cannot be compared one to one.</p>`
}
</header>
${forPeople(chooser(view))}
<section aria-labelledby="pillars">
<h2 id="pillars">Pillars</h2>
${movesTable('Pillar', 'Pillars in both audits', pillarsOf(view))}
</section>
${section('moved', 'Changed scores', moved.map(item))}
${reworded.length > 0 && section('reworded', 'Same score, other evidence', reworded.map(item))}
${same.length > 0 && unchanged(same)}
${forPrograms(content`<p>${prose(how)}</p>`)}${licenceNote}
</article>`,
  };
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
const pillarsOf = ({ from, to }: ChangesView) =>
  [...new Set([...Object.keys(to.pillars), ...Object.keys(from.pillars)])].map((id) => {
    const [before, after] = [from.pillars[id], to.pillars[id]];
    return {
      ...{ id, name: (after ?? before)?.name ?? '', before: before?.score ?? null, after: after?.score ?? null },
      ...{ max_before: before?.max ?? null, max_after: after?.max ?? null },
    };
  });

const section = (id: string, title: string, items: readonly Node[]): Node =>
  content`<section aria-labelledby="${id}">
<h2 id="${id}">${title}${items.length > 0 && countMark(items.length)}</h2>
${items.length ? content`<ol class="pairs">${items}</ol>` : content`<p class="none">No score changed.</p>`}
</section>`;

const pairItem =
  (compare: ReturnType<typeof wordComparison>) =>
  ({ id, name, before, after }: Pair): Node => {
    const by = movedBy({ before: before?.score ?? null, after: after?.score ?? null });
    const runs = before && after && compare(before.evidence, after.evidence);
    const [was, is] = [before, after].map((one) => scoreOn(one?.score, one?.max));
    const title = either(by !== 0 && content` <b class="by">${signed(by)}</b>`, `: ${was} → ${is}`);
    const seen = content`<div class="two">
${one('Before', before, marked(runs, 'before', before?.evidence))}
${one('After', after, marked(runs, 'after', after?.evidence))}
</div>`;
    const read = content`<ul>${before && content`<li>Before: ${before.evidence || NONE}</li>`}${after && content`<li>After: ${after.evidence || NONE}</li>`}</ul>`;
    return content`<li id="${id}" class="${direction(by)}">
<h3>${idMark(id)}${given(name)}${title}</h3>
${either(seen, read)}
</li>`;
  };

const NONE = 'No evidence given.';

const one = (name: string, criterion: Pair['before'], evidence: Node): Node =>
  criterion
    ? content`<div><p class="mark"><i>${name}</i> ${forPeople(boxes(criterion.score, criterion.max))}<span><b>${criterion.score}</b> of ${criterion.max}</span></p><p class="evidence" dir="auto">${evidence}</p></div>`
    : content`<div><p class="mark"><i>${name}</i> <span>not scored</span></p></div>`;

/** The text of one side, with marks where only it has a word. */
const marked = (runs: readonly Run[] | undefined, side: 'before' | 'after', whole = ''): Node =>
  runs
    ?.filter(({ only }) => only === undefined || only === side)
    .map(({ text, only }) => {
      if (only === undefined) return text;
      return side === 'before' ? content`<del>${text}</del>` : content`<ins>${text}</ins>`;
    }) ??
  (whole || NONE);

/** What neither the score nor the evidence changed of, as one line each. */
function unchanged(pairs: readonly Pair[]): Node {
  const rows = pairs.flatMap(({ before, after }) => after ?? before ?? []);
  const seen = content`<details class="folded-table"><summary>${counted(rows.length, 'criterion', 'criteria')} with the same score and the same evidence</summary>
<ul class="same">${rows.map(({ id, name, score, max }) => content`<li id="${id}">${idMark(id)}<bdi>${name}</bdi> <b>${score} of ${max}</b></li>`)}</ul></details>`;
  return content`<section aria-labelledby="same">
<h2 id="same">Unchanged${countMark(rows.length)}</h2>
${either(seen, content`<p>${rows.map(({ id, score, max }) => `${id} ${scoreOn(score, max)}`).join(', ')}</p>`)}
</section>`;
}
