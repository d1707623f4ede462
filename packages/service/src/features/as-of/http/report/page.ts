import { html } from 'ghtml';
import { content, drawn, forPeople, forPrograms, type Node, prose } from '../../../../content/content.ts';
import type { ContentPage } from '../../../../doors/http/html/content.ts';
import { counted, grouped, signed } from '../../../../doors/http/html/format.ts';
import { given, ifFictional, licenceNote, tierName } from '../../../../doors/http/html/marks.ts';
import { tierPlace } from '../../../../doors/http/html/tier.ts';
import { companyPath } from '../../../../doors/http/pages/addresses.ts';
import { bars, COMPARED_MIN } from '../../../../doors/http/pages/board/histogram.ts';
import { movesTable } from '../../../../doors/http/pages/changes/moves.ts';
import type { PageInput } from '../../../../doors/http/pages/page-input.ts';
import type { CompanyMove } from '../../catalogue/moved.ts';
import { indexOfDay } from '../../domain/days.ts';
import { endsOf, monthAfter, monthBefore } from '../../domain/months.ts';
import { type ReportView, reportQuery } from './view.ts';

type Shown = NonNullable<ReportView['shown']>;

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const named = (month: string): string => monthNames.format(new Date(`${month}-01T00:00:00Z`));

/** A month of the leaderboard on one page that people can cite (decision 178). */
export function reportPage(input: PageInput, view: ReportView): ContentPage {
  const { shown, usual } = view;
  const name = shown ? named(shown.month) : 'No month yet';
  return {
    title: `${name} · Readymark`,
    description: `The leaderboard in ${name}: how scores are distributed, who rose and fell, who is new, and the most frequent gaps.`,
    ...(usual ? {} : { noindex: true }),
    content: content`<article class="movers report">
<header>
<p class="path"><a href="/">Leaderboard</a></p>
<h1>${name}</h1>
${shown ? content`<p>${lead(shown)}</p>` : content`<p class="note">The first report appears when a month has ended (UTC).</p>`}
</header>
${shown && whole(input, shown)}
${pager(view)}
${licenceNote}
</article>`,
  };
}

const lead = ({ companies, median, median_before, month }: Shown): string => {
  const than =
    median_before === null || median_before === median
      ? ''
      : ` (${signed(median - median_before)} since ${named(monthBefore(month))})`;
  return `At the end of the month ${counted(companies, 'company', 'companies')} had a score; half of them ${median} or more${than}.`;
};

function whole(input: PageInput, shown: Shown): Node {
  const { base_url } = input;
  const { month, day, moved, rises, falls, gaps, companies } = shown;
  const words = `${counted(companies, 'company', 'companies')} by score at the end of ${named(month)}`;
  const { before, end } = endsOf(month);
  const changes = moved ? content` · <a href="/changes?from=${before}&to=${end}">Everything that moved</a>` : null;
  return content`${forPeople(companies < COMPARED_MIN ? '' : html`<figure class="histogram">!${bars(input, { scores: shown.scores, words })}</figure>`)}
${totals(input, shown)}
${gaps.length > 0 && section('gaps', 'Most frequent gaps', content`<ol class="entries">${gaps.map((gap) => content`<li><a href="/rubric#${gap.id}">${gap.id} ${gap.name}</a>${drawn(' ', ', ')}<span>at most ${Math.floor(gap.max / 5)} of ${gap.max} at ${grouped(gap.low)} of ${grouped(gap.companies)}</span></li>`)}</ol>`)}
${rises.length > 0 && section('rises', 'Largest rises', movers(rises))}
${falls.length > 0 && section('falls', 'Largest falls', movers(falls))}
${moved && moved.entered.length > 0 && section('entered', 'New', entered(input, moved.entered))}
${section('pillars', 'Pillars, by the median', pillarMedians(shown))}
<section aria-labelledby="cite"><h2 id="cite">Cite it</h2>
<p>${prose(`Readymark, ${named(month)}. ${base_url}/report?month=${month}`)}</p>
<p class="hint"><a href="/?as-of=${day}">The board of ${day}</a>, <a href="${indexOfDay(day)}">as JSON</a>${changes}</p>
${forPrograms(content`<p>${prose(`This report as JSON: ${base_url}/report?month=${month} with Accept: application/json`)}</p>`)}
</section>`;
}

/** What half of the companies have, beside the month before where there is one. */
function pillarMedians({ pillars }: Shown): Node {
  if (pillars.every(({ before }) => before === null))
    return content`<ul class="entries">${pillars.map(({ id, name, median, max }) => content`<li>${id} ${name}${drawn(' ', ', ')}<span>${median} of ${max}</span></li>`)}</ul>`;
  const rows = pillars.map(({ id, name, max, median, before }) => ({
    ...{ id, name, max_before: max, max_after: max, before, after: median },
  }));
  return movesTable('Pillar', 'Medians of the pillars', rows);
}

const section = (id: string, title: string, rows: Node): Node =>
  content`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${rows}</section>`;

function totals({ rubrics }: PageInput, { moved, tiers }: Shown): Node {
  const fact = (name: Node | string, value: string) => content`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const by_place = [...tiers].sort(([a], [b]) => tierPlace(rubrics, a) - tierPlace(rubrics, b));
  const moves = moved && [
    fact('New', grouped(moved.entered.length)),
    fact('Up', grouped(moved.totals.up)),
    fact('Down', grouped(moved.totals.down)),
    fact('Same score again', grouped(moved.totals.same)),
    fact('Retracted', grouped(moved.gone.length)),
  ];
  return content`<dl class="totals">
${by_place.map(([tier, companies]) => fact(tierName(rubrics, tier), grouped(companies)))}
${moves ?? null}
</dl>`;
}

const companyLink = (slug: string, { company, fictional }: CompanyMove['after']): Node =>
  content`<a href="${companyPath(slug)}">${given(company)}</a>${ifFictional(fictional)}`;

const movers = (moves: readonly CompanyMove[]): Node =>
  content`<ol class="entries">${moves.map(({ slug, before, after, points }) => content`<li>${companyLink(slug, after)}${drawn(' ', ', ')}<span>${before.overall_score} → ${after.overall_score} <b>${signed(points)}</b></span></li>`)}</ol>`;

/** New companies that are named. */
const ENTERED = 10;

function entered({ rubrics }: PageInput, all: NonNullable<Shown['moved']>['entered']): Node {
  const items = all
    .slice(0, ENTERED)
    .map(
      ({ slug, entry }) =>
        content`<li>${companyLink(slug, entry)}${drawn(' ', ', ')}<span><b>${entry.overall_score}</b> · ${tierName(rubrics, entry.tier)}</span></li>`,
    );
  const more = all.length - items.length;
  return content`<ol class="entries">${items}</ol>${more > 0 && content`<p class="hint">and ${counted(more, 'other')}</p>`}`;
}

function pager({ shown, months }: ReportView): Node {
  if (!shown || !months) return null;
  const link = (month: string, rel: string) =>
    content`<li><a href="/report${reportQuery({ shown: { ...shown, month }, usual: month === months.last })}" rel="${rel}">${named(month)}</a></li>`;
  return (
    months.first < months.last &&
    content`<nav class="pager" aria-label="Months"><ul>${shown.month > months.first && link(monthBefore(shown.month), 'prev')}${shown.month < months.last && link(monthAfter(shown.month), 'next')}</ul></nav>`
  );
}
