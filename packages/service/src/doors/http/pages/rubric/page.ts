import type { Rubric } from '@readymark/rubric/rubric';
import { rubricChanges } from '@readymark/rubric/rubric-changes';
import { marginOf, rubricPath, rungsOf } from '@readymark/rubric/rubric-document';
import { html } from 'ghtml';
import { counted } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import {
  about,
  aboutLadders,
  changedCriteria,
  disputes,
  followed,
  LADDERS_PATH,
  ladderOf,
  steps,
  use,
} from './view.ts';

/** The first rubric with its ladders, and what each later one changes of the one before it (decision 13). */
export function rubricPage(input: PageInput): PageContent {
  const { first, later } = followed(input.rubrics);
  return {
    title: 'The rubric · Readymark',
    description: 'What an audit scores: pillars and criteria, what each score demands, and the tiers.',
    json: rubricPath(first.version),
    main: html`<h1>The rubric</h1>
<div class="prose">!${about(first).map((text) => html`<p>${text}</p>`)}<p>${disputes(input)} <a href="/about#reply">How a company replies</a></p></div>
<div class="beside">
!${contents(first, later)}
<div>
!${whole(input, first)}
!${later.map(([before, after]) => changes(input, before, after))}
</div>
</div>`,
  };
}

/** Pillars and criteria as links; narrow windows show the ids of criteria alone. */
function contents({ version, pillars, criteria }: Rubric, later: readonly (readonly [Rubric, Rubric])[]): string {
  const of = (pillar: string) =>
    criteria
      .filter((criterion) => criterion.pillar === pillar)
      .map(
        ({ id, name }) =>
          html`<li><a href="#${id}"><span class="id">${id}</span> <span class="name">${name}</span></a></li>`,
      );
  return html`<nav class="toc" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
<li><a href="#${version}">How points are given</a></li>
!${pillars.map(
    ({ id, name }) => html`<li><a href="#${id}">${name}</a><ul>!${of(id)}</ul></li>
`,
  )}
!${later.map(([before, after]) => html`<li><a href="#${after.version}">What ${after.version} changes of ${before.version}</a></li>`)}
</ul>
</nav>`;
}

function whole(input: PageInput, rubric: Rubric): string {
  const { version, total, pillars, criteria, tiers, record_label } = rubric;
  return html`<section class="rubric" aria-labelledby="${version}">
<h2 id="${version}">Rubric ${version}</h2>
<p>${counted(criteria.length, 'criterion', 'criteria')} in ${counted(pillars.length, 'pillar')}, ${counted(total, 'point')}. ${use(input, rubric)} Records name it <code>${record_label}</code>.</p>
!${input.ladders.has(version) ? html`<ol class="given">!${steps.map(([name, text]) => html`<li><b>${name}</b> ${text}</li>`)}</ol>` : ''}
!${aboutLadders(input, rubric).map((text) => html`<p class="hint">${text} <a href="${LADDERS_PATH}">All ladders as data</a></p>`)}
<table class="tiers"><caption>Tiers by overall score</caption><thead><tr><th scope="col">Tier</th><th scope="col" class="num">From</th><th scope="col" class="num">To</th><th scope="col">Code</th></tr></thead>
<tbody>!${tiers.map(({ name, code, min, max }) => html`<tr><th scope="row">!${tierMark(input.rubrics, name)}</th><td class="num">${min}</td><td class="num">${max}</td><td><code>${code}</code></td></tr>`)}</tbody></table>
</section>
!${pillars.map(
    ({ id, name, max, description }) => html`<section class="pillar-of" aria-labelledby="${id}">
<h2 id="${id}"><span class="id">${id}</span> ${name} <span class="sum">${counted(max, 'point')}</span></h2>
<p class="hint">${description}</p>
!${criteria.filter(({ pillar }) => pillar === id).map((one) => criterion(input, rubric, one))}
</section>
`,
  )}`;
}

/** One criterion: what is asked, what each score demands, and how far a person may differ. */
function criterion(
  input: PageInput,
  { version }: Rubric,
  { id, name, max, description }: Rubric['criteria'][number],
  anchor = id,
): string {
  const ladder = ladderOf(input, version, id);
  return html`<section class="criterion" aria-labelledby="${anchor}">
<h3 id="${anchor}"><a href="#${anchor}"><span class="id">${id}</span> ${name}</a> <span class="sum">0 to ${max}</span></h3>
<p>${description}</p>
!${
    ladder
      ? html`<ol class="rungs" aria-label="What each score of ${id} demands">!${rungsOf(ladder).map(({ score, text }) => html`<li value="${score}"><b>${score}</b> ${text}</li>`)}</ol>
<dl class="judged"><div><dt>A person asks</dt><dd>${ladder.question}</dd></div><div><dt>Margin</dt><dd>${marginOf(ladder, max)}</dd></div></dl>`
      : ''
  }
</section>
`;
}

/** What a rubric changes of the one before it. All of it is compared, nothing is written down. */
function changes(input: PageInput, before: Rubric, after: Rubric): string {
  const rows = rubricChanges(before, after).map(
    (change) =>
      html`<tr><th scope="row">${change.what}</th><td>${change.before ?? 'none'}</td><td>${change.after ?? 'none'}</td></tr>`,
  );
  return html`<section class="pillar-of" aria-labelledby="${after.version}">
<h2 id="${after.version}">What ${after.version} changes of ${before.version}</h2>
<p>${use(input, after)} Records name it <code>${after.record_label}</code>. What is not named here is as in ${before.version}. <a href="${rubricPath(after.version)}">${after.version} as JSON</a></p>
!${changedCriteria(input, before, after).map((one) => criterion(input, after, one.criterion, one.anchor))}
<section class="wide" tabindex="0" aria-label="Differences between ${before.version} and ${after.version}"><table class="differences"><thead><tr><th scope="col">What</th><th scope="col">${before.version}</th><th scope="col">${after.version}</th></tr></thead>
<tbody>!${rows}</tbody></table></section>
</section>`;
}
