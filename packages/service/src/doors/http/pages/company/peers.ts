import { html } from 'ghtml';
import { businessWords } from '../../../../domain/companies/business-words.ts';
import { medianOf, type ScoreCounts, scoresBelow } from '../../../../domain/leaderboard.ts';
import { pillarMedians, type Spread } from '../../../../domain/spreads.ts';
import { grouped } from '../../html/format.ts';
import { bars, COMPARED_MIN } from '../board/histogram.ts';
import type { PageInput } from '../page-input.ts';
import type { CompanyView } from './view.ts';

/** Companies that a company is compared with. */
type Peers = Spread & {
  /** For example `12 shops`. */
  name: string;
};

/** Listed companies with audits under the same rubric: those of the same kind of business, and all. A group of fewer than five is left out. */
function peersOf(
  { snapshot }: PageInput,
  { record, rubric }: CompanyView,
): { kind: Peers | undefined; all: Peers | undefined } {
  const business = snapshot.business(record.slug);
  const named = (spread: Spread | undefined, name: string): Peers | undefined =>
    spread && spread.companies >= COMPARED_MIN
      ? { ...spread, name: `${grouped(spread.companies)} ${name}` }
      : undefined;
  // "Other" is no kind: such companies have nothing in common.
  const same = business === undefined || business === 'other' ? undefined : snapshot.spread(rubric.version, business);
  return {
    kind: named(same, business === undefined ? '' : businessWords[business]),
    all: named(snapshot.spread(rubric.version), 'companies'),
  };
}

/** The medians of the pillars, and of whom they are: of companies of its kind, else of all; undefined where these are too few. */
export function medianPillars(
  input: PageInput,
  view: CompanyView,
): { of: string; medians: ReadonlyMap<string, number> } | undefined {
  const { kind, all } = peersOf(input, view);
  const peers = kind ?? all;
  return peers && { of: peers.name, medians: pillarMedians(peers) };
}

/** How the company compares with each group, in a sentence each. */
export function comparedWords(input: PageInput, view: CompanyView): string[] {
  const { kind, all } = peersOf(input, view);
  return [all, kind].flatMap((peers) => {
    if (!peers) return [];
    return [
      `Half of ${peers.name} score ${medianOf(peers.scores)} or more${placeWords(peers.scores, view.record.overall_score)}.`,
    ];
  });
}

/** Where a score is among others, as the end of a sentence; '' where there are no others. */
function placeWords(scores: ScoreCounts, score: number): string {
  const below = scoresBelow(scores, score);
  if (below === undefined) return '';
  const lowest = Math.min(...[...scores].flatMap(([one, companies]) => (companies > 0 ? [one] : [])));
  if (score === lowest) return `; ${score} is the lowest score`;
  return `; ${score} is more than ${below || 'less than 1'} % of the others have`;
}

/** Where the score is among those of all companies; '' where they are too few. */
export function companyPeers(input: PageInput, view: CompanyView): string {
  const words = comparedWords(input, view);
  const { all } = peersOf(input, view);
  if (!all) return '';
  const here = view.record.overall_score;
  return html`<section class="peers" aria-labelledby="peers">
<h2 id="peers">Among all companies</h2>
<div>!${words.map((sentence) => html`<p>${sentence}</p>`)}</div>
<figure class="histogram">!${bars(input, { scores: all.scores, words: `${all.name} by score; this one has ${here}`, here })}</figure>
</section>`;
}
