import { isStale } from '@readymark/rubric/audit/audit';
import { isSelection } from '@readymark/rubric/audit/views';
import { namedInWords } from '../../../../catalogue/unknown-names.ts';
import { fictionalWord } from '../../html/fictional.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import type { PageInput } from '../page-input.ts';
import { type Comparison, compareView, evidenceOf } from './view.ts';

/** A comparison as Markdown: the same as the page. */
export function compareMarkdown({ base_url, snapshot, today }: PageInput, comparison: Comparison): string {
  const { selection } = comparison;
  if (comparison.companies.length < 2) {
    const example = snapshot.slice(0, 2).map(({ slug }) => slug);
    const address = `${base_url}/compare.md?slugs=${example.join(',') || 'one,other'}`;
    return blocks(
      '# Compare companies',
      `Name two to five companies in the address, by slug, separated by commas: \`${address}\`. Single criteria, with their evidence: \`${address}&criteria=P1-B\`, or \`pillar=P3\`.`,
      unknownLine(comparison),
      comparison.q && foundLine(base_url, comparison),
      `All slugs: ${base_url}/api/audits/index.json`,
    );
  }
  const { companies, rows } = compareView(comparison);
  const audited = companies.map(
    ({ record }) => `${record.audit_date}${isStale(record.reaudit_due, today) ? ' (stale)' : ''}`,
  );
  const scored = rows.map(({ id, name, pillar, scores }) => [
    pillar ? `**${id} ${plain(name)}**` : `${id} ${plain(name)}`,
    ...scores.map((found) => (found ? `${found.score}/${found.max}` : 'not scored')),
  ]);
  const whole = [
    ['Score', ...companies.map(({ record }) => record.overall_score)],
    ['Tier', ...companies.map(({ record }) => plain(record.tier))],
    ['Rank', ...companies.map(({ record }) => record.rank)],
    ['Audited', ...audited],
  ];
  // A selection is read for itself, so nothing stands beside it but what it is worth.
  if (isSelection(selection))
    return blocks(
      '# Companies compared',
      unknownLine(comparison),
      table(
        ['Criterion', ...companies.map(({ entry }) => `${plain(entry.company)}${fictionalWord(entry.fictional)}`)],
        [['Audited', ...audited], ...scored],
      ),
      evidenceOf(comparison)
        .flatMap(({ entry, criteria }) =>
          criteria.map(
            ({ id, evidence }) => `- ${plain(entry.company)}, ${id}: ${plain(evidence) || 'No evidence given.'}`,
          ),
        )
        .join('\n'),
      'Scores: CC BY-NC 4.0',
    );
  return blocks(
    '# Companies compared',
    unknownLine(comparison),
    table(
      [
        'Criterion',
        ...companies.map(
          ({ entry }) =>
            `[${plain(entry.company)}](${base_url}/audits/${entry.slug}.md)${fictionalWord(entry.fictional)}`,
        ),
      ],
      [...whole, ...scored],
    ),
    'Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/',
  );
}

const unknownLine = ({ unknown }: Comparison) =>
  unknown.length > 0 && `Not on the leaderboard: ${namedInWords(unknown)}.`;

const foundLine = (base_url: string, { found, matches }: Comparison) =>
  found.length > 0
    ? `${matches ? 'Found' : 'Nothing matches. Probably meant'}: ${found.map(({ company, slug }) => `[${plain(company)}](${base_url}/audits/${slug}.md) (${slug})`).join(', ')}`
    : 'Nothing matches.';
