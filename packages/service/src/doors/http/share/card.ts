import { isStale } from '@readymark/rubric/audit/audit';
import { totalOf } from '@readymark/rubric/audit/criterion-scores';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import type { Entry, Snapshot } from '../../../catalogue/snapshot.ts';
import { linearScale } from '../html/charts.ts';
import { counted, day, grouped, hostOf } from '../html/format.ts';
import { PREVIEW as CARD } from '../html/link-preview.ts';
import { tierDisc, tierPlace } from '../html/tier.ts';
import { drawable, fitted } from './drawn-text.ts';

/** The colours of the pages in their light scheme; tiers from the best, the last for names that no rubric has. */
const colour = { paper: '#fbfaf6', ink: '#1c1d1f', soft: '#5a5d62', line: '#dcd8cd', brand: '#173f35' };
const tierColours = ['#0b6b4a', '#1d5d9b', '#8a5800', '#9c3328', '#55585e'];

const EDGE = 72;
const NAME_SIZES = [92, 78, 66, 56];

/** What the images are drawn from. */
type CardInput = { snapshot: Snapshot; rubrics: Rubrics; today: string; host: string };

const card = (content: string) =>
  html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}"><rect width="100%" height="100%" fill="${colour.paper}"/><rect width="100%" height="12" fill="${colour.brand}"/>!${content}</svg>`;

type Look = { size: number; weight?: 400 | 600; fill?: string; anchor?: 'start' | 'end' };

const words = (x: number, y: number, text: string, { size, weight = 400, fill = colour.ink, anchor }: Look) =>
  html`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor ?? 'start'}">${text}</text>`;

/** The mark, the name of the service and its address. */
const brand = (host: string) =>
  html`<g transform="translate(${EDGE} 66) scale(3)"><circle cx="8" cy="8" r="6.5" fill="none" stroke="${colour.brand}" stroke-width="1.8"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="${colour.brand}"/></g>!${words(EDGE + 64, 104, 'Readymark', { size: 38, weight: 600, fill: colour.brand })}!${words(CARD.width - EDGE, 102, fitted(host, 600, [28]).text, { size: 28, fill: colour.soft, anchor: 'end' })}`;

const disc = (x: number, y: number, size: number, place: number) =>
  html`<g transform="translate(${x} ${y}) scale(${size / 16})" color="${tierColours[place] ?? colour.soft}">!${tierDisc(place)}</g>`;

/**
 * The image of a company for previews of links, as SVG: name, score, tier, date, and past scores as a line. A name in a
 * script that the font lacks is replaced by the address of the site, which is ASCII.
 */
export function companyCard({ snapshot, rubrics, today, host }: CardInput, entry: Entry): string {
  const { slug, overall_score, tier, audit_date, reaudit_due, website, fictional } = entry;
  const stale = isStale(reaudit_due, today);
  const rubric = rubrics.get(entry.rubric) ?? rubrics.values().next().value;
  const total = rubric?.total ?? 100;
  const place = tierPlace(rubrics, tier);
  const room = CARD.width - 2 * EDGE;
  const site = drawable(hostOf(website)) ?? slug;
  const written = drawable(entry.company);
  const name = fitted(written ?? site, room, NAME_SIZES);
  const audited = `audited on ${day(audit_date)}${stale ? ' · stale' : ''}`;
  const before = [...(fictional ? ['fictional example'] : []), ...(written ? [site] : [])];
  const about = fitted([...before, audited].join(' · '), room, [30, 27, 24]);
  return card(
    [
      brand(host),
      words(EDGE, 236, name.text, { size: name.size, weight: 600 }),
      words(EDGE, 290, about.text, { size: about.size, fill: colour.soft }),
      html`<text x="${EDGE - 8}" y="512" font-size="180" font-weight="600" fill="${tierColours[place] ?? colour.soft}">${overall_score}<tspan dx="18" font-size="40" font-weight="400" fill="${colour.soft}">of ${total}</tspan></text>`,
      disc(EDGE, 548, 36, place),
      words(EDGE + 52, 579, fitted(drawable(tier) ?? 'Unknown tier', 480, [38]).text, { size: 38, weight: 600 }),
      rubric ? line(rubric, rubrics, snapshot.publicAudits(slug)) : '',
    ].join(''),
  );
}

