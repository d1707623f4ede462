import { html } from 'ghtml';
import type { Ladder } from '../../../domain/auditing/ladder.ts';
import type { Rubric } from '../../../domain/rubric.ts';
import { counted } from '../html/format.ts';
import { blocks, plain, table } from '../html/markdown.ts';
import type { PageContent } from '../html/page.ts';
import { tierMark } from '../html/tier.ts';
import type { PageInput } from './page-input.ts';

/** The rubrics as in the data (decision 13), with the bounds of their tiers (decision 9). */
export function rubricPage(input: PageInput): PageContent {
  const { rubrics } = input;
  return {
    title: 'The rubric · Readymark',
    description: 'What an audit scores: pillars, criteria and points, and the score at which each tier begins.',
    main: html`<h1>The rubric</h1>
<div class="prose">!${about(rubrics.values().next().value).map((text) => html`<p>${text}</p>`)}</div>
!${[...rubrics.values()].map((rubric) => one(input, rubric))}`,
  };
}

const about = (rubric: Rubric | undefined) => [
  `An audit gives points for each criterion and records the evidence for them. The criteria of a pillar add up to its score, and the pillars to the overall score, at most ${rubric?.total ?? 100}. No weights are applied.`,
  `The overall score determines the tier. A score is stale once its audit is more than ${rubric?.staleness_days ?? 180} days old; it remains public, marked as stale, until the next audit.`,
];

const use = ({ publishable }: PageInput, { version }: Rubric) =>
  publishable.includes(version)
    ? 'Audits are published under this rubric.'
    : 'Not in use yet: audits under this rubric are checked but not published.';

function one(input: PageInput, rubric: Rubric): string {
  const { version, total, pillars, criteria, tiers } = rubric;
  const groups = pillars.map(
    (pillar) => html`<section aria-labelledby="${version} ${version}-${pillar.id}">
<h3 id="${version}-${pillar.id}"><span class="id">${pillar.id}</span> ${pillar.name} <span class="sum">${counted(pillar.max, 'point')}</span></h3>
<p class="hint">${pillar.description}</p>
<dl class="terms">!${criteria
      .filter((criterion) => criterion.pillar === pillar.id)
      .map(
        ({ id, name, max, description }) =>
          html`<div><dt><span class="id">${id}</span> ${name}</dt><dd>${description} <span class="max">0 to ${max} points</span>!${ladderOf(input, rubric, id)}</dd></div>`,
      )}</dl>
</section>`,
  );
  return html`<article class="rubric" aria-labelledby="${version}">
<h2 id="${version}">Rubric ${version}</h2>
<p>${counted(criteria.length, 'criterion', 'criteria')} in ${counted(pillars.length, 'pillar')}, ${counted(total, 'point')}. ${use(input, rubric)} Records name it <code>${rubric.record_label}</code>.</p>
!${aboutLadders(input, rubric).map((text) => html`<p>${text} The ladders are <a href="/rubrics/ladders.json">data</a>, with the facts that they look for.</p>`)}
<table class="tiers"><caption>Tiers of ${version}</caption><thead><tr><th scope="col">Tier</th><th scope="col" class="num">From</th><th scope="col" class="num">To</th><th scope="col">Code</th></tr></thead>
<tbody>!${tiers.map(({ name, code, min, max }) => html`<tr><th scope="row">!${tierMark(input.rubrics, name)}</th><td class="num">${min}</td><td class="num">${max}</td><td><code>${code}</code></td></tr>`)}</tbody></table>
!${groups}
</article>`;
}

/** How points are given (decision 91): the rungs, and what is left to a person. Nothing where a criterion has no ladder. */
function ladderOf({ ladders }: PageInput, { version }: Rubric, id: string): string {
  const ladder = ladders.get(version)?.ladders.find((one) => one.id === id);
  if (!ladder) return '';
  return html`<details class="ladder"><summary>How points are given for ${id}</summary>
<ol>!${ladder.rungs.map(({ score, text }) => html`<li value="${score}">${text}</li>`)}</ol>
<p>${forPerson(ladder)}</p></details>`;
}

const forPerson = ({ question, cap }: Ladder): string =>
  `For a person: ${question}${cap === undefined || cap >= 5 ? '' : ` More than ${cap} is given by a person only.`}`;

/** Where a rubric has ladders: how they are read, and where they are as data. */
const aboutLadders = ({ ladders }: PageInput, { version }: Rubric): readonly string[] =>
  ladders.has(version)
    ? [
        'Our crawler collects what a site shows, and a program proposes points by these ladders: the highest rung that holds by what was seen. Beside it stands the interval between what surely and what possibly holds; what could not be seen is never counted as absent. A person decides, and publishes.',
      ]
    : [];

/** The same as Markdown. */
export function rubricMarkdown(input: PageInput): string {
  const rubrics = [...input.rubrics.values()];
  return blocks(
    '# The rubric',
    ...about(rubrics[0]),
    ...rubrics.flatMap((rubric) => [
      `## Rubric ${rubric.version}`,
      `${counted(rubric.criteria.length, 'criterion', 'criteria')}, ${counted(rubric.total, 'point')}. ${use(input, rubric)} Records name it \`${rubric.record_label}\`.`,
      ...aboutLadders(input, rubric).map(
        (text) =>
          `${text} The ladders are data, with the facts that they look for: ${input.base_url}/rubrics/ladders.json`,
      ),
      table(
        ['Tier', 'From', 'To', 'Code'],
        rubric.tiers.map(({ name, code, min, max }) => [plain(name), min, max, code]),
        [1, 2],
      ),
      ...rubric.pillars.flatMap((pillar) => [
        `### ${pillar.id} ${plain(pillar.name)}, ${counted(pillar.max, 'point')}`,
        plain(pillar.description),
        table(
          ['Criterion', 'Name', 'Points', 'What is checked'],
          rubric.criteria
            .filter(({ pillar: of }) => of === pillar.id)
            .map(({ id, name, max, description }) => [id, plain(name), max, plain(description)]),
          [2],
        ),
        ladderLists(input, rubric, pillar.id),
      ]),
    ]),
  );
}

function ladderLists({ ladders }: PageInput, { version, criteria }: Rubric, pillar: string): string {
  const own = new Set(criteria.filter((criterion) => criterion.pillar === pillar).map(({ id }) => id));
  return (ladders.get(version)?.ladders ?? [])
    .filter(({ id }) => own.has(id))
    .map((ladder) =>
      [
        `How points are given for ${ladder.id}:`,
        ...ladder.rungs.map(({ score, text }) => `- ${score}: ${plain(text)}`),
        `- ${plain(forPerson(ladder))}`,
      ].join('\n'),
    )
    .join('\n\n');
}
