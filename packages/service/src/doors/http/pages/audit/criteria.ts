import type { Criterion } from '@readymark/rubric/audit/audit';
import { climbOf } from '@readymark/rubric/climb';
import { html } from 'ghtml';
import { boxes } from '../../html/charts.ts';
import { counted } from '../../html/format.ts';
import { sourceChips, withoutAddresses } from './evidence-text.ts';
import type { AuditView, CriteriaOrder } from './view.ts';

/** Up to this share of its points a criterion is drawn as a weak one. */
const LOW_SHARE = 0.2;

/** Several criteria under one heading. `title` is HTML. */
type Group = { id: string; title: string; about: string; criteria: readonly Criterion[] };

/**
 * Criteria with their evidence, in one of both orders.
 *
 * @param below HTML below the evidence of a criterion
 * @param folded each is one line until it is opened
 */
export function criteriaGroups(
  view: AuditView,
  criteria: readonly Criterion[],
  order: CriteriaOrder,
  below: (criterion: Criterion) => string,
  folded = false,
): string {
  const groups = order === 'pillar' ? byPillar(view, criteria) : byScore(criteria);
  return groups
    .map(
      ({ id, title, about, criteria }) => html`<section aria-labelledby="${id}">
<h3 id="${id}">!${title}</h3>
!${about && html`<p class="hint" data-markdown-ignore>${about}</p>`}
<ol class="criteria">!${criteria.map((criterion) => one(view, criterion, { below: below(criterion), folded }))}</ol>
</section>`,
    )
    .join('\n');
}

function one(
  { record: { website }, ladders }: AuditView,
  criterion: Criterion,
  { below, folded }: { below: string; folded: boolean },
): string {
  const { id, name, score, max, evidence } = criterion;
  const { text, addresses } = withoutAddresses(evidence);
  const rung = climbOf(ladders, criterion)?.reached?.title ?? '';
  return html`<li id="${id}"!${levelOf(score, max)}><details class="criterion"!${folded ? '' : ' open'}>
<summary><h4><span class="id">${id}</span> <bdi>${name}</bdi></h4>
!${markOf(score, max)}<span class="rung-title" dir="auto" data-markdown-ignore>${rung}</span></summary>
<div class="evidence"><p dir="auto">${text || 'No evidence given.'}</p>!${sourceChips(addresses, website)}!${below}</div>
</details></li>`;
}

/** The class of a very low or a full score: never the only sign of it. */
const levelOf = (score: number, max: number) =>
  score >= max ? ' class="full"' : score <= max * LOW_SHARE ? ' class="low"' : '';

/** A score as boxes, as a number, and as the points that it lacks. */
function markOf(score: number, max: number): string {
  const lacks = score >= max ? 'all points' : `lacks ${max - score}`;
  return html`<span class="mark" data-markdown-ignore>!${boxes(score, max)}<span><b>${score}</b> of ${max}</span> <i>${lacks}</i></span>`;
}

/** In the order of the rubric (decision 8), with what each pillar is about. */
function byPillar({ record, rubric }: AuditView, criteria: readonly Criterion[]): Group[] {
  const about = new Map(rubric.pillars.map(({ id, description }) => [id, description]));
  return Object.entries(record.pillars)
    .map(([id, { name, score, max }]) => ({
      id,
      title: html`<span class="id">${id}</span> ${name} <span class="sum" data-markdown-ignore>${score} of ${max}</span>`,
      about: about.get(id) ?? '',
      criteria: criteria.filter(({ pillar }) => pillar === id),
    }))
    .filter(({ criteria }) => criteria.length > 0);
}

/** The lowest share of points first, equal ones in the order of the rubric. */
function byScore(criteria: readonly Criterion[]): Group[] {
  const groups = Map.groupBy(weakestFirst(criteria), ({ score, max }) => `${score} of ${max}`);
  return [...groups].map(([score, criteria]) => ({
    id: `score-${score.replaceAll(' ', '-')}`,
    title: html`${score} <span class="sum">${counted(criteria.length, 'criterion', 'criteria')}</span>`,
    about: '',
    criteria,
  }));
}

/** Criteria by the share of their points, lowest first. */
export const weakestFirst = (criteria: readonly Criterion[]): readonly Criterion[] =>
  criteria.toSorted((a, b) => a.score / a.max - b.score / b.max);