const chart = { left: 640, right: CARD.width - EDGE, top: 352, bottom: 560 };

/** The scores of past audits over the tiers of the rubric; of a single audit its place in them. */
function line(rubric: Rubric, rubrics: Rubrics, audits: ReturnType<Snapshot['publicAudits']>): string {
  const times = audits.map(({ audit_date }) => Date.parse(`${audit_date}T00:00:00Z`));
  const x = linearScale([times[0] ?? 0, times.at(-1) ?? 0], [chart.left + 24, chart.right - 24]);
  const y = linearScale([0, rubric.total], [chart.bottom, chart.top]);
  const round = (value: number) => Math.round(value * 10) / 10;
  const points = audits.map((audit, at) => [round(x(times[at] ?? 0)), round(y(totalOf(audit)))] as const);
  const grounds = rubric.tiers.map(({ name, min, max }) => {
    const [from, to] = [round(y(min)), round(y(max === rubric.total ? max : max + 1))];
    const fill = tierColours[tierPlace(rubrics, name)] ?? colour.soft;
    return html`<rect x="${chart.left}" y="${to}" width="${chart.right - chart.left}" height="${round(from - to)}" fill="${fill}" fill-opacity="0.13"/>`;
  });
  const [first, last] = [audits[0], audits.at(-1)];
  const dates =
    first && last && audits.length > 1
      ? words(chart.left, chart.bottom + 34, day(first.audit_date), { size: 24, fill: colour.soft }) +
        words(chart.right, chart.bottom + 34, day(last.audit_date), { size: 24, fill: colour.soft, anchor: 'end' })
      : words(chart.left, chart.bottom + 34, 'first audit', { size: 24, fill: colour.soft });
  return html`!${grounds}<path d="M${points.map((point) => point.join(',')).join('L')}" fill="none" stroke="${colour.ink}" stroke-width="5" stroke-linejoin="round"/>!${points.map(([cx, cy], at) => html`<circle cx="${cx}" cy="${cy}" r="${at === points.length - 1 ? 11 : 7}" fill="${colour.ink}"/>`)}!${dates}`;
}

/** The image of the site for previews of links, as SVG: what it is, and how many companies are in each tier. */
export function siteCard({ snapshot, rubrics, host }: CardInput): string {
  const rubric = rubrics.values().next().value;
  const rows = (rubric?.tiers ?? []).map(({ name }) => ({
    name,
    place: tierPlace(rubrics, name),
    count: snapshot.tiers.get(name) ?? 0,
  }));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const bars = rows.map(({ name, place, count }, at) => {
    const top = 374 + at * 56;
    const width = Math.round((count / most) * 560);
    return html`!${disc(EDGE, top, 32, place)}!${words(EDGE + 48, top + 27, name, { size: 30, weight: 600 })}<rect x="430" y="${top}" width="${width}" height="32" rx="4" fill="${tierColours[place] ?? colour.soft}"/>!${words(430 + width + 14, top + 27, grouped(count).replaceAll('\u202f', ' '), { size: 30, fill: colour.soft })}`;
  });
  return card(
    [
      brand(host),
      words(EDGE, 226, 'How ready are companies', { size: 66, weight: 600 }),
      words(EDGE, 302, 'for AI agents?', { size: 66, weight: 600 }),
      words(CARD.width - EDGE, 302, counted(snapshot.count, 'company', 'companies').replaceAll('\u202f', ' '), {
        size: 34,
        fill: colour.soft,
        anchor: 'end',
      }),
      ...bars,
    ].join(''),
  );
}
