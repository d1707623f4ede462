import type { Audit } from '@readymark/rubric/audit/audit';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { day } from '../../html/format.ts';
import { linearScale } from '../../html/scale.ts';
import { tierPlace } from '../../html/tier.ts';
import { pastAuditPage } from './addresses.ts';

const size = { width: 640, height: 240, left: 34, right: 40, top: 16, bottom: 30 };

/** Scores that are written beside the dots, at most: more would overlap. */
const LABELS_MAX = 8;

/**
 * The company's score over its audits (two or more, oldest first), with the tiers as the background. Each dot links its audit
 * and says its score; so does the table below the chart.
 */
export function historyChart(rubrics: Rubrics, rubric: Rubric, audits: readonly Audit[]): string {
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
    const name = `${overall_score} on ${day(audit_date)} (${tier})`;
    return html`<a href="${pastAuditPage(slug, audit_date)}" aria-label="${name}"><circle class="around" cx="${cx}" cy="${cy}" r="14"/><circle cx="${cx}" cy="${cy}" r="4"/></a>!${label}`;
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
