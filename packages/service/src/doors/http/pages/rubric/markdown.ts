import type { Rubric } from '@readymark/rubric/rubric';
import { rubricChanges } from '@readymark/rubric/rubric-changes';
import { marginOf, rubricPath, rungsOf } from '@readymark/rubric/rubric-document';
import { counted } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
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

/** The rubrics as Markdown: the same as the page. */
export function rubricMarkdown(input: PageInput): string {
  const { base_url, ladders } = input;
  const { first, later } = followed(input.rubrics);
  const { version, criteria, total, record_label } = first;
  return blocks(
    '# The rubric',
    ...about(first),
    `${disputes(input)} How a company replies: ${input.base_url}/about.md`,
    `## Rubric ${version}`,
    `${counted(criteria.length, 'criterion', 'criteria')}, ${counted(total, 'point')}. ${use(input, first)} Records name it \`${record_label}\`. As JSON: ${base_url}${rubricPath(version)}`,
    ladders.has(version) && steps.map(([name, text]) => `- **${name}** ${text}`).join('\n'),
    ...aboutLadders(input, first).map((text) => `${text} All ladders as data: ${base_url}${LADDERS_PATH}`),
    table(
      ['Tier', 'From', 'To', 'Code'],
      first.tiers.map(({ name, code, min, max }) => [plain(name), min, max, code]),
      [1, 2],
    ),
    ...first.pillars.flatMap((pillar) => [
      `## ${pillar.id} ${plain(pillar.name)}, ${counted(pillar.max, 'point')}`,
      plain(pillar.description),
      ...criteria.filter((one) => one.pillar === pillar.id).map((one) => criterion(input, first, one)),
    ]),
    ...later.flatMap(([before, after]) => [
      `## What ${after.version} changes of ${before.version}`,
      `${use(input, after)} Records name it \`${after.record_label}\`. What is not named here is as in ${before.version}. As JSON: ${base_url}${rubricPath(after.version)}`,
      ...changedCriteria(input, before, after).map((one) => criterion(input, after, one.criterion)),
      table(
        ['What', before.version, after.version],
        rubricChanges(before, after).map((one) => [
          plain(one.what),
          plain(one.before ?? 'none'),
          plain(one.after ?? 'none'),
        ]),
      ),
    ]),
  );
}

function criterion(
  input: PageInput,
  { version }: Rubric,
  { id, name, max, description }: Rubric['criteria'][number],
): string {
  const ladder = ladderOf(input, version, id);
  const rungs = ladder && [
    ...rungsOf(ladder).map(({ score, text }) => `- ${score}: ${plain(text)}`),
    `- A person asks: ${plain(ladder.question)}`,
    `- Margin: ${plain(marginOf(ladder, max))}`,
  ];
  return blocks(`### ${id} ${plain(name)}, 0 to ${max}`, plain(description), rungs?.join('\n')).trim();
}
