import { type Criterion, isFictional } from '@readymark/rubric/audit/audit';
import { blocks, plain, table } from '../../html/markdown.ts';
import { fictionalWord } from '../../html/marks.ts';
import type { AuditView } from './view.ts';

/** The first line of an audit: whose it is, and its score. */
export const titleMarkdown = ({ record, rubric }: AuditView): string =>
  `# ${plain(record.company)}${fictionalWord(isFictional(record))}: ${record.overall_score} of ${rubric.total}, ${plain(record.tier)}`;

/**
 * Criteria with their evidence.
 *
 * @param below what follows the evidence of a criterion, as Markdown; '' for nothing
 */
export const criteriaMarkdown = (criteria: readonly Criterion[], below: (criterion: Criterion) => string): string =>
  criteria
    .map((criterion) => {
      const { id, name, score, max, evidence } = criterion;
      const title = `### ${id} ${plain(name)}: ${score} of ${max}`;
      return blocks(title, plain(evidence), below(criterion)).trimEnd();
    })
    .join('\n\n');

/** What every audit says, its criteria aside. */
export function auditMarkdown({ record, rubric, steps }: AuditView): string[] {
  const findings = (items: typeof record.critical_gaps) =>
    items.map(({ title, detail }) => `- **${plain(title)}**: ${plain(detail)}`).join('\n') || 'None listed.';
  return [
    plain(record.executive_summary),
    '## Pillars',
    table(
      ['Pillar', 'Name', 'Score', 'Max'],
      Object.entries(record.pillars).map(([id, pillar]) => [id, plain(pillar.name), pillar.score, pillar.max]),
      [2, 3],
    ),
    '## Strongest signals',
    findings(record.strongest_signals),
    '## Critical gaps',
    findings(record.critical_gaps),
    '## Priority actions',
    steps
      .map(
        (step, at) =>
          `${at + 1}. ${plain(step.action)} (${step.pillar}, effort ${plain(step.effort)}): +${step.points_gain}, then ${step.score_after} of ${rubric.total}${step.reaches ? `, which is ${step.tier_after}` : ''}`,
      )
      .join('\n') || 'None listed.',
  ];
}
