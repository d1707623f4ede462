import { type Rubric, type Rubrics, tierOf } from '@readymark/rubric/rubric';
import { html } from 'ghtml';

/**
 * The discs of the tiers, best first: full, half, quarter, empty. The name is always next to it, so neither colour nor
 * shape carries the meaning alone.
 */
const discs = [
  'M8 1.5a6.5 6.5 0 0 1 0 13a6.5 6.5 0 0 1 0-13z',
  'M8 1.5a6.5 6.5 0 0 1 0 13z',
  'M8 8V1.5A6.5 6.5 0 0 1 14.5 8z',
  '',
];

/**
 * The position of a tier from the best, 0 to 3; 4 for a name that no rubric has (decision 8: an import keeps unknown
 * names).
 */
export function tierPlace(rubrics: Rubrics, name: string): number {
  for (const { tiers } of rubrics.values()) {
    const place = tiers.findIndex((tier) => tier.name === name);
    if (place >= 0) return Math.min(place, discs.length - 1);
  }
  return discs.length;
}

/** The disc alone, 16 units wide, in the current colour; for places that name the tier in text. */
export function tierDisc(place: number): string {
  const ring = '<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.8"';
  if (place >= discs.length) return `${ring} stroke-dasharray="2.2 2.2"/>`;
  const fill = discs[place];
  return `${ring}/>${fill ? `<path d="${fill}" fill="currentColor"/>` : ''}`;
}

/** Disc and name of a tier. */
export function tierMark(rubrics: Rubrics, name: string): string {
  const place = tierPlace(rubrics, name);
  return html`<span class="tier t${place}"><svg viewBox="0 0 16 16" aria-hidden="true">!${tierDisc(place)}</svg>${name}</span>`;
}

/** The class that colours a bar of points like the tier that their share of the maximum would be. */
export function shareClass(rubrics: Rubrics, { score, max }: { score: number; max: number }, rubric: Rubric): string {
  return `s${tierPlace(rubrics, tierOf(rubric, (score / max) * rubric.total).name)}`;
}
