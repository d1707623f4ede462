import type { Audit } from '@readymark/rubric/audit/audit';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { contentHtml } from '../../../../content/html.ts';
import type { Correction } from '../../../../domain/audit/correction.ts';
import type { PublicReply } from '../../../../domain/replies/reply.ts';
import { linearScale } from '../../html/charts.ts';
import { counted, day, dayMark, signed } from '../../html/format.ts';
import { tierMark, tierPlace } from '../../html/tier.ts';
import { changesPage, pastAuditPage } from '../addresses.ts';
import { movesTable } from '../changes/moves.ts';
import type { PageInput } from '../page-input.ts';
import { correctionList } from './corrections.ts';
import type { CompanyView } from './view.ts';

/** What changed since the previous audit, closed until it is opened; '' for a first audit. */
export function companyChanges({ rubrics }: PageInput, { record, changes, audits }: CompanyView): string {
  const before = audits.at(-2);
  if (!changes || !before) return '';
  const tiers = changes.tier_changed
    ? html`, from !${tierMark(rubrics, changes.tier_before)} to !${tierMark(rubrics, changes.tier_after)}`
    : html`, still !${tierMark(rubrics, changes.tier_after)}`;
  const dates = { from: before.audit_date, to: record.audit_date };
  const count = changes.criteria.length;
  return html`<section aria-labelledby="changes">
<h2 id="changes">What changed</h2>
<p><b class="delta">${signed(changes.points_gained)}</b> points since the audit of !${dayMark(before.audit_date)}: from ${changes.score_before} to ${changes.score_after}!${tiers}.!${changes.rubric_changed ? ' The two audits were made under different rubrics.' : ''}</p>
!${
    count
      ? html`<details class="folded-table"><summary>${counted(count, 'changed criterion', 'changed criteria')}</summary>!${contentHtml(movesTable('Criterion', 'Changed criteria', changes.criteria, '#'))}</details>`
      : '<p>No criterion changed.</p>'
  }
<p class="hint" data-markdown-ignore><a href="${changesPage(record.slug, dates)}">Both audits side by side</a>, with the evidence before and after.</p>
</section>`;
}

