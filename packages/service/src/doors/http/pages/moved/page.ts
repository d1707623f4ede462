import { daysAfter } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import type { CompanyMove, Gone, Moved } from '../../../../catalogue/as-of/moved.ts';
import { NO_DAY } from '../../../../domain/as-of/days.ts';
import { fictionalMark } from '../../html/fictional.ts';
import { day, dayMark, grouped, signed } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import { retractedSince } from '../board/past-day.ts';
import { changesPage, companyPath, pastAuditPage } from '../company/addresses.ts';
import type { PageInput } from '../page-input.ts';
import { type MovedView, movedQuery, NOT_COUNTED } from './view.ts';

/** What moved on the leaderboard between two days (decision 151), 100 companies per page. */
export function movedPage(input: PageInput, view: MovedView): PageContent {
  const { shown, usual } = view;
  const period = shown ? `${day(shown.from)} to ${day(shown.to)}` : '';
  return {
    title: `What moved${period && `, ${period}`} · Readymark`,
    description: `Companies that rose, fell, were listed or were retracted on the leaderboard${period && `, ${period}`}, with their scores and ranks before and after.`,
    ...(usual ? {} : { noindex: true }),
    main: html`<article class="movers">
<header>
<p class="path"><a href="/">Leaderboard</a></p>
<h1>What moved</h1>
!${shown ? html`<p>From the end of !${dayMark(shown.from)} to the end of !${dayMark(shown.to)} (UTC).</p>` : html`<p class="note">${NO_DAY} Two days are compared.</p>`}
</header>
!${chooser(input, shown)}
!${shown ? content(input, view, shown) : ''}
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

function content({ rubrics }: PageInput, view: MovedView, shown: Moved): string {
  const { moves, entered, gone, page, pages } = view;
  const tier = (name: string) => tierMark(rubrics, name);
  const none = !shown.moved.length && !shown.entered.length && !shown.gone.length;
  return html`!${totals(shown)}
!${none ? '<p class="note">Nothing moved between these two days.</p>' : ''}
!${section('moved', 'Scores', shown.moved.length, moves.length ? movesOf(moves, tier) : '')}
!${section(
    'entered',
    'New on the list',
    shown.entered.length,
    entered.length
      ? html`<ol class="entries">!${entered.map(({ slug, entry }) => html`<li><a href="${companyPath(slug)}"><bdi>${entry.company}</bdi></a>!${fictionalMark(entry.fictional)} <span><b>${entry.overall_score}</b> · !${tier(entry.tier)} · rank ${grouped(entry.rank)}</span></li>`)}</ol>`
      : '',
  )}
!${section('gone', 'Retracted', shown.gone.length, gone.length ? html`<p class="hint">${NOT_COUNTED}</p><ol class="entries">!${gone.map(goneItem)}</ol>` : '')}
!${pager(view, page, pages)}`;
}

function totals({ count, totals: of, entered, gone, to, retracted_since }: Moved): string {
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="totals">
!${fact('Up', grouped(of.up))}!${fact('Down', grouped(of.down))}!${fact('Same score again', grouped(of.same))}
!${fact('New', grouped(entered.length))}!${fact('Retracted', grouped(gone.length))}
!${fact('Into a higher tier', grouped(of.tier_up))}!${fact('Into a lower tier', grouped(of.tier_down))}
!${fact('Companies', `${grouped(count.before)} → ${grouped(count.after)}`)}
</dl>
!${retracted_since ? html`<p class="hint">${retractedSince(retracted_since)} The boards: <a href="/?as-of=${to}">${to}</a>.</p>` : ''}`;
}

const section = (id: string, title: string, count: number, rows: string) =>
  rows
    ? html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <span class="sum">${grouped(count)}</span></h2>!${rows}</section>`
    : '';

function movesOf(moves: readonly CompanyMove[], tier: (name: string) => string): string {
  return html`<table class="moves"><caption class="unseen">Scores before and after, the largest difference first</caption><thead><tr><th scope="col">Company</th><th scope="col">Score</th><th scope="col">Change</th><th scope="col">Rank</th></tr></thead>
<tbody>!${moves.map((move) => row(move, tier))}</tbody></table>`;
}

function row(move: CompanyMove, tier: (name: string) => string): string {
  const { slug, before, after, points } = move;
  const crossed =
    before.tier === after.tier ? '' : html`<p class="crossed">!${tier(before.tier)} → !${tier(after.tier)}</p>`;
  return html`<tr!${points === 0 ? '' : points > 0 ? ' class="up"' : ' class="down"'}>
<th scope="row"><a href="${companyPath(slug)}"><bdi>${after.company}</bdi></a>!${fictionalMark(after.fictional)}!${crossed}!${criteria(move)}</th>
<td>${before.overall_score} → ${after.overall_score}</td><td><b>${points === 0 ? '·' : signed(points)}</b></td><td>${grouped(before.rank)} → ${grouped(after.rank)}</td></tr>
`;
}

/** Where both audits can be compared: an audit that was put right has the date of the one before. */
const comparisonOf = ({ slug, before, after }: CompanyMove): string =>
  before.audit_date === after.audit_date
    ? pastAuditPage(slug, after.audit_date)
    : `${changesPage(slug)}?from=${before.audit_date}&to=${after.audit_date}`;

function criteria(move: CompanyMove): string {
  const { before, after, criteria: of } = move;
  const at = comparisonOf(move);
  if (before.rubric !== after.rubric)
    return html`<p class="criteria"><a href="${at}">Under another rubric</a>: points cannot be compared one to one.</p>`;
  if (!of.length) return '';
  return html`<p class="criteria">!${of.map(({ id, before: was, after: is }) => html`<span><a href="${at}#${id}">${id}</a> ${was} → ${is}</span>`).join(' ')}</p>`;
}

const goneItem = ({ slug, at, reason }: Gone) =>
  html`<li><a href="${companyPath(slug)}">${slug}</a> <span>!${dayMark(at.slice(0, 10))}</span>!${reason === null ? '' : html`<p><bdi>${reason}</bdi></p>`}</li>`;

function pager(view: MovedView, page: number, pages: number): string {
  if (pages < 2) return '';
  const link = (to: number, label: string, rel: string) =>
    html`<li><a href="/changes${movedQuery({ ...view, page: to })}" rel="${rel}">${label}</a></li>`;
  return html`<nav class="pager" aria-label="Pages"><ul>
!${page > 1 ? link(page - 1, '← Previous', 'prev') : ''}<li>Page ${grouped(page)} of ${grouped(pages)}</li>!${page < pages ? link(page + 1, 'Next →', 'next') : ''}
</ul></nav>`;
}
