import { daysAfter } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { content, drawn, either, forPeople, forPrograms, type Node, prose } from '../../../../content/content.ts';
import type { Correction } from '../../../../domain/audit/correction.ts';
import type { ContentPage } from '../../../../doors/http/html/content.ts';
import { day, grouped, signed } from '../../../../doors/http/html/format.ts';
import { countMark, dateMark, given, ifFictional, licenceNote, tierName } from '../../../../doors/http/html/marks.ts';
import { changesPage, companyPath, pastAuditPage } from '../../../../doors/http/pages/addresses.ts';
import { direction } from '../../../../doors/http/pages/changes/moves.ts';
import { correctionLine } from '../../../../doors/http/pages/company/corrections.ts';
import type { PageInput } from '../../../../doors/http/pages/page-input.ts';
import type { CompanyMove, Gone, Moved } from '../../catalogue/moved.ts';
import { NO_DAY } from '../../domain/days.ts';
import { retractedSince } from '../past-day.ts';
import { type MovedView, movedQuery } from './view.ts';

/** What moved on the leaderboard between two days (decision 151), 100 companies per page. */
export function movedPage(input: PageInput, view: MovedView): ContentPage {
  const { shown, usual } = view;
  const { base_url } = input;
  const period = shown ? `${day(shown.from)} to ${day(shown.to)}` : '';
  const how = `Any two days (UTC): ${base_url}/changes.md?from=YYYY-MM-DD&to=YYYY-MM-DD · As JSON: ${base_url}/changes with Accept: application/json · The board of a day: ${base_url}/index.md?as-of=YYYY-MM-DD`;
  return {
    title: `What moved${period && `, ${period}`} · Readymark`,
    description: `Companies that rose, fell, were listed or were retracted on the leaderboard${period && `, ${period}`}, with their scores and ranks before and after.`,
    ...(usual ? {} : { noindex: true }),
    content: content`<article class="movers">
<header>
<p class="path"><a href="/">Leaderboard</a></p>
<h1>What moved</h1>
${shown ? content`<p>From the end of ${dateMark(shown.from)} to the end of ${dateMark(shown.to)} (UTC).</p>` : content`<p class="note">${NO_DAY} Two days are compared.</p>`}
</header>
${forPeople(chooser(input, shown))}
${shown && whatMoved(input, view, shown)}
${forPrograms(content`<p>${prose(how)}</p>`)}${licenceNote}
</article>`,
  };
}

/** A form that needs no script: the address has both days. */
function chooser({ today }: PageInput, shown: Moved | undefined): string {
  const field = (name: 'from' | 'to', label: string) =>
    html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${shown?.[name] ?? ''}" max="${daysAfter(today, -1)}"></p>`;
  return html`<form class="controls dates" action="/changes" method="get">
!${field('from', 'From the end of')}!${field('to', 'To the end of')}<p><button type="submit">Compare</button></p>
</form>`;
}

function whatMoved({ rubrics }: PageInput, view: MovedView, shown: Moved): Node {
  const { moves, entered, gone } = view;
  const tier = (name: string) => tierName(rubrics, name);
  const none = !shown.moved.length && !shown.entered.length && !shown.gone.length && !shown.corrected.length;
  const listed = entered.map(
    ({ slug, entry }) =>
      content`<li>${nameOf(slug, entry)} <span><b>${entry.overall_score}</b> · ${tier(entry.tier)} · rank ${grouped(entry.rank)}</span></li>`,
  );
  // Therefore the numbers of companies of both days do not differ by them (decision 151).
  const retracted = content`<p class="hint">What was retracted is not counted on either day.</p><ol class="entries">${gone.map(goneItem)}</ol>`;
  return content`${totals(shown)}
${none && content`<p class="note">Nothing moved between these two days.</p>`}
${moves.length > 0 && section('moved', 'Scores', shown.moved.length, movesOf(moves, tier))}
${listed.length > 0 && section('entered', 'New on the list', shown.entered.length, content`<ol class="entries">${listed}</ol>`)}
${gone.length > 0 && section('gone', 'Retracted', shown.gone.length, retracted)}
${view.page === 1 && shown.corrected.length > 0 && section('corrected', 'Corrected', shown.corrected.length, content`<ol class="entries">${shown.corrected.slice(0, CORRECTED_MAX).map(correctedItem)}</ol>`)}
${pager(view)}`;
}

/** Corrections that the page names. */
const CORRECTED_MAX = 100;

