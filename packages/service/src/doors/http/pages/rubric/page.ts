import type { Rubric } from '@readymark/rubric/rubric';
import { rubricChanges } from '@readymark/rubric/rubric-changes';
import { marginOf, rubricPath, rungsOf } from '@readymark/rubric/rubric-document';
import { content, drawn, either, type Node } from '../../../../content/content.ts';
import type { ContentPage } from '../../html/content.ts';
import { counted } from '../../html/format.ts';
import { countMark, idMark, tierName } from '../../html/marks.ts';
import type { PageInput } from '../page-input.ts';
import { OTHER_SCANNERS, otherScannersPart } from './other-scanners.ts';
import { changedCriteria, followed } from './view.ts';

/** Every ladder as the auditor reads it: conditions over facts, beside the words. */
const LADDERS_PATH = '/rubrics/ladders.json';

/** The first rubric with its ladders, and what each later one changes of the one before it (decision 13). */
export function rubricPage(input: PageInput): ContentPage {
  const { first, later } = followed(input.rubrics);
  return {
    title: 'The rubric · Readymark',
    description: 'What an audit scores: pillars and criteria, what each score demands, and the tiers.',
    type: 'DefinedTermSet',
    json: rubricPath(first.version),
    content: content`<h1>The rubric</h1>
<div class="prose">${about(first).map((text) => content`<p>${text}</p>`)}<p>${disputes(input)} <a href="/about#reply">How a company replies</a></p></div>
<div class="beside">
${either(contents(first, later), null)}
<div>
${whole(input, first)}
${later.map(([before, after]) => changes(input, before, after))}
${otherScannersPart(input)}
</div>
</div>`,
  };
}

const about = ({ total, staleness_days }: Rubric): readonly string[] => [
  `An audit gives points for each criterion and records the evidence for them. The criteria of a pillar add up to its score, and the pillars to the overall score, at most ${total}. No weights are applied.`,
  `The overall score determines the tier. A score is stale once its audit is more than ${staleness_days} days old; it remains public, marked as stale, until the next audit.`,
];

/** How long disputes of companies take (decision 156). */
function disputes({ snapshot: { outcome_days, disputes_decided } }: PageInput): string {
  const decided =
    outcome_days === null
      ? 'No dispute has been decided yet.'
      : `${counted(disputes_decided, 'dispute has', 'disputes have')} been decided; the median time to an outcome is ${counted(outcome_days, 'day')}.`;
  return `A company may reply to its audit and dispute a score. ${decided} A score changes only by a new audit.`;
}

/** Whether it is in use, and how records name it. */
const use = ({ publishable }: PageInput, { version, record_label }: Rubric): Node =>
  content`${
    publishable.includes(version)
      ? 'Audits are published under this rubric.'
      : 'Not in use yet: audits under this rubric are checked but not published.'
  } Records name it <code>${record_label}</code>.`;

/** How points are given, where a rubric has ladders. */
const steps: readonly (readonly [name: string, text: string])[] = [
  ['Ladder.', 'Each criterion has one: what each score from 0 up demands. The score is the highest rung that holds.'],
  [
    'Proposal.',
    'Our crawler collects what a site shows, and a program proposes the rung, with the lowest and the highest score that the evidence allows. What could not be seen is never counted as absent.',
  ],
  [
    'Margin.',
    'A person decides, and publishes. The margin is how far careful people may differ from the rung about the same evidence: nothing where structure decides, a point or two where words must be judged.',
  ],
];

/** Pillars and criteria as links; narrow windows show the ids of criteria alone. */
function contents({ version, pillars, criteria }: Rubric, later: readonly (readonly [Rubric, Rubric])[]): Node {
  const of = (pillar: string) =>
    criteria
      .filter((criterion) => criterion.pillar === pillar)
      .map(
        ({ id, name }) =>
          content`<li><a href="#${id}"><span class="id">${id}</span> <span class="name">${name}</span></a></li>`,
      );
  return content`<nav class="toc" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
<li><a href="#${version}">How points are given</a></li>
${pillars.map(
  ({ id, name }) => content`<li><a href="#${id}">${name}</a><ul>${of(id)}</ul></li>
`,
)}
${later.map(([before, after]) => content`<li><a href="#${after.version}">What ${after.version} changes of ${before.version}</a></li>`)}
<li><a href="#${OTHER_SCANNERS}">Checks of other scanners</a></li>
</ul>
</nav>`;
}