/** Every published audit: a chart from the second audit on, and the same numbers as a table. */
export function companyHistory(
  { rubrics, snapshot }: PageInput,
  { audits, record, rubric, corrections }: CompanyView,
): string {
  const { slug } = record;
  const marks = marksOf(audits, corrections, snapshot.replies(slug));
  const pillars = [...new Set(audits.flatMap((audit) => Object.keys(audit.pillars)))];
  const rows = audits
    .map((audit, at) => {
      const { audit_date } = audit;
      const before = audits[at - 1];
      const change = before
        ? html`<a href="${changesPage(slug, { from: before.audit_date, to: audit_date })}">${signed(audit.overall_score - before.overall_score)}<span class="unseen" data-markdown-ignore> points since ${day(before.audit_date)}: what changed</span></a>`
        : '–';
      return html`<tr><th scope="row"><a href="${pastAuditPage(slug, audit_date)}">!${dayMark(audit_date)}</a></th><td><b>${audit.overall_score}</b>!${marks.get(audit_date)?.includes('corrected') ? ' <span class="hint">corrected</span>' : ''}</td><td>!${change}</td><td class="kind">!${tierMark(rubrics, audit.tier)}</td>!${pillars.map((id) => html`<td>${audit.pillars[id]?.score ?? '–'}</td>`)}</tr>`;
    })
    .reverse();
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
!${audits.length > 1 ? historyChart(rubrics, rubric, audits, marks) + marksLegend(marks) : html`<p class="hint" data-markdown-ignore>This is the first audit. From the second one on, a chart of the score appears here.</p>`}
<section class="wide" aria-label="All audits" tabindex="0"><table class="history"><thead><tr><th scope="col">Audit</th><th scope="col">Score</th><th scope="col">Change</th><th scope="col">Tier</th>!${pillars.map((id) => html`<th scope="col">${id}</th>`)}</tr></thead>
<tbody>!${rows}</tbody></table></section>
!${correctionList(corrections)}
<p class="hint" data-markdown-ignore>!${audits.length > 1 ? html`<a href="${changesPage(slug)}">Compare any two audits</a>. ` : ''}The same as data: <a href="/api/audits/${slug}/history.json">history.json</a>.</p>
</section>`;
}

/** What happened to an audit, as its dot on the chart says. */
type Mark = 'corrected' | 'disputed' | 'another rubric';
type Marks = ReadonlyMap<string, readonly Mark[]>;

const signs: Record<Mark, string> = { corrected: '◆', disputed: '▲', 'another rubric': '┃' };

/** By the date of the audit. */
function marksOf(audits: readonly Audit[], corrections: readonly Correction[], replies: readonly PublicReply[]): Marks {
  return new Map(
    audits.map(({ audit_date, rubric_version }, at) => {
      const of = (one: { audit_date: string }) => one.audit_date === audit_date;
      const before = audits[at - 1];
      const marks: (Mark | false)[] = [
        corrections.some(of) && 'corrected',
        replies.some((one) => of(one) && one.kind === 'dispute' && one.text !== null) && 'disputed',
        before !== undefined && before.rubric_version !== rubric_version && 'another rubric',
      ];
      return [audit_date, marks.filter((mark) => mark !== false)];
    }),
  );
}

/** What the signs on the chart mean, of those that are there. */
function marksLegend(marks: Marks): string {
  const used = new Set([...marks.values()].flat());
  const words = (Object.keys(signs) as Mark[]).filter((mark) => used.has(mark)).map((mark) => `${signs[mark]} ${mark}`);
  return words.length ? html`<p class="hint">${words.join(' · ')}</p>` : '';
}

const size = { width: 640, height: 240, left: 34, right: 40, top: 16, bottom: 30 };

/** Scores that are written beside the dots, at most: more would overlap. */
const LABELS_MAX = 8;

/**
 * The company's score over its audits (two or more, oldest first), with the tiers as the background. Each dot links its audit
 * and says its score; so does the table below the chart.
 */
export function historyChart(
  rubrics: Rubrics,
  rubric: Rubric,
  audits: readonly Audit[],
  marks: Marks = new Map(),
): string {
  const times = audits.map(({ audit_date }) => Date.parse(`${audit_date}T00:00:00Z`));
  const right = size.width - size.right;
  const bottom = size.height - size.bottom;
  const x = linearScale([times[0] ?? 0, times.at(-1) ?? 0], [size.left + 18, right - 18]);
  const y = linearScale([0, rubric.total], [bottom, size.top]);
  const points = audits.map((audit, at) => ({ x: round(x(times[at] ?? 0)), y: round(y(audit.overall_score)), audit }));
  const path = `M${points.map((point) => `${point.x},${point.y}`).join('L')}`;

  const backgrounds = rubric.tiers.map(({ name, min, max }) => {
    const [from, to] = [round(y(min)), round(y(max === rubric.total ? max : max + 1))];
    return html`<path class="ground t${tierPlace(rubrics, name)}" d="M${size.left} ${to}H${right}V${from}H${size.left}z"/>`;
  });
  const ticks = [0, ...rubric.tiers.map(({ min }) => min).filter((min) => min > 0), rubric.total].map(
    (value) => html`<text class="tick" x="${size.left - 6}" y="${round(y(value)) + 4}">${value}</text>`,
  );
  const every = Math.ceil(points.length / LABELS_MAX);
  const dots = points.map(({ x: cx, y: cy, audit }, at) => {
    const label =
      (points.length - 1 - at) % every === 0
        ? html`<text class="value" x="${cx}" y="${cy > size.top + 26 ? cy - 10 : cy + 20}">${audit.overall_score}</text>`
        : '';
    const { slug, audit_date, overall_score, tier } = audit;
    const said = marks.get(audit_date) ?? [];
    const name = [`${overall_score} on ${day(audit_date)} (${tier})`, ...said].join(', ');
    const sign = said.length
      ? html`<text class="mark" x="${cx}" y="${bottom - 5}">${said.map((mark) => signs[mark]).join('')}</text>`
      : '';
    return html`<a href="${pastAuditPage(slug, audit_date)}" aria-label="${name}"><circle class="around" cx="${cx}" cy="${cy}" r="14"/><circle cx="${cx}" cy="${cy}" r="4"/></a>!${label}!${sign}`;
  });
  const ends = [points[0], points.at(-1)].map((point, at) =>
    point
      ? html`<text class="date ${at ? 'end' : 'start'}" x="${at ? right : size.left}" y="${size.height - 8}">${day(point.audit.audit_date)}</text>`
      : '',
  );
  return html`<svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="Scores over all audits">
!${backgrounds}!${ticks}<path class="line" d="${path}"/>!${dots}!${ends}</svg>`;
}

const round = (value: number) => Math.round(value * 10) / 10;