const correctedItem = (one: Correction): Node =>
  content`<li><a href="${companyPath(one.slug)}">${one.slug}</a>${drawn(' ', ', ')}<span>${correctionLine(one)}</span></li>`;

function totals({ count, totals: of, entered, gone, to, retracted_since }: Moved): Node {
  const fact = (name: string, value: string) => content`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return content`<dl class="totals">
${fact('Up', grouped(of.up))}${fact('Down', grouped(of.down))}${fact('Same score again', grouped(of.same))}
${fact('New', grouped(entered.length))}${fact('Retracted', grouped(gone.length))}
${fact('Into a higher tier', grouped(of.tier_up))}${fact('Into a lower tier', grouped(of.tier_down))}
${fact('Companies', `${grouped(count.before)} → ${grouped(count.after)}`)}
</dl>
${retracted_since > 0 && content`<p class="hint">${retractedSince(retracted_since)} The boards: <a href="/?as-of=${to}">${to}</a>.</p>`}`;
}

const section = (id: string, title: string, count: number, rows: Node): Node =>
  content`<section aria-labelledby="${id}"><h2 id="${id}">${title}${countMark(grouped(count))}</h2>${rows}</section>`;

const nameOf = (slug: string, { company, fictional }: CompanyMove['after']): Node =>
  content`<a href="${companyPath(slug)}">${given(company)}</a>${ifFictional(fictional)}`;

const movesOf = (moves: readonly CompanyMove[], tier: (name: string) => Node): Node =>
  content`<table class="moves"><caption class="unseen">Scores before and after, the largest difference first</caption><thead><tr><th scope="col">Company</th><th scope="col">Score</th><th scope="col">Change</th><th scope="col">Rank</th></tr></thead>
<tbody>${moves.map((move) => row(move, tier))}</tbody></table>`;

function row(move: CompanyMove, tier: (name: string) => Node): Node {
  const { slug, before, after, points } = move;
  const tiers =
    before.tier === after.tier
      ? forPrograms(content`<p>${tier(after.tier)}</p>`)
      : content`<p class="crossed">${tier(before.tier)} → ${tier(after.tier)}</p>`;
  return content`<tr class="${direction(points)}">
<th scope="row">${nameOf(slug, after)}${tiers}${criteria(move)}</th>
<td>${before.overall_score} → ${after.overall_score}</td><td><b>${points === 0 ? drawn('·', '±0') : signed(points)}</b></td><td>${grouped(before.rank)} → ${grouped(after.rank)}</td></tr>
`;
}

/** Where both audits can be compared: an audit that was put right has the date of the one before. */
const comparisonOf = ({ slug, before, after }: CompanyMove): string =>
  before.audit_date === after.audit_date
    ? pastAuditPage(slug, after.audit_date)
    : `${changesPage(slug)}?from=${before.audit_date}&to=${after.audit_date}`;

function criteria(move: CompanyMove): Node {
  const { before, after, criteria: of } = move;
  const at = comparisonOf(move);
  if (before.rubric !== after.rubric)
    return content`<p class="criteria"><a href="${at}">Under another rubric</a>: points cannot be compared one to one.</p>`;
  const one = ({ id, before: was, after: is }: (typeof of)[number], place: number) =>
    content`${place > 0 && drawn(' ', ', ')}<span>${either(content`<a href="${at}#${id}">${id}</a>`, id)} ${was} → ${is}</span>`;
  return of.length > 0 && content`<p class="criteria">${of.map(one)}</p>`;
}

const goneItem = ({ slug, at, reason }: Gone): Node =>
  content`<li><a href="${companyPath(slug)}">${slug}</a>${drawn(' ', ', ')}<span>${dateMark(at.slice(0, 10))}</span>${reason !== null && either(content`<p><bdi>${reason}</bdi></p>`, `: ${reason}`)}</li>`;

function pager(view: MovedView): Node {
  const { page, pages } = view;
  const link = (to: number, label: string, rel: string) =>
    content`<li><a href="/changes${movedQuery({ ...view, page: to })}" rel="${rel}">${label}</a></li>`;
  return (
    pages > 1 &&
    content`<nav class="pager" aria-label="Pages"><ul>
${page > 1 && link(page - 1, '← Previous', 'prev')}<li>Page ${grouped(page)} of ${grouped(pages)}</li>${page < pages && link(page + 1, 'Next →', 'next')}
</ul></nav>`
  );
}