function whole(input: PageInput, rubric: Rubric): Node {
  const { version, total, pillars, criteria, tiers } = rubric;
  return content`<section class="rubric" aria-labelledby="${version}">
<h2 id="${version}">Rubric ${version}</h2>
<p>${counted(criteria.length, 'criterion', 'criteria')} in ${counted(pillars.length, 'pillar')}, ${counted(total, 'point')}. ${use(input, rubric)} <a href="${rubricPath(version)}">As JSON</a></p>
${
  input.ladders.has(version) &&
  content`<ol class="given">${steps.map(([name, text]) => content`<li><b>${name}</b> ${text}</li>`)}</ol>
<p class="hint">The program reads the same ladders as conditions over facts, which anybody may check. <a href="${LADDERS_PATH}">All ladders as data</a></p>`
}
<table class="tiers"><caption>Tiers by overall score</caption><thead><tr><th scope="col">Tier</th><th scope="col" class="num">From</th><th scope="col" class="num">To</th><th scope="col">Code</th></tr></thead>
<tbody>${tiers.map(({ name, code, min, max }) => content`<tr><th scope="row">${tierName(input.rubrics, name)}</th><td class="num">${min}</td><td class="num">${max}</td><td><code>${code}</code></td></tr>`)}</tbody></table>
</section>
${pillars.map(
  ({ id, name, max, description }) => content`<section class="pillar-of" aria-labelledby="${id}">
<h2 id="${id}">${idMark(id)}${name}${countMark(counted(max, 'point'))}</h2>
<p class="hint">${description}</p>
${criteria.filter(({ pillar }) => pillar === id).map((one) => criterion(input, rubric, one))}
</section>
`,
)}`;
}

/** One criterion: what is asked, what each score demands, and how far a person may differ. */
function criterion(
  { ladders }: PageInput,
  { version }: Rubric,
  { id, name, max, description }: Rubric['criteria'][number],
  anchor = id,
): Node {
  const ladder = ladders.get(version)?.ladders.find((one) => one.id === id);
  return content`<section class="criterion" aria-labelledby="${anchor}">
<h3 id="${anchor}"><a href="#${anchor}">${idMark(id)}${name}</a>${countMark(`0 to ${max}`)}</h3>
<p>${description}</p>
${
  ladder &&
  content`<ol class="rungs" aria-label="What each score of ${id} demands">${rungsOf(ladder).map(({ score, text }) => content`<li value="${score}"><b>${score}</b>${drawn(' ', ': ')}${text}</li>`)}</ol>
<dl class="judged"><div><dt>A person asks</dt><dd>${ladder.question}</dd></div><div><dt>Margin</dt><dd>${marginOf(ladder, max)}</dd></div></dl>`
}
</section>
`;
}

/** What a rubric changes of the one before it. All of it is compared, nothing is written down. */
function changes(input: PageInput, before: Rubric, after: Rubric): Node {
  const rows = rubricChanges(before, after).map(
    (change) =>
      content`<tr><th scope="row">${change.what}</th><td>${change.before ?? 'none'}</td><td>${change.after ?? 'none'}</td></tr>`,
  );
  return content`<section class="pillar-of" aria-labelledby="${after.version}">
<h2 id="${after.version}">What ${after.version} changes of ${before.version}</h2>
<p>${use(input, after)} What is not named here is as in ${before.version}. <a href="${rubricPath(after.version)}">${after.version} as JSON</a></p>
${changedCriteria(input, before, after).map(({ criterion: one, anchor }) => criterion(input, after, one, anchor))}
<section class="wide" tabindex="0" aria-label="Differences between ${before.version} and ${after.version}"><table class="differences"><thead><tr><th scope="col">What</th><th scope="col">${before.version}</th><th scope="col">${after.version}</th></tr></thead>
<tbody>${rows}</tbody></table></section>
</section>`;
}
