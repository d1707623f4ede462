import { html } from 'ghtml';
import { QUERY_LENGTH_MAX } from '../../../../catalogue/search/search.ts';
import type { Entry } from '../../../../catalogue/snapshot.ts';
import { counted } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { COMPARED_MAX, type Comparison, slugsQuery } from './view.ts';

const slugsOf = ({ companies }: Comparison) => companies.map(({ entry }) => entry.slug);

/** A link to the same comparison without one of its companies. */
export function removal(comparison: Comparison, { slug, company }: Entry): string {
  const others = slugsOf(comparison).filter((other) => other !== slug);
  return html`<a class="remove" href="/compare${slugsQuery(others, comparison.selection)}" aria-label="Remove ${company}">×</a>`;
}

/** What is compared so far, what was not found, and the search for one more. Each result is a link that adds it. */
export function chooser(input: PageInput, comparison: Comparison): string {
  const { companies, q } = comparison;
  const full = companies.length >= COMPARED_MAX;
  return html`<section aria-labelledby="choose" class="choose">
<h2 id="choose" class="unseen">Companies</h2>
!${notListed(input, comparison)}
!${companies.length === 1 ? picked(comparison) : ''}
!${full ? html`<p class="hint">${crowded(companies.length)}</p>` : search(comparison)}
!${full ? '' : results(input, comparison, q)}
</section>`;
}

/** What is said of as many companies as fit side by side, and of more, which an address may name. */
const crowded = (count: number): string =>
  count > COMPARED_MAX
    ? `${count} do not fit side by side: the table scrolls sideways. Remove some to see at most ${COMPARED_MAX} at once.`
    : `More than ${COMPARED_MAX} do not fit side by side: remove one to add another.`;

const picked = (comparison: Comparison) =>
  html`<ul class="picked">!${comparison.companies.map(({ entry }) => html`<li><a href="/audits/${entry.slug}"><bdi>${entry.company}</bdi></a>!${fictionalMark(entry.fictional)} !${removal(comparison, entry)}</li>`)}</ul>`;

/** The names that nobody has, each with the companies that it may mean, as links that take their places. */
function notListed(input: PageInput, comparison: Comparison): string {
  const { snapshot } = input;
  const { unknown, selection } = comparison;
  if (unknown.length === 0) return '';
  const slugs = slugsOf(comparison);
  const add = (slug: string) => {
    const name = html`<bdi>${snapshot.entry(slug)?.company ?? slug}</bdi>`;
    if (slugs.includes(slug) || slugs.length >= COMPARED_MAX) return name;
    return html`<a href="/compare${slugsQuery([...slugs, slug], selection)}">add !${name}</a>`;
  };
  return html`<div class="notice" role="status">!${unknown.map(
    ({ slug, nearest }) =>
      html`<p><b>${slug}</b> is not on the leaderboard.!${nearest.length ? html` Similar: !${nearest.map(add).join(', ')}.` : ''} !${input.for_people?.requestLink('') ?? ''}</p>`,
  )}</div>`;
}

function search({ companies, selection: { pillar, criteria = [] }, q }: Comparison): string {
  const slugs = companies.map(({ entry }) => entry.slug).join(',');
  const kept = Object.entries({ slugs, criteria: criteria.join(','), pillar: pillar ?? '' })
    .filter(([, value]) => value)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<search><form class="controls" action="/compare" method="get" data-find>!${kept}
<p><label for="q">!${companies.length ? 'Add a company' : 'Find a company'}</label><input id="q" name="q" type="search" value="${q}" maxlength="${QUERY_LENGTH_MAX}" placeholder="Name or website" autocomplete="off"></p>
<p><button type="submit">Find</button></p></form></search>`;
}

function results(input: PageInput, comparison: Comparison, q: string): string {
  const { rubrics, snapshot } = input;
  const { companies, found, matches, selection } = comparison;
  const slugs = slugsOf(comparison);
  // To begin with, the best of the leaderboard.
  const best = companies.length === 0 && !q;
  const shown = best ? snapshot.companies.slice(0, COMPARED_MAX) : found;
  const more = matches - found.length;
  const said = best
    ? 'The first of the leaderboard:'
    : !q
      ? ''
      : matches === 0
        ? 'No company matches.'
        : found.length === 0
          ? 'It is compared already.'
          : `${counted(matches, 'company matches', 'companies match')}${more > companies.length ? '; these are the first:' : ':'}`;
  const items = shown.map(
    ({ slug, company, fictional, overall_score, tier }) =>
      html`<li><span><a href="/compare${slugsQuery([...slugs, slug], selection)}" aria-label="Add ${company}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}</span> <b>${overall_score}</b> !${tierMark(rubrics, tier)}</li>`,
  );
  return html`<div id="found"><p class="status" role="status">${said}!${q && matches === 0 ? html` !${found.length ? 'Did you mean:' : (input.for_people?.requestLink(q) ?? '')}` : ''}</p>
!${items.length ? html`<ul class="found">!${items}</ul>` : ''}</div>`;
}
