import { counted, signed } from '../../html/format.ts';
import { blocks, fenced, plain, table } from '../../html/markdown.ts';
import type { PageInput } from '../page-input.ts';
import type { CompanyView } from './view.ts';

/** A company's audit as Markdown, with everything that its page contains. */
export function companyMarkdown({ base_url }: PageInput, view: CompanyView): string {
  const { record, rubric, stale, next, steps, watchers, count } = view;
  const { company, slug, website, overall_score, tier, pillars, criteria } = record;
  const findings = (items: typeof record.critical_gaps) =>
    items.map(({ title, detail }) => `- **${plain(title)}**: ${plain(detail)}`).join('\n') || 'None listed.';
  return blocks(
    `# ${plain(company)}: ${overall_score} of ${rubric.total}, ${plain(tier)}`,
    [
      `- Website: ${plain(website)}`,
      `- Rank: ${record.rank} of ${count}`,
      `- Audited: ${record.audit_date}`,
      `- Next audit due: ${record.reaudit_due}${stale ? ' (past: the score is stale)' : ''}`,
      `- Rubric: ${record.rubric_version}`,
      `- Watchers: ${watchers}`,
      next && `- ${counted(next.points, 'point')} to ${next.tier}`,
    ]
      .filter(Boolean)
      .join('\n'),
    plain(record.executive_summary),
    '## Pillars',
    table(
      ['Pillar', 'Name', 'Score', 'Max'],
      Object.entries(pillars).map(([id, pillar]) => [id, plain(pillar.name), pillar.score, pillar.max]),
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
    changes(view),
    '## History',
    table(
      ['Audit', 'Score', 'Tier', ...Object.keys(pillars)],
      view.audits.map((audit) => [
        audit.audit_date,
        audit.overall_score,
        plain(audit.tier),
        ...Object.keys(pillars).map((id) => audit.pillars[id]?.score ?? '–'),
      ]),
      [1, ...Object.keys(pillars).map((_, at) => at + 3)],
    ),
    `## All ${criteria.length} criteria`,
    criteria
      .map(({ id, name, score, max, evidence }) => `### ${id} ${plain(name)}: ${score} of ${max}\n\n${plain(evidence)}`)
      .join('\n\n'),
    '## Use this audit',
    `Record: ${base_url}/api/audits/${slug}.json · History: ${base_url}/api/audits/${slug}/history.json · Badge: ${base_url}/badge/${slug}.svg`,
    'Watch it (needs a free, anonymous key from POST /api/agent/auth), or call the tool `watch_company`:',
    fenced(
      `curl -X POST ${base_url}/api/agent/watch -H 'Authorization: Bearer <API_KEY>' -H 'Content-Type: application/json' -d '{"slug":"${slug}"}'`,
      'sh',
    ),
    `Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/`,
  );
}

function changes({ changes, audits }: CompanyView): string | undefined {
  if (!changes) return undefined;
  const moves = changes.criteria.map(
    ({ id, name, before, after }) => `- ${id} ${plain(name)}: ${before ?? 'not scored'} → ${after ?? 'not scored'}`,
  );
  return blocks(
    '## What changed',
    `${signed(changes.points_gained)} points since ${audits.at(-2)?.audit_date}: ${changes.score_before} → ${changes.score_after}, ${plain(changes.tier_before)} → ${plain(changes.tier_after)}.`,
    moves.join('\n') || 'No criterion changed.',
  ).trimEnd();
}
